package dev.leasehold.testing.simulation.books;

import org.jspecify.annotations.Nullable;

/** A request for more, and what has become of it. */
public final class AskedMore {

  public final long id;
  public final Entry entry;
  public final long[] amounts;

  /** APPROVED or DECLINED; null while nobody has decided. */
  public @Nullable String decision;

  public String by = "";
  public String reason = "";

  AskedMore(long id, Entry entry, long[] amounts) {
    this.id = id;
    this.entry = entry;
    this.amounts = amounts;
  }

  /** Nobody has decided, and the lease is active or in grace. */
  public boolean isOpen() {
    return decision == null && entry.blocks();
  }

  /** What replies call it. */
  public String status() {
    return isOpen() ? "OPEN" : decision == null ? "ENDED" : decision;
  }
}
