package dev.leasehold.node.wire;

import org.junit.jupiter.api.Nested;

/** The stream keeps the rules that hold on every surface. */
class StreamContractTest {

  @Nested
  class Leases extends LeaseContract {
    Leases() {
      super(Surface.STREAM);
    }
  }

  @Nested
  class Checkouts extends CheckoutContract {
    Checkouts() {
      super(Surface.STREAM);
    }
  }

  @Nested
  class Refusals extends RefusalContract {
    Refusals() {
      super(Surface.STREAM);
    }
  }

  @Nested
  class HandingOn extends HandingOnContract {
    HandingOn() {
      super(Surface.STREAM);
    }
  }

  @Nested
  class Waiting extends WaitingContract {
    Waiting() {
      super(Surface.STREAM);
    }
  }

  @Nested
  class FreshReplies extends FreshReplyContract {
    FreshReplies() {
      super(Surface.STREAM);
    }
  }

  @Nested
  class Notices extends NoticeContract {
    Notices() {
      super(Surface.STREAM);
    }
  }

  @Nested
  class Money extends MoneyContract {
    Money() {
      super(Surface.STREAM);
    }
  }

  @Nested
  class Amounts extends AmountsContract {
    Amounts() {
      super(Surface.STREAM);
    }
  }

  @Nested
  class Subscriptions extends SubscriptionContract {
    Subscriptions() {
      super(Surface.STREAM);
    }
  }

  @Nested
  class Providers extends ProviderContract {
    Providers() {
      super(Surface.STREAM);
    }
  }

  @Nested
  class MoreMoney extends MoreMoneyContract {
    MoreMoney() {
      super(Surface.STREAM);
    }
  }

  @Nested
  class Extensions extends ExtensionContract {
    Extensions() {
      super(Surface.STREAM);
    }
  }

  @Nested
  class Access extends AccessContract {
    Access() {
      super(Surface.STREAM);
    }
  }

  @Nested
  class Messages extends MessageContract {
    Messages() {
      super(Surface.STREAM);
    }
  }
}
