package dev.leasehold.client.examples;

import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.recipes.WorkList;
import dev.leasehold.client.work.WorkClaims;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Workers that never take the same job. */
final class WorkExample {

  /** The service that is written to: it can refuse a smaller token than it has seen. */
  interface Outbox {
    void send(long fencingToken, String mail);
  }

  private WorkExample() {}

  /** One job that the worker knows of. */
  static void sendOne(LeaseholdClient client, Outbox outbox) {
    WorkClaims claims = WorkClaims.in(client, "mail-queue");

    try (HeldLease claim = claims.claim("job-17")) {
      outbox.send(claim.fencingToken(), "job-17");
      claims.complete(claim);
    }
  }

  /** Whichever of several is free. */
  static Optional<HeldLease> next(LeaseholdClient client) {
    WorkClaims claims = WorkClaims.in(client, "mail-queue");

    Optional<HeldLease> next = claims.claimFirst(List.of("job-17", "job-18", "job-19"));
    return next;
  }

  /** A list that many workers go through at the same time. */
  static void sendAll(LeaseholdClient client, List<String> mails, Set<String> sent, Outbox outbox) {
    WorkList<String> open =
        WorkList.of(
            WorkClaims.in(client, "mail-queue"), mail -> mail, mail -> !sent.contains(mail));

    boolean more = true;
    while (more) {
      more =
          open.work(
              mails,
              (mail, claim) -> {
                outbox.send(claim.fencingToken(), mail);
                sent.add(mail);
              });
    }
  }
}
