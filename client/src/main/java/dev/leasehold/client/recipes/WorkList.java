package dev.leasehold.client.recipes;

import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdException;
import dev.leasehold.client.work.WorkClaims;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Takes items off a list that several workers share, each item with one worker at a time.
 *
 * <pre>{@code
 * WorkList<Mail> mails = WorkList.of(claims, Mail::id, mail -> !outbox.isSent(mail));
 * while (mails.work(outbox.unsent(), (mail, claim) -> send(claim.fencingToken(), mail))) {}
 * }</pre>
 *
 * <p>A claim says that nobody else works on an item, not that nobody has. Two workers may have read
 * the same list, and one of them may be done with an item before the other claims it. So the item
 * is looked at again after it was claimed, and given back if it is not open any more. For that to
 * be enough a worker must have recorded its work as done before it gives the claim back: {@link
 * #work} does so if what it is given to do does.
 *
 * @param <T> the type of the items
 */
public final class WorkList<T> {

  /** The work to do on an item. */
  @FunctionalInterface
  public interface Work<T> {

    /** Returns when the item is done and recorded as done. */
    void on(T item, HeldLease claim);
  }

  /** An item and the claim to it; to close it without {@code complete} gives the item back. */
  public record Claimed<T>(T item, HeldLease claim) implements AutoCloseable {
    @Override
    public void close() {
      claim.close();
    }
  }

  private final WorkClaims claims;
  private final Function<T, String> idOf;
  private final Predicate<T> isOpen;

  private WorkList(WorkClaims claims, Function<T, String> idOf, Predicate<T> isOpen) {
    this.claims = claims;
    this.idOf = idOf;
    this.isOpen = isOpen;
  }

  /**
   * Names the items and says how to see whether one is still to be done.
   *
   * @param isOpen asked with the item claimed, of whatever records that items are done
   */
  public static <T> WorkList<T> of(
      WorkClaims claims, Function<T, String> idOf, Predicate<T> isOpen) {
    return new WorkList<>(claims, idOf, isOpen);
  }

  /** Claims the first of the items that is open and that nobody has; empty if there is none. */
  public Optional<Claimed<T>> claimFirst(Collection<T> items) {
    for (T item : items) {
      Optional<HeldLease> claim = Turn.unlessRunOut(() -> claims.tryClaim(idOf.apply(item)));
      if (claim.isPresent()) {
        if (isStillOpen(item, claim.get())) {
          return Optional.of(new Claimed<>(item, claim.get()));
        }
        claims.giveBack(claim.get());
      }
    }
    return Optional.empty();
  }

  private boolean isStillOpen(T item, HeldLease claim) {
    try {
      return isOpen.test(item);
    } catch (RuntimeException | Error e) {
      claim.close();
      throw e;
    }
  }

  /**
   * Claims one item, does it and gives it back, as completed, or as aborted if that throws.
   *
   * @return whether there was an item to do
   */
  public boolean work(Collection<T> items, Work<T> work) {
    Optional<Claimed<T>> next = claimFirst(items);
    if (next.isEmpty()) {
      return false;
    }
    try (Claimed<T> claimed = next.get()) {
      try {
        work.on(claimed.item(), claimed.claim());
      } catch (RuntimeException | Error e) {
        abort(claimed.claim(), e);
        throw e;
      }
      claimed.claim().ensureHeld();
      claims.complete(claimed.claim());
    }
    return true;
  }

  /** A claim that could not be given back ends with its ttl; why the work failed matters more. */
  private void abort(HeldLease claim, Throwable why) {
    try {
      claims.abort(claim);
    } catch (LeaseholdException e) {
      why.addSuppressed(e);
    }
  }
}
