package dev.leasehold.kernel.state;

import dev.leasehold.kernel.BudgetRequest;
import dev.leasehold.kernel.Limits;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Requests for more budget, by the positions that name them. They live with the accounts of their
 * leases, and so are forgotten with these.
 */
public final class BudgetRequests {

  private final TreeMap<Long, Account> byId = new TreeMap<>();
  private final TreeMap<Long, Account> open = new TreeMap<>();

  public int openCount() {
    return open.size();
  }

  /** The open ones, the oldest first. */
  public List<BudgetRequest> open() {
    return open.entrySet().stream().map(e -> of(e.getValue(), e.getKey())).toList();
  }

  public @Nullable BudgetRequest find(long id) {
    Account account = byId.get(id);
    return account == null ? null : account.budgetRequests.get(id);
  }

  private static BudgetRequest of(Account account, long id) {
    BudgetRequest request = account.budgetRequests.get(id);
    if (request == null) {
      throw new IllegalStateException("a request that is not there: " + id);
    }
    return request;
  }

  /** Adds one; beyond the limit the lease forgets the oldest that is decided. */
  public void add(Account account, BudgetRequest request) {
    account.budgetRequests.put(request.position(), request);
    byId.put(request.position(), account);
    if (request.isOpen()) {
      open.put(request.position(), account);
    }
    if (account.budgetRequests.size() > Limits.MAX_REQUESTS_OF_ONE) {
      account.budgetRequests.values().stream()
          .filter(each -> !each.isOpen())
          .findFirst()
          .ifPresent(oldest -> remove(account, oldest.position()));
    }
  }

  private void remove(Account account, long id) {
    account.budgetRequests.remove(id);
    byId.remove(id);
  }

  /** Puts the decided request in the place of the open one. */
  public void decide(BudgetRequest decided) {
    Account account = open.remove(decided.position());
    if (account == null) {
      throw new IllegalStateException("a request that is not open: " + decided.position());
    }
    account.budgetRequests.put(decided.position(), decided);
  }

  /** Forgets all requests of a lease that is forgotten. */
  public void forget(LeaseRecord record) {
    Account account = record.account();
    if (account != null) {
      account.budgetRequests.keySet().forEach(byId::remove);
    }
  }
}
