package dev.leasehold.node.wire;

import org.junit.jupiter.api.Nested;

/** Single gRPC calls keep the rules that hold on every surface. */
class GrpcContractTest {

  @Nested
  class Leases extends LeaseContract {
    Leases() {
      super(Surface.GRPC);
    }
  }

  @Nested
  class Checkouts extends CheckoutContract {
    Checkouts() {
      super(Surface.GRPC);
    }
  }

  @Nested
  class Refusals extends RefusalContract {
    Refusals() {
      super(Surface.GRPC);
    }
  }

  @Nested
  class HandingOn extends HandingOnContract {
    HandingOn() {
      super(Surface.GRPC);
    }
  }

  @Nested
  class Waiting extends WaitingContract {
    Waiting() {
      super(Surface.GRPC);
    }
  }

  @Nested
  class FreshReplies extends FreshReplyContract {
    FreshReplies() {
      super(Surface.GRPC);
    }
  }

  @Nested
  class Notices extends NoticeContract {
    Notices() {
      super(Surface.GRPC);
    }
  }

  @Nested
  class Money extends MoneyContract {
    Money() {
      super(Surface.GRPC);
    }
  }

  @Nested
  class Amounts extends AmountsContract {
    Amounts() {
      super(Surface.GRPC);
    }
  }

  @Nested
  class Subscriptions extends SubscriptionContract {
    Subscriptions() {
      super(Surface.GRPC);
    }
  }

  @Nested
  class Providers extends ProviderContract {
    Providers() {
      super(Surface.GRPC);
    }
  }

  @Nested
  class MoreMoney extends MoreMoneyContract {
    MoreMoney() {
      super(Surface.GRPC);
    }
  }

  @Nested
  class Extensions extends ExtensionContract {
    Extensions() {
      super(Surface.GRPC);
    }
  }

  @Nested
  class Access extends AccessContract {
    Access() {
      super(Surface.GRPC);
    }
  }

  @Nested
  class Messages extends MessageContract {
    Messages() {
      super(Surface.GRPC);
    }
  }
}
