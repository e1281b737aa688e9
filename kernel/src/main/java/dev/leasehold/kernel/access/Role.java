package dev.leasehold.kernel.access;

import dev.leasehold.kernel.policy.Spelling;
import java.util.Optional;

/**
 * The rights of a caller. An agent uses its own leases, an auditor reads everything, an admin may
 * do everything, and a gateway spends for leases whose IP tokens it was shown.
 */
public enum Role {
  AGENT,
  AUDITOR,
  ADMIN,
  GATEWAY;

  public static Optional<Role> parse(String text) {
    return Spelling.parse(Role.class, text);
  }
}
