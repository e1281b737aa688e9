package dev.leasehold.kernel.refusal;

import java.util.List;

/** The command names something that is not there. */
public sealed interface NotFoundRefusal extends Refusal {

  record NoSuchLease(String leaseId) implements NotFoundRefusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.LEASE_NOT_FOUND;
    }

    @Override
    public String detail() {
      return "there is no lease " + leaseId + "; it may have ended long ago and been forgotten";
    }
  }

  record NoSuchToken(String tokenId) implements NotFoundRefusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.NOT_FOUND;
    }

    @Override
    public String detail() {
      return "there is no token " + tokenId;
    }
  }

  record NoSuchSetting(String key) implements NotFoundRefusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.NOT_FOUND;
    }

    @Override
    public String detail() {
      return "there is no setting " + key + "; read the configuration to see all there are";
    }
  }

  /**
   * @param known some of those there are, as far as the caller may know them
   */
  record NoSuchPool(String poolId, List<String> known) implements NotFoundRefusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.NOT_FOUND;
    }

    @Override
    public String detail() {
      return "there is no pool " + poolId;
    }
  }

  record NoSuchReservation(String leaseId, String reservationId) implements NotFoundRefusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.NOT_FOUND;
    }

    @Override
    public String detail() {
      return "lease " + leaseId + " has no open reservation " + reservationId;
    }
  }

  record NoSuchRequest(String id) implements NotFoundRefusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.NOT_FOUND;
    }

    @Override
    public String detail() {
      return "there is no request "
          + id
          + " for more; if there was one, its lease is over, or it was decided long ago";
    }
  }

  record NoSuchProvider(String name) implements NotFoundRefusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.NOT_FOUND;
    }

    @Override
    public String detail() {
      return "there is no provider " + name;
    }
  }

  record NoSuchSubscription(String id) implements NotFoundRefusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.NOT_FOUND;
    }

    @Override
    public String detail() {
      return "there is no webhook or address " + id;
    }
  }
}
