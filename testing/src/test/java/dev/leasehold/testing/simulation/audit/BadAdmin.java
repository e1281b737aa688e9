package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.Forgery.claim;
import static dev.leasehold.testing.simulation.audit.Forgery.event;
import static dev.leasehold.testing.simulation.audit.Forgery.only;
import static dev.leasehold.testing.simulation.audit.Forgery.with;
import static dev.leasehold.testing.simulation.audit.History.ADMIN;
import static dev.leasehold.testing.simulation.audit.History.ALICE;
import static dev.leasehold.testing.simulation.audit.History.BOB;
import static dev.leasehold.testing.simulation.audit.History.SECOND;
import static dev.leasehold.testing.simulation.audit.History.acquire;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.ApprovalCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.testing.simulation.audit.BadHistories.Bad;
import java.util.List;
import java.util.stream.Stream;

/** Histories in which news, versions or a restore go wrong. */
final class BadAdmin {

  private static final long HOUR = 3_600L;

  private static final ApprovalCommand.RequestExtension LONGER =
      new ApprovalCommand.RequestExtension("b", 20 * SECOND, "longer", "");
  private static final ApprovalCommand.ApproveRequest APPROVE =
      new ApprovalCommand.ApproveRequest("4", "yes", 0);

  private BadAdmin() {}

  static Stream<Bad> all() {
    return Stream.of(
        new Bad(Invariant.ONE_REMINDER, "a second reminder", BadAdmin::secondReminder),
        new Bad(
            Invariant.NOTICES_ARE_TOLD,
            "a holder who is not told of a revocation",
            h ->
                h.tell(ADMIN, new LeaseCommand.Revoke("a", "enough", 0, ""))
                    .forge(ALICE, BadHistories.GET, step -> with(step, "notices", List.of()))),
        new Bad(
            Invariant.QUESTIONS_COME_ONCE_A_MINUTE,
            "a question too soon after another",
            BadAdmin::questionAgain),
        new Bad(
            Invariant.OTHERS_SEE_AN_OUTLINE,
            "a lease that is shown where agents see their own",
            h ->
                h.tell(ADMIN, new AdminCommand.SetConfig("agents_see", "own"))
                    .forge(ADMIN, BadHistories.GET, BadAdmin::heardByBob)),
        new Bad(
            Invariant.POLICIES_CHANGE_LATER_GRANTS_ONLY,
            "a grant under an old version",
            BadAdmin::oldVersion),
        new Bad(
            Invariant.EXTENSIONS_ARE_APPROVED,
            "an end that moves further than was approved",
            h -> extension(h).forge(ADMIN, APPROVE, event("deadlineTick", 100 * SECOND))),
        new Bad(
            Invariant.EXTENSIONS_ARE_APPROVED,
            "more time than was asked for",
            h ->
                extension(h)
                    .forge(
                        ADMIN,
                        APPROVE,
                        Forgery.both(
                            Forgery.command(with(APPROVE, "ttlNanos", 60 * SECOND)),
                            Forgery.both(
                                event("ttlNanos", 60 * SECOND),
                                event("deadlineTick", 70 * SECOND))))),
        new Bad(
            Invariant.NO_CHANGE_WITHOUT_CAUSE,
            "an extension that no admin has approved",
            h -> extension(h).forge(ADMIN, APPROVE, event("by", "alice"))),
        new Bad(
            Invariant.EXTENSIONS_ARE_APPROVED,
            "a request for time under a policy without extensions",
            BadAdmin::extensionWhereThereAreNone),
        new Bad(
            Invariant.SETTINGS_ARE_OBEYED,
            "a setting that nobody asked for",
            h ->
                h.forge(
                    ADMIN, new AdminCommand.SetConfig("max_renewals", "3"), event("value", "4"))),
        new Bad(
            Invariant.SETTINGS_ARE_OBEYED,
            "a grant on the default of before",
            h ->
                h.tell(ADMIN, new AdminCommand.SetConfig("default_ttl_seconds", "60"))
                    .forge(
                        ALICE,
                        with(acquire("b", "/b"), "ttlNanos", 0L),
                        claim("ttlNanos", HOUR * SECOND))),
        new Bad(
            Invariant.SETTINGS_ARE_OBEYED,
            "a sweep while sweeping is switched off",
            BadAdmin::sweepWhileOff),
        new Bad(
            Invariant.A_RESTORE_ENDS_EVERYTHING,
            "a lease that survives a restore",
            h -> h.forge(ADMIN, new AdminCommand.Restore(), Forgery::withoutLast)),
        new Bad(
            Invariant.A_RESTORE_GIVES_NOTHING_TWICE,
            "a token that was given before the backup was restored",
            BadAdmin::tokenAgain));
  }

  private static void secondReminder(History history) {
    LeaseCommand.Acquire project = with(acquire("p", "/b"), "policy", "checkout");
    history.tell(ALICE, with(project, "ttlNanos", 3 * HOUR * SECOND));
    history.at(2 * HOUR).tell(ALICE, BadHistories.LIST);
    Event again = with(history.last(), "position", history.last().position() + 1);
    history.forge(ALICE, BadHistories.LIST, only(again));
  }

  private static void questionAgain(History history) {
    LeaseCommand.Ask ask = new LeaseCommand.Ask("a", "please", "");
    history.tell(BOB, ask);
    Event again = with(history.last(), "position", history.last().position() + 1);
    history.forge(BOB, BadHistories.GET, step -> with(only(again).apply(step), "command", ask));
  }

  /** The reply goes to somebody else. */
  private static Step heardByBob(Step step) {
    Outcome outcome = step.outcome();
    return with(
        step, "outcome", new Outcome(outcome.stamp().by(BOB), outcome.facts(), outcome.reply()));
  }

  private static void oldVersion(History history) {
    Command policy =
        new AdminCommand.AddPolicy(
            "x", "", null, null, null, null, null, null, null, null, null, null);
    history.tell(ADMIN, policy).tell(ADMIN, policy);
    history.forge(ALICE, with(acquire("b", "/b"), "policy", "x"), claim("policyVersion", 1));
  }

  /** A lease that ends at 10 s, whose holder has asked for 20 s more: event 4. */
  private static History extension(History history) {
    Command policy =
        new AdminCommand.AddPolicy(
            "long", "", null, null, null, null, null, null, null, null, null, true);
    return history
        .tell(ADMIN, policy)
        .tell(ALICE, with(acquire("b", "/b"), "policy", "long"))
        .tell(ALICE, LONGER);
  }

  private static void extensionWhereThereAreNone(History history) {
    extension(history);
    Command asked = with(LONGER, "leaseId", "a");
    Event forged = with(history.last(), "position", history.last().position() + 1);
    history.forge(
        ALICE,
        BadHistories.GET,
        step -> with(only(with(forged, "leaseId", "a")).apply(step), "command", asked));
  }

  private static void sweepWhileOff(History history) {
    history.tell(ADMIN, new AdminCommand.SetConfig("auto_expire_enabled", "false"));
    history.at(HOUR).forge(ADMIN, BadHistories.LIST, Forgery.command(new NodeCommand.Expire(9)));
  }

  private static void tokenAgain(History history) {
    history.tell(ALICE, acquire("b", "/b"));
    history.auditor.restore(1);
    history.forge(ALICE, acquire("c", "/c.md"), event("position", 2L));
  }
}
