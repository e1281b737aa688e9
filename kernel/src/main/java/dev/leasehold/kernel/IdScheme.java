package dev.leasehold.kernel;

/** Where the id of a lease comes from. Generated ids arrive inside the command. */
public enum IdScheme {
  CALLER_OR_UUID,
  UUID,
  ULID;

  public boolean acceptsCallersId() {
    return this == CALLER_OR_UUID;
  }
}
