package dev.leasehold.embedded;

/** What a caller may do. */
public enum Role {
  /** Has leases of its own. */
  AGENT("agent"),
  /** Reads everything and changes nothing. */
  AUDITOR("auditor"),
  /** Does everything, for others too. */
  ADMIN("admin");

  private final String word;

  Role(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }
}
