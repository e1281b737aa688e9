package dev.leasehold.embedded;

/** The rights of a caller. */
public enum Role {
  /** An agent has leases of its own. */
  AGENT("agent"),
  /** An auditor reads everything and changes nothing. */
  AUDITOR("auditor"),
  /** An admin does everything, for others too. */
  ADMIN("admin");

  private final String word;

  Role(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }
}
