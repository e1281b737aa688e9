package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.Forgery.both;
import static dev.leasehold.testing.simulation.audit.Forgery.claim;
import static dev.leasehold.testing.simulation.audit.Forgery.command;
import static dev.leasehold.testing.simulation.audit.Forgery.event;
import static dev.leasehold.testing.simulation.audit.Forgery.events;
import static dev.leasehold.testing.simulation.audit.Forgery.lease;
import static dev.leasehold.testing.simulation.audit.Forgery.reply;
import static dev.leasehold.testing.simulation.audit.Forgery.with;
import static dev.leasehold.testing.simulation.audit.History.ADMIN;
import static dev.leasehold.testing.simulation.audit.History.ALICE;
import static dev.leasehold.testing.simulation.audit.History.BOB;
import static dev.leasehold.testing.simulation.audit.History.SECOND;
import static dev.leasehold.testing.simulation.audit.History.acquire;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.ConflictRefusal;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.view.Lease;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Histories that break one invariant each. All go on from a grant of the path /a to alice. */
final class BadHistories {

  static final Command GET = new LeaseQuery.GetLease("a");
  private static final Command RELEASE = new LeaseCommand.Release("a", "", 0, "");
  private static final Reply REFUSED = new Reply.Refused(new AccessRefusal.NotHolder("a"));
  private static final LeaseCommand.Acquire FLOW = with(acquire("a", "/a"), "policy", "workflow");
  private static final LeaseCommand.Acquire JOB =
      with(with(acquire("a", "/a"), "policy", "work"), "callersId", true);

  static final Command LIST =
      new LeaseQuery.ListLeases("", "", null, "", "", List.of(), "", 100, 0);
  static final Command CHECK =
      new LeaseQuery.Check("repo", Scope.ofCanonical(List.of("/a")), Mode.EXCLUSIVE);

  record Bad(Invariant invariant, String story, Consumer<History> history) {
    @Override
    public String toString() {
      return invariant + ": " + story;
    }
  }

  private BadHistories() {}

  static Stream<Bad> all() {
    return Stream.of(
            inOrder(),
            ofLeases(),
            ofReplies(),
            ofBooks(),
            BadQueues.all(),
            BadTrees.all(),
            BadMoney.all(),
            BadAdmin.all())
        .flatMap(bad -> bad);
  }

  /** Positions and ticks. */
  private static Stream<Bad> inOrder() {
    return Stream.of(
        new Bad(
            Invariant.TOKENS_STRICTLY_RISE,
            "a token given twice",
            h -> h.forge(ALICE, acquire("b", "/b"), event("position", 1L))),
        new Bad(
            Invariant.JOURNAL_IS_IN_ORDER,
            "a position left out",
            h -> h.at(1).forge(ALICE, RELEASE, event("position", 3L))),
        new Bad(
            Invariant.NEVER_EARLY,
            "an expiry before the deadline",
            h -> h.at(10).forge(ALICE, GET, BadHistories::aSecondEarlier)),
        new Bad(
            Invariant.NEVER_EARLY,
            "ticks that ran ahead of true time",
            h -> h.at(10).forge(ALICE, GET, step -> with(step, "trueNanos", 9 * SECOND))),
        new Bad(
            Invariant.NEVER_LATE,
            "a lease called active after its deadline",
            h -> h.at(9).forge(ALICE, GET, BadHistories::twoSecondsLater)));
  }

  /** Histories that are wrong about leases. */
  private static Stream<Bad> ofLeases() {
    return Stream.of(
        new Bad(Invariant.AT_MOST_ONE_HOLDER, "two grants of one path", BadHistories::doubleGrant),
        new Bad(
            Invariant.NO_CHANGE_WITHOUT_CAUSE,
            "an end that nobody asked for",
            h -> h.forge(ALICE, RELEASE, step -> with(step, "command", GET))),
        new Bad(
            Invariant.NO_CHANGE_WITHOUT_CAUSE,
            "an end by somebody else",
            h -> h.forge(ALICE, RELEASE, BadHistories::byBob)),
        new Bad(Invariant.TRANSITIONS_ARE_LEGAL, "a second end", BadHistories::endedTwice),
        new Bad(
            Invariant.RENEWALS_ONLY_EXTEND,
            "a renewal that shortens",
            h ->
                h.at(1)
                    .forge(
                        ALICE,
                        new LeaseCommand.Renew("a", 0, ""),
                        event("deadlineTick", 9 * SECOND))),
        new Bad(Invariant.IDS_ARE_NEVER_USED_TWICE, "a caller's id again", BadHistories::idAgain),
        new Bad(Invariant.EPOCHS_NEVER_FALL, "an epoch given again", BadHistories::epochAgain),
        new Bad(
            Invariant.EPOCHS_NEVER_FALL,
            "a new resource that does not begin at 0",
            h ->
                h.tell(ALICE, RELEASE)
                    .forge(ALICE, with(FLOW, "leaseId", "b"), event("epoch", 3L))));
  }

