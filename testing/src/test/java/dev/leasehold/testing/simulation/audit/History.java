package dev.leasehold.testing.simulation.audit;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A true history, told to an auditor step by step, until a step is forged. */
final class History {

  static final long SECOND = 1_000_000_000L;
  static final Caller ALICE = new Caller("alice", Role.AGENT, List.of());
  static final Caller BOB = new Caller("bob", Role.AGENT, List.of());
  static final Caller CAROL = new Caller("carol", Role.AGENT, List.of());
  static final Caller ADMIN = new Caller("admin", Role.ADMIN, List.of());

  final Auditor auditor = new Auditor();
  final List<Event> events = new ArrayList<>();
  private final Kernel kernel = new Kernel();
  private long tick;

  History at(long seconds) {
    tick = seconds * SECOND;
    return this;
  }

  History tell(Caller caller, Command command) {
    return forge(caller, command, UnaryOperator.identity());
  }

  /** Carries the command out and tells the auditor something else. */
  History forge(Caller caller, Command command, UnaryOperator<Step> forgery) {
    Stamp given = new Stamp(tick, tick, caller);
    Outcome outcome = kernel.execute(given, command);
    events.addAll(outcome.events());
    Step.Figures figures =
        new Step.Figures(
            kernel.livingCount(), kernel.waitingCount(), kernel.endedCount(), kernel.nextDueTick());
    List<Notice> notices = kernel.notices(caller.actor(), Step.MOST_NOTICES);
    auditor.observe(forgery.apply(new Step(tick, tick, given, command, outcome, figures, notices)));
    return this;
  }

  /** A reply about the lease leaves so many seconds later, with what was known before. */
  History hearOf(String leaseId, long seconds) {
    auditor.hear(
        kernel.recorded().leases().stream()
            .filter(lease -> lease.id().equals(leaseId))
            .findFirst()
            .orElseThrow(),
        tick + seconds * SECOND);
    return this;
  }

  /** The newest event. */
  Event last() {
    return events.get(events.size() - 1);
  }

  /** The same request by another holder. */
  static LeaseCommand.Acquire by(Caller holder, LeaseCommand.Acquire acquire) {
    return Forgery.with(acquire, "holder", holder.actor());
  }

  static LeaseCommand.Acquire waiting(LeaseCommand.Acquire acquire, long seconds) {
    return Forgery.with(acquire, "rare", acquire.rare().withWait(seconds * SECOND, 0));
  }

  static Scope scope(String... paths) {
    return ((Scope.Parsed.Valid) Scope.parse(List.of(paths), List.of())).scope();
  }

  static LeaseCommand.Acquire acquire(String id, String path) {
    return new LeaseCommand.Acquire(
        id,
        false,
        "file",
        "repo",
        scope(path),
        Mode.EXCLUSIVE,
        "alice",
        "",
        10 * SECOND,
        LeaseCommand.UNSET,
        Map.of(),
        "",
        LeaseCommand.RareTerms.NONE);
  }
}
