package dev.leasehold.kernel;

import java.util.Optional;

/** What a caller may do: its own leases, read everything, or everything. */
public enum Role {
  AGENT,
  AUDITOR,
  ADMIN;

  public static Optional<Role> parse(String text) {
    return Names.parse(Role.class, text);
  }
}
