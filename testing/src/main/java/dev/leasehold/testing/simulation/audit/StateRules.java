package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.AuditFailure.unless;
import static dev.leasehold.testing.simulation.audit.Invariant.A_RESTORE_ENDS_EVERYTHING;
import static dev.leasehold.testing.simulation.audit.Invariant.CHILDREN_ARE_NARROWER;
import static dev.leasehold.testing.simulation.audit.Invariant.CHILDREN_END_WITH_THEIR_PARENT;
import static dev.leasehold.testing.simulation.audit.Invariant.COUNTS_AGREE;
import static dev.leasehold.testing.simulation.audit.Invariant.EXHAUSTION_ENDS_A_LEASE;
import static dev.leasehold.testing.simulation.audit.Invariant.LEASES_FALL_WITH_THEIR_TOKEN;
import static dev.leasehold.testing.simulation.audit.Invariant.NEVER_LATE;
import static dev.leasehold.testing.simulation.audit.Invariant.NOTICES_ARE_TOLD;
import static dev.leasehold.testing.simulation.audit.Invariant.NO_CHANGE_WITHOUT_CAUSE;
import static dev.leasehold.testing.simulation.audit.Invariant.NO_DEADLOCK_IS_LEFT;
import static dev.leasehold.testing.simulation.audit.Invariant.NO_WAKE_UP_IS_LOST;
import static dev.leasehold.testing.simulation.audit.Invariant.REPLIES_TELL_THE_TRUTH;
import static dev.leasehold.testing.simulation.audit.Invariant.SETTINGS_ARE_OBEYED;
import static dev.leasehold.testing.simulation.audit.Invariant.WAITS_END_IN_TIME;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.testing.simulation.books.Entry;
import dev.leasehold.testing.simulation.books.LeaseAccount;
import dev.leasehold.testing.simulation.books.Ledger;
import dev.leasehold.testing.simulation.books.NoticeBook;
import dev.leasehold.testing.simulation.books.PoolBook;
import dev.leasehold.testing.simulation.books.QueueModel;
import dev.leasehold.testing.simulation.books.WaitGraph;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the books after a step. */
final class StateRules {

  private final Ledger ledger;
  private final Step step;
  private final long tick;

  /** Whether a circle now is nobody's fault: it was there before, or no command did anything. */
  private boolean circleExcused = true;

  StateRules(Ledger ledger, Step step) {
    this.ledger = ledger;
    this.step = step;
    this.tick = step.outcome().stamp().tick();
  }

  /**
   * To be called when time has done its work and the command is about to do its own. Time closes a
   * circle where aging lets one overtake another; commands must not.
   */
  void lookBefore() {
    circleExcused = !ledger.waiting().isEmpty() && WaitGraph.of(ledger, tick).hasCircle();
  }

  void check() {
    boolean more = checkNothingDue();
    if (!more) {
      checkQueue();
    }
    for (Entry entry : ledger.living()) {
      checkLiving(entry);
    }
    checkEndedChildren();
    checkReplaced();
    checkRevokedToken();
    checkReleasedAll();
    checkRestored();
    checkFigures();
    checkNotices();
  }

  /**
   * Whether the node's own steps were allowed to leave something due, or somebody to be granted.
   */
  private boolean checkNothingDue() {
    long due = ledger.living().stream().filter(entry -> entry.dueTick() <= tick).count();
    due += ledger.money.openHolds.values().stream().filter(h -> h.deadlineTick() <= tick).count();
    if (step.command() instanceof NodeCommand.Expire && !ledger.config.sweeps()) {
      unless(
          step.outcome().events().isEmpty()
              && step.outcome().reply().equals(new Reply.Swept(0, false)),
          SETTINGS_ARE_OBEYED,
          "%s",
          step.outcome());
      return true;
    }
    if (step.command() instanceof NodeCommand.Expire expire) {
      if (due > 0) {
        unless(
            step.outcome().reply() instanceof Reply.Swept swept
                && swept.more()
                && swept.count() == expire.limit(),
            NEVER_LATE,
            "%d are due after %s",
            due,
            step.outcome().reply());
      }
      return true;
    }
    for (Entry entry : ledger.living()) {
      boolean wait = entry.place != null && entry.place.deadlineTick() <= tick;
      unless(!wait, WAITS_END_IN_TIME, "%s still waits after %s", entry, step.command());
    }
    unless(due == 0, NEVER_LATE, "%d are due after %s", due, step.command());
    return step.command() instanceof NodeCommand.GrantWaiting grant
        && step.outcome().reply() instanceof Reply.Swept swept
        && swept.more()
        && swept.count() == grant.limit();
  }

