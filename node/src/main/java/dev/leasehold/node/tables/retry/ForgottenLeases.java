package dev.leasehold.node.tables.retry;

import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * How far the kernel has forgotten leases. Whoever looks for one in the tables waits until these
 * are as far: before, they may lack it, or know it as it was before its end. Safe for any thread.
 */
public final class ForgottenLeases {

  private final LongFunction<CompletableFuture<@Nullable Void>> fedTo;
  private volatile long position;

  /**
   * @param position by which all had ended that are forgotten so far
   * @param fedTo done when the tables have all up to a position; fails if that takes too long
   */
  public ForgottenLeases(long position, LongFunction<CompletableFuture<@Nullable Void>> fedTo) {
    this.position = position;
    this.fedTo = fedTo;
  }

  /** Takes note that leases are forgotten, which had ended by the position. For one thread. */
  void forgot(long endedBy) {
    position = Math.max(position, endedBy);
  }

  /** Done when the tables have all leases that were forgotten before this was called. */
  CompletableFuture<@Nullable Void> areFed() {
    return fedTo.apply(position);
  }
}
