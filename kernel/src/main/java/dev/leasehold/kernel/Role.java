package dev.leasehold.kernel;

import java.util.Optional;

/** The rights of a caller: its own leases, to read everything, or everything. */
public enum Role {
  AGENT,
  AUDITOR,
  ADMIN;

  public static Optional<Role> parse(String text) {
    return Spelling.parse(Role.class, text);
  }
}
