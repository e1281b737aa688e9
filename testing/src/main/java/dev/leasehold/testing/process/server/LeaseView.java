package dev.leasehold.testing.process.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * A lease as a client sees it.
 *
 * @param scope its one pattern
 */
public record LeaseView(
    String leaseId,
    String holder,
    String scope,
    String mode,
    String state,
    long fencingToken,
    int renewalCount,
    long ttlNanos,
    long remainingNanos,
    Instant issuedAt,
    Instant expiresAt,
    long issuedAtTick,
    long expiresAtTick,
    String requestId) {

  /** The end of a lease that waits, or waited in vain: the server names none. */
  private static final String NEVER = Instant.MAX.toString();

  static LeaseView of(JsonNode json) {
    return new LeaseView(
        json.path("leaseId").asText(),
        json.path("holder").asText(),
        json.path("scope").path(0).asText(),
        json.path("mode").asText(),
        json.path("state").asText(),
        json.path("fencingToken").asLong(),
        json.path("renewalCount").asInt(),
        nanos(json.path("ttl").asText()),
        nanos(json.path("remaining").asText()),
        Instant.parse(json.path("issuedAt").asText()),
        Instant.parse(json.path("expiresAt").asText(NEVER)),
        json.path("issuedAtTick").asLong(),
        json.path("expiresAtTick").asLong(),
        json.path("requestId").asText(""));
  }

  /** A duration as replies have it: decimal seconds, {@code 259199.9s}. */
  private static long nanos(String seconds) {
    String figure = seconds.substring(0, seconds.length() - 1);
    return new BigDecimal(figure).movePointRight(9).longValueExact();
  }

  public boolean isActive() {
    return state.equals("ACTIVE");
  }

  boolean isExclusive() {
    return mode.equals("EXCLUSIVE");
  }

  /**
   * Whether both cannot be held at once. Knows only the two kinds of scope that the load uses,
   * plain paths and subtrees, on purpose: nothing here is the server's own idea of an overlap.
   */
  public boolean conflictsWith(LeaseView other) {
    return (isExclusive() || other.isExclusive())
        && (covers(scope, other.scope) || covers(other.scope, scope));
  }

  private static boolean covers(String outer, String inner) {
    String innerRoot = root(inner);
    if (!outer.endsWith("/**")) {
      return inner.equals(outer);
    }
    return innerRoot.equals(root(outer)) || innerRoot.startsWith(root(outer) + "/");
  }

  private static String root(String scope) {
    return scope.endsWith("/**") ? scope.substring(0, scope.length() - 3) : scope;
  }
}
