package dev.leasehold.registrar;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.BudgetEnd;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.event.NoticeEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.view.ExpiryCause;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.ReleaseReason;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The kernel that remembers the ledger's leases, and notes of what the kernel has no place for.
 *
 * <p>The kernel's tick is the ledger's wall nanosecond here, and its clock stands at 0: deadlines
 * and endings are absolute, no deadline is ever reached by itself, and a lease ends when the ledger
 * says so. The ledger's own ticks have many rates and origins and decide only queries, so they are
 * notes.
 */
final class Register {

  private static final long STANDING_CLOCK = 0;
  private static final String SPACE = "work";

  final Kernel kernel;

  /**
   * Notes by lease id; a lease without one has been pruned, though the kernel may still have it.
   */
  private final NavigableMap<String, LedgerNote> notes;

  Register() {
    this(new Kernel(), new TreeMap<>());
  }

  Register(Kernel kernel, NavigableMap<String, LedgerNote> notes) {
    this.kernel = kernel;
    this.notes = notes;
  }

  NavigableMap<String, LedgerNote> notes() {
    return Collections.unmodifiableNavigableMap(notes);
  }

  int size() {
    return notes.size();
  }

  int activeCount() {
    return kernel.livingCount();
  }

  @Nullable RegisteredLease find(String leaseId) {
    Lease lease = kernel.recorded().lease(leaseId);
    return lease == null ? null : show(lease);
  }

  /** Pruned or not, an id is used once. */
  boolean isUsed(String leaseId) {
    return kernel.recorded().isUsed(leaseId);
  }

  @Nullable RegisteredLease activeFor(String workId) {
    if (Inputs.checkId(LedgerNote.WORK_ID, workId) != null) {
      return null;
    }
    Lease blocker = kernel.recorded().blocker(SPACE, WorkPath.of(workId));
    return blocker == null ? null : show(blocker);
  }

  /** All leases, in the order they were issued. */
  List<RegisteredLease> all() {
    return shown(kernel.recorded().leases());
  }

  List<RegisteredLease> of(String actorId) {
    return shown(kernel.recorded().leasesOf(actorId));
  }

  private List<RegisteredLease> shown(List<Lease> leases) {
    return leases.stream().map(this::show).filter(Objects::nonNull).toList();
  }

  private @Nullable RegisteredLease show(Lease lease) {
    LedgerNote note = notes.get(lease.id());
    return note == null ? null : note.show(lease);
  }

  void issue(Payload.Issued issued, String registrarId) {
    Claim claim =
        new Claim(
            issued.leaseId(),
            true,
            Policy.WORK.name(),
            Policy.WORK.version(),
            SPACE,
            WorkPath.of(issued.workId()),
            Mode.EXCLUSIVE,
            issued.actorId(),
            "",
            issued.expiresAt(),
            Policy.UNLIMITED,
            Map.of(LedgerNote.WORK_ID, issued.workId()),
            Event.Request.NONE,
            Claim.RareTerms.NONE);
    kernel.replay(new LeaseEvent.Granted(next(), claim, 0, issued.expiresAt(), Amounts.NONE));
    notes.put(issued.leaseId(), LedgerNote.of(issued, registrarId));
  }

  void renew(RegisteredLease lease, Payload.Renewed renewed, long timestampNanos) {
    int count = lease.renewalCount();
    kernel.replay(
        new LeaseEvent.Renewed(
            next(),
            lease.leaseId(),
            renewed.newExpiresAt(),
            renewed.newExpiresAt(),
            count == Integer.MAX_VALUE ? count : count + 1,
            Event.Request.NONE));
    notes.computeIfPresent(lease.leaseId(), (id, note) -> note.renewed(renewed, timestampNanos));
  }

  void release(RegisteredLease lease, ReleaseReason reason, long timestampNanos) {
    kernel.replay(
        new LeaseEvent.Ended(
            next(),
            lease.leaseId(),
            LeaseState.RELEASED,
            reason.name(),
            lease.actorId(),
            timestampNanos,
            Event.Request.NONE,
            BudgetEnd.NONE));
  }

  /** Expires the lease as of its own end; nobody reads the notice to its holder here. */
  void expire(RegisteredLease lease) {
    Event.At expired = next();
    kernel.replay(
        new LeaseEvent.Expired(
            expired,
            lease.leaseId(),
            ExpiryCause.TIME,
            lease.expiresAt(),
            lease.renewalCount(),
            0,
            LeaseEvent.Expired.UNDATED,
            BudgetEnd.NONE));
    kernel.replay(
        new NoticeEvent.NoticesAcknowledged(next(), lease.actorId(), List.of(expired.position())));
  }

  /**
   * Forgets those of the ended that were chosen, and says how many. The kernel forgets in the order
   * in which they ended, so one that ended later than another that stays leaves it later too; here
   * it is gone at once.
   */
  int prune(Predicate<RegisteredLease> chosen) {
    int pruned = 0;
    int inFront = 0;
    boolean gap = false;
    for (Lease ended : kernel.recorded().ended()) {
      RegisteredLease lease = show(ended);
      if (lease != null && chosen.test(lease)) {
        notes.remove(lease.leaseId());
        pruned++;
        lease = null;
      }
      gap |= lease != null;
      inFront += gap ? 0 : 1;
    }
    if (inFront > 0) {
      kernel.replay(new AdminEvent.Pruned(next(), inFront, 0, 0, true));
    }
    return pruned;
  }

  private Event.At next() {
    return new Event.At(kernel.lastPosition() + 1, STANDING_CLOCK, STANDING_CLOCK);
  }
}
