package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.Forgery.event;
import static dev.leasehold.testing.simulation.audit.Forgery.events;
import static dev.leasehold.testing.simulation.audit.Forgery.lease;
import static dev.leasehold.testing.simulation.audit.Forgery.only;
import static dev.leasehold.testing.simulation.audit.Forgery.with;
import static dev.leasehold.testing.simulation.audit.History.ADMIN;
import static dev.leasehold.testing.simulation.audit.History.ALICE;
import static dev.leasehold.testing.simulation.audit.History.SECOND;
import static dev.leasehold.testing.simulation.audit.History.acquire;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.BudgetEnd;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.view.ExpiryCause;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.testing.simulation.audit.BadHistories.Bad;
import java.util.List;
import java.util.stream.Stream;

/** Histories in which leases end or are handed on in a wrong way. */
final class BadTrees {

  private static final Command DERIVE =
      new LeaseCommand.Derive("a", "c", "bob", "", null, null, null, Amounts.NONE, 0, "");

  private BadTrees() {}

  static Stream<Bad> all() {
    return Stream.of(
        new Bad(
            Invariant.FENCE_PATHS_FOLLOW_THE_TREE,
            "a path without its beginning",
            h -> h.forge(ALICE, DERIVE, BadTrees::withoutAncestors)),
        new Bad(
            Invariant.HEARTBEATS_COUNT,
            "an expiry before the heartbeat's deadline",
            h ->
                h.tell(ALICE, beating("b"))
                    .at(2)
                    .forge(ALICE, BadHistories.GET, event("endedTick", SECOND))),
        new Bad(
            Invariant.PLANNED_ENDS_KEEP_THEIR_TICK,
            "an expiry after the announced end",
            h ->
                h.tell(ADMIN, new LeaseCommand.Revoke("a", "enough", 3 * SECOND, ""))
                    .at(10)
                    .forge(ALICE, BadHistories.GET, only(expiry(3)))),
        new Bad(
            Invariant.CHILDREN_END_WITH_THEIR_PARENT,
            "a child that goes on",
            h ->
                h.tell(ALICE, DERIVE)
                    .forge(
                        ALICE,
                        new LeaseCommand.Release("a", "", 0, ""),
                        BadTrees::withoutTheChild)),
        new Bad(
            Invariant.CHILDREN_ARE_NARROWER,
            "a child with a later deadline",
            h -> h.forge(ALICE, DERIVE, event("deadlineTick", 11 * SECOND))),
        new Bad(
            Invariant.TRANSFERS_HAND_EVERYTHING_ON,
            "a transfer that gives more time",
            h ->
                h.at(1)
                    .forge(
                        ALICE,
                        new LeaseCommand.Transfer("a", "t", "bob", "", ""),
                        lease("deadlineTick", 11 * SECOND))));
  }

  private static LeaseCommand.Acquire beating(String id) {
    LeaseCommand.Acquire acquire = acquire(id, "/b");
    return with(acquire, "rare", acquire.rare().withHeartbeat(2 * SECOND));
  }

  private static Event expiry(long position) {
    return new LeaseEvent.Expired(
        new Event.At(position, 10 * SECOND, 10 * SECOND),
        "a",
        ExpiryCause.TIME,
        10 * SECOND,
        0,
        0,
        10 * SECOND,
        BudgetEnd.NONE);
  }

  private static Step withoutAncestors(Step step) {
    Lease child = ((Reply.OfLease) step.outcome().reply()).lease();
    return lease("rare", with(child.rare(), "ancestorTokens", List.of())).apply(step);
  }

  private static Step withoutTheChild(Step step) {
    Event parents = step.outcome().events().getLast();
    return events(step, List.of(with(parents, "position", parents.position() - 1)));
  }
}
