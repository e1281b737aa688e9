package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.Forgery.both;
import static dev.leasehold.testing.simulation.audit.Forgery.claim;
import static dev.leasehold.testing.simulation.audit.Forgery.command;
import static dev.leasehold.testing.simulation.audit.Forgery.reply;
import static dev.leasehold.testing.simulation.audit.Forgery.with;
import static dev.leasehold.testing.simulation.audit.History.ADMIN;
import static dev.leasehold.testing.simulation.audit.History.ALICE;
import static dev.leasehold.testing.simulation.audit.History.BOB;
import static dev.leasehold.testing.simulation.audit.History.CAROL;
import static dev.leasehold.testing.simulation.audit.History.SECOND;
import static dev.leasehold.testing.simulation.audit.History.acquire;
import static dev.leasehold.testing.simulation.audit.History.by;
import static dev.leasehold.testing.simulation.audit.History.scope;
import static dev.leasehold.testing.simulation.audit.History.waiting;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.refusal.ConflictRefusal;
import dev.leasehold.kernel.view.Party;
import dev.leasehold.testing.simulation.audit.BadHistories.Bad;
import java.util.List;
import java.util.stream.Stream;

/** Histories in which somebody waits who should not, or is granted out of turn. */
final class BadQueues {

  private BadQueues() {}

  static Stream<Bad> all() {
    return Stream.of(
        new Bad(Invariant.NOBODY_JUMPS_THE_QUEUE, "a grant before a waiter", BadQueues::jump),
        new Bad(
            Invariant.NO_WAKE_UP_IS_LOST,
            "a waiter whom nobody is in the way of",
            h ->
                h.tell(BOB, waiting(by(BOB, acquire("w", "/a")), 60))
                    .forge(ALICE, new LeaseCommand.Release("a", "", 0, ""), Forgery::withoutLast)),
        new Bad(Invariant.NO_WAIT_IS_NEEDLESS, "a wait for something free", BadQueues::needless),
        new Bad(
            Invariant.WAITS_END_IN_TIME,
            "a wait that goes on after its deadline",
            h ->
                h.tell(BOB, waiting(by(BOB, acquire("w", "/a")), 5))
                    .at(5)
                    .forge(ALICE, BadHistories.GET, Forgery::withoutLast)),
        new Bad(
            Invariant.NOTHING_IS_GRANTED_IN_THE_PAST,
            "a grant from the queue for a time that has passed",
            h ->
                h.tell(BOB, waiting(by(BOB, acquire("w", "/a")), 3_600))
                    .at(20)
                    .forge(
                        ADMIN,
                        new NodeCommand.GrantWaiting(9),
                        step -> with(step, "now", step.now() + SECOND))),
        new Bad(
            Invariant.REPLIES_PROMISE_WHAT_IS_LEFT,
            "a reply that leaves when its lease is over",
            h -> h.hearOf("a", 10)),
        new Bad(Invariant.NO_DEADLOCK_IS_LEFT, "two who wait for each other", BadQueues::circle),
        new Bad(
            Invariant.DEADLOCKS_ARE_REAL,
            "a deadlock with somebody who does not wait",
            h ->
                h.forge(
                    BOB,
                    by(BOB, acquire("b", "/a")),
                    reply(
                        new Reply.Refused(
                            new ConflictRefusal.Deadlock(
                                List.of(new Party("bob", ""), new Party("alice", ""))))))));
  }

  private static void jump(History history) {
    LeaseCommand.Acquire both = with(by(BOB, acquire("w", "/a")), "scope", scope("/a", "/b"));
    LeaseCommand.Acquire claimed = by(CAROL, acquire("c", "/b"));
    history.tell(BOB, waiting(both, 60));
    history.forge(
        CAROL,
        by(CAROL, acquire("c", "/c.md")),
        both(claim("scope", claimed.scope()), command(claimed)));
  }

  private static void needless(History history) {
    LeaseCommand.Acquire claimed = waiting(by(BOB, acquire("w", "/b")), 60);
    history.forge(
        BOB,
        waiting(by(BOB, acquire("w", "/a")), 60),
        both(claim("scope", claimed.scope()), command(claimed)));
  }

  private static void circle(History history) {
    history.tell(BOB, by(BOB, acquire("b", "/b"))).tell(CAROL, by(CAROL, acquire("c", "/c.md")));
    history.tell(BOB, waiting(by(BOB, acquire("w", "/a")), 60));
    LeaseCommand.Acquire claimed = waiting(acquire("v", "/b"), 60);
    history.forge(
        ALICE,
        waiting(acquire("v", "/c.md"), 60),
        both(claim("scope", claimed.scope()), command(claimed)));
  }
}
