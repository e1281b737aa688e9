package dev.leasehold.node.tables.retry;

import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How far the kernel has forgotten leases. Until the tables are as far they may lack one, or know
 * it as it was before its end; whoever finds that in them waits. Safe for any thread.
 */
public final class ForgottenPosition {

  private final UnfedKeys unfed;
  private final LongSupplier fedPosition;
  private final LongFunction<CompletableFuture<@Nullable Void>> fedTo;
  private volatile long position;

  /**
   * @param position no lease that is forgotten so far ended after it
   * @param fedPosition how far the tables have got
   * @param fedTo done when the tables have all up to a position; fails if that takes too long
   */
  public ForgottenPosition(
      long position,
      UnfedKeys unfed,
      LongSupplier fedPosition,
      LongFunction<CompletableFuture<@Nullable Void>> fedTo) {
    this.position = position;
    this.unfed = unfed;
    this.fedPosition = fedPosition;
    this.fedTo = fedTo;
  }

  /** Takes note that leases are forgotten, none of which ended after the position. */
  synchronized void forgot(long endedBy) {
    position = Math.max(position, endedBy);
  }

  /**
   * Looks for a lease in the tables, and once more when they have all that is forgotten, if what
   * was found may not be the last word.
   *
   * @param key of the lease
   * @param isLast whether nothing more can happen to what was found
   */
  <T> CompletableFuture<@Nullable T> find(
      long key, Supplier<CompletableFuture<@Nullable T>> look, Predicate<T> isLast) {
    // Asked before the tables: a lease that is in neither was never made.
    boolean mayBeUnfed = unfed.mayHave(key);
    return fedPosition.getAsLong() >= position
        ? look.get()
        : look.get()
            .thenCompose(
                found ->
                    (found == null ? !mayBeUnfed : isLast.test(found))
                        ? CompletableFuture.completedFuture(found)
                        : areFed().thenCompose(fed -> look.get()));
  }

  /** Done when the tables have all up to a position, or that takes too long. */
  CompletableFuture<@Nullable Void> untilFed(long lastPosition) {
    return fedTo.apply(lastPosition).exceptionally(late -> null);
  }

  /** Done when the tables have all leases that were forgotten before this was called. */
  CompletableFuture<@Nullable Void> areFed() {
    return fedTo.apply(position);
  }
}
