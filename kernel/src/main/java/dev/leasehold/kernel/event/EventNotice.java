package dev.leasehold.kernel.event;

import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.notice.NoticeKind;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.ScopeEntry;
import dev.leasehold.kernel.view.ExpiryCause;
import dev.leasehold.kernel.view.PlannedEnd;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The notice that an event makes, worked out from the event and from what never changes of its
 * lease: for those who read the journal and have no state.
 *
 * @param holders the holders that are told; none for admins of all spaces
 */
public record EventNotice(List<String> holders, Notice notice) {

  /**
   * @param holder of the lease that the event names; this, the space and the path are of no use for
   *     an event that says itself who is told of what
   * @param path of the lease, as {@link #pathOf} gives it
   * @return null if the event tells nobody; of a notice it does not say whether it is of a budget,
   *     nor of a lease received whether its end was announced: see {@link Notice#within}
   */
  public static @Nullable EventNotice of(Event event, String holder, String space, String path) {
    return of(event, holder, space, path, false);
  }

  /**
   * @param ofBudgetLease whether the lease is its holder's right to spend
   */
  public static @Nullable EventNotice of(
      Event event, String holder, String space, String path, boolean ofBudgetLease) {
    return new Of(event, holder, space, path, ofBudgetLease).notice();
  }

  /** The words for what is leased; of several paths the first, and how many more there are. */
  public static String pathOf(Scope scope) {
    List<ScopeEntry> entries = scope.entries();
    String first = entries.get(0).text();
    int more = entries.size() - 1;
    return more == 0 ? first : first + " and " + more + " more";
  }

  /** One event with its lease. */
  private record Of(Event event, String holder, String space, String path, boolean ofBudgetLease) {

    @Nullable EventNotice notice() {
      return switch (event) {
        case LeaseEvent.Reminded e -> toHolder(e, NoticeKind.REMINDER, "", e.leftNanos(), "");
        case LeaseEvent.EndPlanned e when isByAdmin(e.end()) ->
            toHolder(e, NoticeKind.ENDING, e.end().reason(), e.end().tick() - e.tick(), "");
        case LeaseEvent.Transferred e ->
            to(List.of(e.toHolder()), e.newLeaseId(), NoticeKind.RECEIVED, e.note(), 0, "");
        case LeaseEvent.Granted e when !e.claim().rare().parentId().isEmpty() ->
            toHolder(e, NoticeKind.RECEIVED, "", 0, "");
        case LeaseEvent.GrantedFromQueue e ->
            toHolder(e, NoticeKind.GRANTED, "", e.deadlineTick() - e.tick(), "");
        case LeaseEvent.Expired e -> expired(e);
        case LeaseEvent.Ended e when isNews(e) ->
            toHolder(e, NoticeKind.ofEnd(e.state()), e.reason(), 0, "");
        case LeaseEvent.Asked e -> toHolder(e, NoticeKind.QUESTION, e.note(), 0, e.asker());
        case BudgetEvent.ThresholdReached e -> toHolder(e, NoticeKind.THRESHOLD, e.share(), 0, "");
        case BudgetEvent.OverrunReported e ->
            to(List.of(), e.leaseId(), NoticeKind.OVERRUN, e.cost(), 0, e.reporter());
        case ApprovalEvent.MoreRequested e ->
            to(
                List.of(),
                e.leaseId(),
                NoticeKind.REQUEST,
                e.amounts() + ": " + e.justification(),
                0,
                holder);
        case ApprovalEvent.MoreApproved e ->
            toHolder(e, NoticeKind.APPROVED, e.amounts() + ": " + e.reason(), 0, e.by());
        case ApprovalEvent.MoreDeclined e ->
            toHolder(e, NoticeKind.DECLINED, e.reason(), 0, e.by());
        case ApprovalEvent.ExtensionRequested e ->
            to(List.of(), e.leaseId(), NoticeKind.EXTENSION_REQUEST, e.asked(), 0, holder);
        case ApprovalEvent.ExtensionApproved e ->
            toHolder(e, NoticeKind.EXTENDED, e.granted(), e.deadlineTick() - e.tick(), e.by());
        case ApprovalEvent.ExtensionDeclined e ->
            toHolder(e, NoticeKind.EXTENSION_DECLINED, e.reason(), 0, e.by());
        case LeaseEvent.CommitRecorded e -> lateCommit(e);
        default -> null;
      };
    }

    private static boolean isByAdmin(PlannedEnd end) {
      return end.state() == LeaseState.REVOKED || end.state() == LeaseState.EVICTED;
    }

    /** The end of a grace is none: the expiry was told. */
    private boolean isNews(LeaseEvent.Ended e) {
      return e.state() != LeaseState.FAILED
          && e.state() != LeaseState.CLOSED
          && !e.endedBy().equals(holder);
    }

    private EventNotice expired(LeaseEvent.Expired e) {
      long grace = e.graceEndTick() == 0 ? 0 : Math.max(0, e.graceEndTick() - e.tick());
      String cause = e.cause() == ExpiryCause.TIME ? "" : e.cause().name();
      return toHolder(e, NoticeKind.EXPIRED, cause, grace, "");
    }

    private static EventNotice lateCommit(LeaseEvent.CommitRecorded e) {
      return new Of(e, e.holder(), e.space(), e.path(), false)
          .to(e.told(), e.leaseId(), NoticeKind.LATE_COMMIT, e.commit(), 0, e.holder());
    }

    private EventNotice toHolder(
        Event.OfLease e, NoticeKind kind, String reason, long leftNanos, String by) {
      return to(List.of(holder), e.leaseId(), kind, reason, leftNanos, by);
    }

    private EventNotice to(
        List<String> told,
        String leaseId,
        NoticeKind kind,
        String reason,
        long leftNanos,
        String by) {
      return new EventNotice(
          told,
          new Notice(
              event.position(),
              kind,
              leaseId,
              event.tick(),
              event.wallNanos(),
              reason,
              leftNanos,
              space,
              path,
              ofBudgetLease,
              by));
    }
  }
}
