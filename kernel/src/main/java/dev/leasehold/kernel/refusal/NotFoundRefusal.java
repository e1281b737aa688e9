package dev.leasehold.kernel.refusal;

import java.util.List;

/** The command names something that is not there. */
public sealed interface NotFoundRefusal extends Refusal {

  record NoSuchLease(String leaseId) implements NotFoundRefusal {}

  record NoSuchToken(String tokenId) implements NotFoundRefusal {}

  record NoSuchSetting(String key) implements NotFoundRefusal {}

  /**
   * @param known some of those there are, as far as the caller may know them
   */
  record NoSuchPool(String poolId, List<String> known) implements NotFoundRefusal {}

  record NoSuchReservation(String leaseId, String reservationId) implements NotFoundRefusal {}

  record NoSuchRequest(String id) implements NotFoundRefusal {}

  record NoSuchProvider(String name) implements NotFoundRefusal {}

  record NoSuchSubscription(String id) implements NotFoundRefusal {}

  @Override
  default String detail() {
    return switch (this) {
      case NoSuchLease(String id) ->
          "there is no lease " + id + "; it may have ended long ago and been forgotten";
      case NoSuchToken(String id) -> "there is no token " + id;
      case NoSuchSetting(String key) ->
          "there is no setting " + key + "; read the configuration to see all there are";
      case NoSuchPool(String id, List<String> known) -> "there is no pool " + id;
      case NoSuchReservation(String leaseId, String id) ->
          "lease " + leaseId + " has no open reservation " + id;
      case NoSuchRequest(String id) ->
          "there is no request "
              + id
              + " for more; if there was one, its lease is over, or it was decided long ago";
      case NoSuchProvider(String name) -> "there is no provider " + name;
      case NoSuchSubscription(String id) -> "there is no webhook or address " + id;
    };
  }
}
