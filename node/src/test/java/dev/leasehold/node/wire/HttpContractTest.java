package dev.leasehold.node.wire;

import org.junit.jupiter.api.Nested;

/** HTTP with JSON keeps the rules that hold on every surface. */
class HttpContractTest {

  @Nested
  class Leases extends LeaseContract {
    Leases() {
      super(Surface.HTTP);
    }
  }

  @Nested
  class Checkouts extends CheckoutContract {
    Checkouts() {
      super(Surface.HTTP);
    }
  }

  @Nested
  class Refusals extends RefusalContract {
    Refusals() {
      super(Surface.HTTP);
    }
  }

  @Nested
  class HandingOn extends HandingOnContract {
    HandingOn() {
      super(Surface.HTTP);
    }
  }

  @Nested
  class Waiting extends WaitingContract {
    Waiting() {
      super(Surface.HTTP);
    }
  }

  @Nested
  class FreshReplies extends FreshReplyContract {
    FreshReplies() {
      super(Surface.HTTP);
    }
  }

  @Nested
  class Notices extends NoticeContract {
    Notices() {
      super(Surface.HTTP);
    }
  }

  @Nested
  class Money extends MoneyContract {
    Money() {
      super(Surface.HTTP);
    }
  }

  @Nested
  class Amounts extends AmountsContract {
    Amounts() {
      super(Surface.HTTP);
    }
  }

  @Nested
  class Subscriptions extends SubscriptionContract {
    Subscriptions() {
      super(Surface.HTTP);
    }
  }

  @Nested
  class Providers extends ProviderContract {
    Providers() {
      super(Surface.HTTP);
    }
  }

  @Nested
  class MoreMoney extends MoreMoneyContract {
    MoreMoney() {
      super(Surface.HTTP);
    }
  }

  @Nested
  class Extensions extends ExtensionContract {
    Extensions() {
      super(Surface.HTTP);
    }
  }

  @Nested
  class Access extends AccessContract {
    Access() {
      super(Surface.HTTP);
    }
  }
}
