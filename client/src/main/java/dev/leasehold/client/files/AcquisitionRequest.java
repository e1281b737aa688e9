package dev.leasehold.client.files;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A file that somebody wants to have to itself. The agent is whoever the client's token names.
 *
 * @param filePath a plain path in the space; one that ends with a slash is a directory with all
 *     that is in it
 * @param ttl how long without a renewal; null for the server's {@code default_ttl_seconds}
 * @param maxRenewals -1 for as many as the server allows
 * @param timeout how long to wait if it blocks; null for the server's {@code
 *     acquisition_timeout_ms}
 * @param blocking whether to wait for others at all
 */
public record AcquisitionRequest(
    String filePath,
    @Nullable Duration ttl,
    int maxRenewals,
    @Nullable Duration timeout,
    boolean blocking) {

  /** Allows as many renewals as the server does. */
  public static final int UNLIMITED = -1;

  public AcquisitionRequest {
    if (maxRenewals < UNLIMITED) {
      throw new IllegalArgumentException("maxRenewals is -1 or more: " + maxRenewals);
    }
    if (timeout != null && timeout.isNegative()) {
      throw new IllegalArgumentException("timeout is not negative: " + timeout);
    }
  }

  /** A request with all defaults: refused at once if somebody has the file. */
  public static AcquisitionRequest of(String filePath) {
    return new AcquisitionRequest(filePath, null, UNLIMITED, null, false);
  }

  public AcquisitionRequest withTtl(Duration newTtl) {
    return new AcquisitionRequest(filePath, newTtl, maxRenewals, timeout, blocking);
  }

  public AcquisitionRequest withMaxRenewals(int renewals) {
    return new AcquisitionRequest(filePath, ttl, renewals, timeout, blocking);
  }

  /** Waits for as long as the server's settings say. */
  public AcquisitionRequest blockingByDefault() {
    return new AcquisitionRequest(filePath, ttl, maxRenewals, null, true);
  }

  /** Waits for at most so long. */
  public AcquisitionRequest blockingFor(Duration longest) {
    return new AcquisitionRequest(filePath, ttl, maxRenewals, longest, true);
  }
}
