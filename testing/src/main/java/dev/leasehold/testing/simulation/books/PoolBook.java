package dev.leasehold.testing.simulation.books;

import dev.leasehold.kernel.budget.Recurrence;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The accounts of a pool, and all leases that were given money from it. */
public final class PoolBook {

  public final String id;

  /** All that was ever put in and not taken out again. */
  public final long[] paidIn = Units.none();

  public final long[] free = Units.none();
  public final long[] spent = Units.none();
  public boolean open = true;

  /** How it is topped up, and the last period that it was. */
  public @Nullable Recurrence recurrence;

  public String period = "";

  final Map<String, LeaseAccount> accounts = new LinkedHashMap<>();

  PoolBook(String id) {
    this.id = id;
  }

  /** The money that leases have of the pool. */
  public long[] outstanding() {
    long[] sum = Units.none();
    for (LeaseAccount account : accounts.values()) {
      Units.add(sum, account.rest);
      Units.add(sum, account.reserved);
    }
    return sum;
  }
}
