package dev.leasehold.bench.compare.drive;

import dev.leasehold.bench.compare.client.Target;
import org.jspecify.annotations.Nullable;

/**
 * An order to a driver.
 *
 * @param target to connect to, of {@link Kind#OPEN} only
 * @param inFlight operations under way at a time, or contenders
 * @param seconds how long at most
 * @param count how many at most; 0 for as many as there is time for
 */
public record Order(Kind kind, @Nullable Target target, int inFlight, double seconds, long count) {

  /** The kinds of work. */
  public enum Kind {
    OPEN,
    CLOSE,
    /** Acquire and release of resources that nobody else wants. */
    CYCLE,
    /** Acquires that are kept until the client is closed. */
    HOLD,
    /** Renewals of what is held. */
    RENEW,
    /** Lock and unlock of one resource that all contenders want. */
    CONTEND
  }

  public static Order open(Target target) {
    return new Order(Kind.OPEN, target, 1, 60, 0);
  }

  public static Order close() {
    return new Order(Kind.CLOSE, null, 1, 60, 0);
  }

  public static Order of(Kind kind, int inFlight, double seconds) {
    return new Order(kind, null, inFlight, seconds, 0);
  }

  /** Holds so many, or as many as there is time for. */
  public static Order hold(int inFlight, double seconds, long count) {
    return new Order(Kind.HOLD, null, inFlight, seconds, count);
  }
}