  /** Histories that are wrong about replies. */
  private static Stream<Bad> ofReplies() {
    return Stream.of(
        new Bad(Invariant.RETRIES_HAVE_ONE_EFFECT, "a retry with two effects", BadHistories::twice),
        new Bad(
            Invariant.RETRIES_GET_THE_SAME_LEASE,
            "a retry that is refused",
            h -> h.tell(ALICE, retry("b", "/b")).forge(ALICE, retry("c", "/b"), reply(REFUSED))),
        new Bad(
            Invariant.REFUSALS_CHANGE_NOTHING,
            "a refusal with an effect",
            h -> h.forge(ALICE, RELEASE, reply(REFUSED))),
        new Bad(
            Invariant.REFUSALS_ARE_DESERVED,
            "a conflict where nothing is held",
            BadHistories::unjustConflict),
        new Bad(
            Invariant.REPLIES_TELL_THE_TRUTH,
            "a reply with another deadline",
            h -> h.forge(ALICE, GET, lease("deadlineTick", 99 * SECOND))),
        new Bad(
            Invariant.REPLIES_TELL_THE_TRUTH,
            "a success without an effect",
            BadHistories::emptyPromise),
        new Bad(
            Invariant.REPLIES_TELL_THE_TRUTH,
            "a list that leaves something out",
            h -> h.forge(ADMIN, LIST, reply(new Reply.Leases(List.of(), 0)))),
        new Bad(
            Invariant.REPLIES_TELL_THE_TRUTH,
            "a check that overlooks a holder",
            h -> h.forge(BOB, CHECK, reply(new Reply.Checked(List.of())))));
  }

  /** Histories that are wrong about what is kept, counted and found again. */
  private static Stream<Bad> ofBooks() {
    return Stream.of(
        new Bad(Invariant.PRUNING_SPARES_THE_YOUNG, "forgotten too soon", BadHistories::tooSoon),
        new Bad(
            Invariant.COUNTS_AGREE,
            "a lease that is not counted",
            h -> h.forge(ALICE, GET, step -> with(step, "figures", new Step.Figures(0, 0, 0, 0)))),
        new Bad(
            Invariant.ACKNOWLEDGED_SURVIVES,
            "an acknowledged grant is lost",
            BadHistories::lostGrant),
        new Bad(
            Invariant.SAME_EVENTS_SAME_STATE,
            "an event that comes back as another",
            h -> h.auditor.recover(List.of(with(h.events.get(0), "epoch", 7L)))));
  }

  private static LeaseCommand.Acquire retry(String id, String path) {
    return with(with(acquire(id, path), "requestId", "r"), "mode", Mode.SHARED);
  }

  private static void doubleGrant(History history) {
    LeaseCommand.Acquire claimed = acquire("b", "/a");
    history.forge(
        ALICE, acquire("b", "/b"), both(claim("scope", claimed.scope()), command(claimed)));
  }

  private static Step aSecondEarlier(Step step) {
    Step early = with(event("tick", 9 * SECOND).apply(step), "given", at(step, 9));
    return with(early, "outcome", with(early.outcome(), "stamp", early.given()));
  }

  private static Step twoSecondsLater(Step step) {
    Step late = with(step, "given", at(step, 11));
    return with(late, "outcome", with(late.outcome(), "stamp", late.given()));
  }

  private static Object at(Step step, long seconds) {
    return with(step.given(), "tick", seconds * SECOND);
  }

  private static Step byBob(Step step) {
    Step forged = event("endedBy", "bob").apply(step);
    return with(
        forged, "outcome", with(forged.outcome(), "stamp", with(step.given(), "caller", BOB)));
  }

  private static void endedTwice(History history) {
    history.tell(ALICE, RELEASE);
    history.forge(
        ALICE,
        RELEASE,
        step ->
            events(
                step,
                List.of(
                    with(
                        with(history.events.get(1), "position", 3L),
                        "state",
                        LeaseState.RELEASED))));
  }

  private static void twice(History history) {
    history.tell(ALICE, retry("b", "/b"));
    LeaseCommand.Acquire again = retry("c", "/b");
    history.forge(
        ALICE,
        with(again, "requestId", "other"),
        both(claim("request", new Event.Request("alice", "r", 0)), command(again)));
  }

  private static void unjustConflict(History history) {
    history.forge(
        ALICE,
        GET,
        step -> {
          Lease held = ((Reply.OfLease) step.outcome().reply()).lease();
          Reply conflict = new Reply.Refused(new ConflictRefusal.Conflict(List.of(held)));
          return with(reply(conflict).apply(step), "command", acquire("b", "/b"));
        });
  }

  private static void emptyPromise(History history) {
    history.forge(
        ALICE, GET, step -> with(step, "command", new LeaseCommand.Renew("a", SECOND, "")));
  }

  private static void idAgain(History history) {
    history.tell(ALICE, RELEASE).tell(ALICE, with(JOB, "leaseId", "b"));
    history.tell(ALICE, new LeaseCommand.Release("b", "", 0, "")).at(1);
    history.tell(ADMIN, new NodeCommand.Prune(SECOND, 2));
    LeaseCommand.Acquire again = with(JOB, "leaseId", "b");
    history.forge(ALICE, with(JOB, "leaseId", "c"), both(claim("leaseId", "b"), command(again)));
  }

  private static void epochAgain(History history) {
    history.tell(ALICE, RELEASE).tell(ALICE, with(FLOW, "leaseId", "b"));
    history.tell(ALICE, new LeaseCommand.Release("b", "", 0, ""));
    history.forge(ALICE, with(FLOW, "leaseId", "c"), event("epoch", 0L));
  }

  private static void tooSoon(History history) {
    history.tell(ALICE, RELEASE).at(1);
    history.forge(
        ADMIN,
        new NodeCommand.Prune(SECOND, 9),
        step -> with(step, "command", new NodeCommand.Prune(0, 9)));
  }

  private static void lostGrant(History history) {
    history.tell(ALICE, acquire("b", "/b"));
    history.auditor.acknowledge(2);
    history.auditor.recover(history.events.subList(0, 1));
  }
}
