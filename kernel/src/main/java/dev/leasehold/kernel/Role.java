package dev.leasehold.kernel;

import java.util.Optional;

/**
 * The rights of a caller: its own leases, to read everything, everything, or to spend for leases
 * whose IP tokens it was shown.
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
