package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.budget.Pool;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.Lease;
import java.util.List;
import java.util.function.Function;

/** All that the kernel shows to an admin, in the order the leases were made. */
record VisibleState(long now, List<Lease> leases, List<Pool> pools) {

  private static final Command ALL_LEASES =
      new LeaseQuery.ListLeases(
          "", "", null, "", "", List.of(LeaseState.values()), "", Limits.MAX_PAGE_SIZE, 0);

  /** The end of a walk, which the auditor compares with its books. */
  static VisibleState of(Walk walk) {
    return of(walk.now(), query -> read(walk.subject, walk.now(), query, walk::observe));
  }

  static VisibleState of(Subject subject, long now) {
    return of(now, query -> read(subject, now, query, (stamp, command, outcome) -> {}));
  }

  private static VisibleState of(long now, Function<Command, Reply> reader) {
    return new VisibleState(
        now,
        ((Reply.Leases) reader.apply(ALL_LEASES)).leases(),
        ((Reply.Pools) reader.apply(new PoolCommand.ListPools())).pools());
  }

  private static Reply read(Subject subject, long now, Command query, Observer observer) {
    Stamp stamp = new Stamp(now, now, Caller.SERVER);
    Outcome outcome = subject.execute(stamp, query);
    Violation.unless(
        outcome.events().isEmpty(),
        Rule.NOTHING_IS_LEFT_DUE,
        "a read at the tick of the last command brings %s",
        outcome.events());
    observer.see(stamp, query, outcome);
    return outcome.reply();
  }

  private interface Observer {
    void see(Stamp stamp, Command command, Outcome outcome);
  }
}
