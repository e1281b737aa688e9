package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.Limits;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Pool;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All that the kernel shows to an admin, in the order the leases were made. */
record View(long now, List<Lease> leases, List<Pool> pools) {

  private static final Command ALL_LEASES =
      new Command.ListLeases(
          "", "", "", "", List.of(LeaseState.values()), "", Limits.MAX_PAGE_SIZE, 0);

  static View of(Subject subject, long now) {
    return new View(
        now,
        ((Reply.Leases) read(subject, now, ALL_LEASES)).leases(),
        ((Reply.Pools) read(subject, now, new Command.ListPools())).pools());
  }

  private static Reply read(Subject subject, long now, Command query) {
    Outcome outcome = subject.execute(new Stamp(now, now, Caller.REGISTRAR), query);
    Violation.unless(
        outcome.events().isEmpty(),
        Rule.NOTHING_IS_LEFT_DUE,
        "a read at the tick of the last command brings %s",
        outcome.events());
    return outcome.reply();
  }

  @Nullable Lease find(String id) {
    return leases.stream().filter(lease -> lease.id().equals(id)).findAny().orElse(null);
  }
}
