package dev.leasehold.cli.run;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.cli.naming.LeaseOptions;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.ServerOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The request for the lease of a run, made from its options and from what a run needs besides.
 *
 * @param lasts how long the lease is held without a word, or null if that is the policy's to say
 */
record RunTerms(Body body, @Nullable Duration lasts) {

  /** Covers the way of the grant to here, and the time from the command's end to the release. */
  private static final Duration LEEWAY = Duration.ofSeconds(30);

  /**
   * Makes the request. It has a session: two runs with one token are two workers, of whom one may
   * wait for the other.
   *
   * @param atLeast how long it must be possible to keep others out, which no ttl may be shorter
   *     than
   */
  static RunTerms of(LeaseOptions options, Duration atLeast, ServerOptions server)
      throws IOException {
    Body body = options.body(server);
    Fields given = Fields.parse(body.json());
    if (given.text("session").isEmpty()) {
      body = body.with("session", "run-" + UUID.randomUUID());
    }
    Duration ttl = given.duration("ttl");
    if (!atLeast.isZero() && (ttl == null ? !given.has("ttl") : ttl.compareTo(atLeast) < 0)) {
      ttl = atLeast.plus(LEEWAY);
      body = body.without("ttl").with("ttl", ttl);
    }
    return new RunTerms(body, shorter(ttl, given.duration("heartbeat")));
  }

  /** How long a lease that was granted is held without a word. */
  static @Nullable Duration lasting(Lease lease) {
    Duration heartbeat = lease.hasHeartbeat() ? duration(lease.getHeartbeat()) : null;
    return shorter(duration(lease.getTtl()), heartbeat);
  }

  private static @Nullable Duration shorter(@Nullable Duration a, @Nullable Duration b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a.compareTo(b) < 0 ? a : b;
  }

  static Duration duration(com.google.protobuf.Duration wire) {
    return Duration.ofSeconds(wire.getSeconds(), wire.getNanos());
  }
}
