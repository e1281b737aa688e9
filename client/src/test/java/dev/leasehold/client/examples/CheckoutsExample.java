package dev.leasehold.client.examples;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.checkouts.Checkouts;
import java.util.List;

/** A forgotten check-out does not block a project for ever. */
final class CheckoutsExample {

  private CheckoutsExample() {}

  static Lease outAndIn(LeaseholdClient client) {
    Checkouts checkouts = Checkouts.of(client);

    Lease mine = checkouts.checkOut("website", List.of("/docs/**"), "4f2a91c");
    checkouts.validate(mine.getLeaseId(), "/docs/api.md"); // before a file is changed
    return checkouts.checkIn(mine.getLeaseId(), "9b1c44e");
  }
}