  private void checkQueue() {
    if (ledger.waiting().isEmpty()) {
      return;
    }
    Entry grantable = new QueueModel(ledger).grantable(tick);
    unless(
        grantable == null,
        NO_WAKE_UP_IS_LOST,
        "%s still waits after %s",
        grantable,
        step.command());
    if (!circleExcused) {
      WaitGraph graph = WaitGraph.of(ledger, tick);
      unless(!graph.hasCircle(), NO_DEADLOCK_IS_LEFT, "after %s: %s", step.command(), graph);
    }
  }

  private static void checkLiving(Entry entry) {
    Entry parent = entry.parent;
    if (parent != null) {
      unless(parent.isActive(), CHILDREN_END_WITH_THEIR_PARENT, "%s lives, not %s", entry, parent);
      unless(
          entry.deadline <= parent.deadline
              && (parent.exclusive || !entry.exclusive)
              && (entry.mask & ~parent.mask) == 0,
          CHILDREN_ARE_NARROWER,
          "%s out of %s",
          entry,
          parent);
    }
    if (entry.isActive()) {
      unless(
          entry.account == null || !entry.account.isExhausted(),
          EXHAUSTION_ENDS_A_LEASE,
          "%s is spent",
          entry);
      unless(
          entry.tokenDeadline == 0 || entry.deadline <= entry.tokenDeadline,
          LEASES_FALL_WITH_THEIR_TOKEN,
          "%s outlasts %d",
          entry,
          entry.tokenDeadline);
    }
  }

  /** A child that ended with its parent, and is not forgotten yet, ended at the same instant. */
  private void checkEndedChildren() {
    for (Event event : step.outcome().events()) {
      if (event instanceof LeaseEvent.Ended e && e.reason().equals(EndRules.PARENT_ENDED)) {
        Entry child = ledger.find(e.leaseId());
        if (child != null && !isRefreshed(child.parent)) {
          checkEndedChild(e, child);
        }
      }
    }
  }

  /** A parent in grace may come back in the step that recorded its expiry; its children do not. */
  private boolean isRefreshed(@Nullable Entry parent) {
    return parent != null
        && step.outcome().events().stream()
            .anyMatch(
                e ->
                    (e instanceof BudgetEvent.Refreshed r && r.leaseId().equals(parent.id))
                        || (e instanceof ApprovalEvent.MoreApproved a
                            && a.leaseId().equals(parent.id)));
  }

  private static void checkEndedChild(LeaseEvent.Ended e, Entry child) {
    Entry parent = child.parent;
    unless(
        parent != null
            && !parent.isActive()
            && (child.endedTick == parent.endedTick || child.endedTick != e.endedTick()),
        CHILDREN_END_WITH_THEIR_PARENT,
        "%s of %s, and the parent is %s",
        e,
        child,
        parent);
  }

