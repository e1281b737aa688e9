package dev.leasehold.kernel;

/**
 * Money that leases draw on. What was ever put in is free, outstanding with leases, or spent.
 *
 * @param open whether it grants; a restored pool does not until an admin has confirmed what was
 *     spent
 */
public record Pool(String id, Amounts free, Amounts outstanding, Amounts spent, boolean open) {

  public Amounts total() {
    return free.plus(outstanding).plus(spent);
  }
}
