package dev.leasehold.testing.simulation.books;

import org.jspecify.annotations.Nullable;

/** A request for more budget or more time, and what has become of it. */
public final class AskedMore {

  public final long id;
  public final Entry entry;
  public final long[] amounts;

  /** How much more time is asked for; 0 if it is budget. */
  public final long ttlNanos;

  /** How much more time the lease got. */
  public long grantedNanos;

  /** APPROVED or DECLINED; null while nobody has decided. */
  public @Nullable String decision;

  public String by = "";
  public String reason = "";

  AskedMore(long id, Entry entry, long[] amounts, long ttlNanos) {
    this.id = id;
    this.entry = entry;
    this.amounts = amounts;
    this.ttlNanos = ttlNanos;
  }

  /** Nobody has decided, and the lease is active or in grace. */
  public boolean isOpen() {
    return decision == null && entry.blocks();
  }

  /** The status that replies give it. */
  public String status() {
    return isOpen() ? "OPEN" : decision == null ? "ENDED" : decision;
  }
}
