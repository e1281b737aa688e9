package dev.leasehold.testing.simulation;

import java.util.Map;

/** What the auditor knows about the five policies, from the design and not from the kernel. */
record PolicyFacts(
    long defaultTtlNanos,
    long graceNanos,
    boolean renewable,
    boolean epochsLast,
    String released,
    String revoked) {

  private static final long SECOND = 1_000_000_000L;

  private static final Map<String, PolicyFacts> BY_NAME =
      Map.of(
          "work", new PolicyFacts(900 * SECOND, 0, true, false, "RELEASED", "REVOKED"),
          "budget", new PolicyFacts(3_600 * SECOND, 60 * SECOND, false, false, "CLOSED", "REVOKED"),
          "workflow", new PolicyFacts(300 * SECOND, 0, true, true, "RELEASED", "REVOKED"),
          "file", new PolicyFacts(3_600 * SECOND, 0, true, false, "RELEASED", "REVOKED"),
          "checkout", new PolicyFacts(259_200 * SECOND, 0, false, false, "RELEASED", "EVICTED"));

  static PolicyFacts of(String policy) {
    PolicyFacts facts = BY_NAME.get(policy);
    if (facts == null) {
      throw new IllegalArgumentException("no policy: " + policy);
    }
    return facts;
  }
}
