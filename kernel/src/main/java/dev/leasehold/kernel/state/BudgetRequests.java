package dev.leasehold.kernel.state;

import dev.leasehold.kernel.budget.BudgetRequest;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.LimitRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Requests for more budget and for more time, by the positions that name them. They live with their
 * leases, and so are forgotten with these.
 */
public final class BudgetRequests {

  private final TreeMap<Long, LeaseRecord> byId = new TreeMap<>();
  private final TreeMap<Long, LeaseRecord> open = new TreeMap<>();

  /** Refuses one more request where people have enough to read. */
  public @Nullable Refusal tooMany(LeaseRecord record) {
    long own =
        record.rare().approvalRequests.values().stream().filter(BudgetRequest::isOpen).count();
    if (own >= Limits.MAX_OPEN_REQUESTS_OF_ONE) {
      return new LimitRefusal.QuotaExceeded(
          "lease " + record.id + " has " + own + " open requests, all it may; wait for an answer");
    }
    String holder = record.holder.name;
    if (openOf(holder) >= Limits.MAX_OPEN_REQUESTS_OF_HOLDER) {
      return new LimitRefusal.QuotaExceeded(
          holder
              + " has "
              + Limits.MAX_OPEN_REQUESTS_OF_HOLDER
              + " open requests, all a holder may have; wait for an answer");
    }
    return open.size() < Limits.MAX_OPEN_REQUESTS
        ? null
        : new LimitRefusal.QuotaExceeded(
            "there are "
                + Limits.MAX_OPEN_REQUESTS
                + " open requests, all there may be; ask again when some are answered");
  }

  /** The number of open ones of a holder, under whichever of its leases. */
  private long openOf(String holder) {
    return open.values().stream().filter(record -> record.holder.name.equals(holder)).count();
  }

  /** The open ones, the oldest first. */
  public List<BudgetRequest> open() {
    return open.entrySet().stream().map(e -> of(e.getValue(), e.getKey())).toList();
  }

  public @Nullable BudgetRequest find(long id) {
    LeaseRecord record = byId.get(id);
    return record == null ? null : record.rare().approvalRequests.get(id);
  }

  private static BudgetRequest of(LeaseRecord record, long id) {
    BudgetRequest request = record.rare().approvalRequests.get(id);
    if (request == null) {
      throw new IllegalStateException("a request that is not there: " + id);
    }
    return request;
  }

  /** Adds one; beyond the limit the lease forgets the oldest that is decided. */
  public void add(LeaseRecord record, BudgetRequest request) {
    RareFields rare = record.rareToWrite();
    if (rare.approvalRequests.isEmpty()) {
      rare.approvalRequests = new TreeMap<>();
    }
    SortedMap<Long, BudgetRequest> asked = rare.approvalRequests;
    asked.put(request.position(), request);
    byId.put(request.position(), record);
    if (request.isOpen()) {
      open.put(request.position(), record);
    }
    if (asked.size() > Limits.MAX_REQUESTS_OF_ONE) {
      asked.values().stream()
          .filter(each -> !each.isOpen())
          .findFirst()
          .ifPresent(oldest -> remove(asked, oldest.position()));
    }
  }

  private void remove(SortedMap<Long, BudgetRequest> asked, long id) {
    asked.remove(id);
    byId.remove(id);
  }

  /** Puts the decided request in the place of the open one. */
  public void decide(BudgetRequest decided) {
    LeaseRecord record = open.remove(decided.position());
    if (record == null) {
      throw new IllegalStateException("a request that is not open: " + decided.position());
    }
    record.rare().approvalRequests.put(decided.position(), decided);
  }

  /** Forgets all requests of a lease that is forgotten. */
  public void forget(LeaseRecord record) {
    record.rare().approvalRequests.keySet().forEach(byId::remove);
  }
}
