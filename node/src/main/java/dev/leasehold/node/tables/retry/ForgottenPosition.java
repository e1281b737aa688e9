package dev.leasehold.node.tables.retry;

import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * How far the kernel has forgotten leases. Until the tables are as far they may lack one, or know
 * it as it was before its end; whoever asks them for many leases waits. Safe for any thread.
 */
public final class ForgottenPosition {

  private final LongFunction<CompletableFuture<@Nullable Void>> fedTo;
  private volatile long position;

  /**
   * @param position no lease that is forgotten so far ended after it
   * @param fedTo done when the tables have all up to a position; fails if that takes too long
   */
  public ForgottenPosition(long position, LongFunction<CompletableFuture<@Nullable Void>> fedTo) {
    this.position = position;
    this.fedTo = fedTo;
  }

  /** Takes note that leases are forgotten, none of which ended after the position. */
  synchronized void forgot(long endedBy) {
    position = Math.max(position, endedBy);
  }

  /** Done when the tables have all leases that were forgotten before this was called. */
  CompletableFuture<@Nullable Void> areFed() {
    return fedTo.apply(position);
  }
}
