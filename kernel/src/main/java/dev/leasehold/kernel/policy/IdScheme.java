package dev.leasehold.kernel.policy;

/** The source of lease ids under a policy. Generated ids arrive inside the command. */
public enum IdScheme {
  CALLER_OR_UUID,
  UUID,
  ULID;

  public boolean acceptsCallersId() {
    return this == CALLER_OR_UUID;
  }
}