  /** A lease in grace makes room only for one that its holder is granted in the same step. */
  private void checkReplaced() {
    String replaced = null;
    for (Event event : step.outcome().events()) {
      if (event instanceof LeaseEvent.Ended e && e.reason().equals(EndRules.REPLACED)) {
        replaced = e.endedBy();
      } else if (event instanceof LeaseEvent.Granted e && e.claim().holder().equals(replaced)) {
        replaced = null;
      } else if (event instanceof LeaseEvent.GrantedFromQueue e
          && ledger.find(e.leaseId()) instanceof Entry entry
          && entry.holder().equals(replaced)) {
        replaced = null;
      }
    }
    unless(
        replaced == null,
        NO_CHANGE_WITHOUT_CAUSE,
        "a lease of %s made room for nothing: %s",
        replaced,
        step.outcome().events());
  }

  private void checkRevokedToken() {
    if (step.command() instanceof AdminCommand.RevokeToken revoked
        && step.outcome().reply() instanceof Reply.OfToken) {
      List<Entry> left =
          ledger.living().stream().filter(e -> e.tokenId.equals(revoked.tokenId())).toList();
      unless(left.isEmpty(), LEASES_FALL_WITH_THEIR_TOKEN, "%s is left after %s", left, revoked);
    }
  }

  private void checkReleasedAll() {
    if (step.command() instanceof LeaseCommand.ReleaseAll all
        && step.outcome().reply() instanceof Reply.Swept swept
        && !swept.more()) {
      List<Entry> left =
          ledger.living().stream().filter(e -> e.holder().equals(all.holder())).toList();
      unless(left.isEmpty(), REPLIES_TELL_THE_TRUTH, "%s is left after %s", left, all);
    }
  }

  private void checkRestored() {
    if (!(step.outcome().reply() instanceof Reply.Restored)) {
      return;
    }
    boolean closed = true;
    for (PoolBook pool : ledger.money.pools()) {
      closed &= !pool.open;
    }
    boolean named = true;
    for (Event event : step.outcome().events()) {
      named &=
          !(event instanceof LeaseEvent.Ended e)
              || !e.reason().equals(EndRules.PARENT_ENDED)
              || e.endedTick() < tick;
    }
    unless(
        ledger.living().isEmpty() && ledger.money.openHolds.isEmpty() && closed && named,
        A_RESTORE_ENDS_EVERYTHING,
        "%s lives, holds %s, events %s",
        ledger.living(),
        ledger.money.openHolds,
        step.outcome().events());
  }

  /**
   * While somebody waits, aging may bring the server back earlier than any deadline; nothing does
   * while it is not to sweep.
   */
  private void checkFigures() {
    long nextDue = Long.MAX_VALUE;
    for (Entry entry : ledger.living()) {
      nextDue = Math.min(nextDue, entry.dueTick());
    }
    for (LeaseAccount.Hold hold : ledger.money.openHolds.values()) {
      nextDue = Math.min(nextDue, hold.deadlineTick());
    }
    boolean sweeps = ledger.config.sweeps();
    nextDue = sweeps ? nextDue : Long.MAX_VALUE;
    Step.Figures told = step.figures();
    Step.Figures own =
        new Step.Figures(
            ledger.living().size(), ledger.waiting().size(), ledger.ended.size(), nextDue);
    boolean sooner = sweeps && own.waiting() > 0 && told.nextDueTick() <= nextDue;
    unless(
        told.equals(sooner ? own.dueAt(told.nextDueTick()) : own),
        COUNTS_AGREE,
        "the server says %s, the books %s",
        told,
        own);
  }

  private void checkNotices() {
    String actor = step.outcome().stamp().caller().actor();
    List<NoticeBook.Note> own = ledger.notices.told(actor, Step.MOST_NOTICES);
    List<Notice> told = step.notices();
    boolean same = told.size() == own.size();
    for (int i = 0; same && i < told.size(); i++) {
      same =
          told.get(i).position() == own.get(i).position()
              && told.get(i).kind() == own.get(i).kind()
              && told.get(i).leaseId().equals(own.get(i).leaseId());
    }
    unless(same, NOTICES_ARE_TOLD, "the holder is told %s, the books have %s", told, own);
  }
}
