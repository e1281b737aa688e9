package dev.leasehold.kernel;

import java.util.List;

/**
 * Who sent a command, as the server has established it. An empty list of spaces admits every space.
 *
 * @param pool what the caller may draw on; empty for none, of no meaning for admins
 * @param tokenId the credential that the caller showed; empty if it has no end of its own
 * @param tokenDeadlineTick when that ends; 0 if it does not
 */
public record Caller(
    String actor,
    Role role,
    List<String> spaces,
    String pool,
    String tokenId,
    long tokenDeadlineTick) {

  /** The node itself, for what falls due without anybody asking. */
  public static final Caller REGISTRAR = new Caller("registrar", Role.ADMIN, List.of());

  public Caller {
    spaces = List.copyOf(spaces);
  }

  /** A caller who draws on no pool. */
  public Caller(String actor, Role role, List<String> spaces) {
    this(actor, role, spaces, "", "", 0);
  }

  /** Pools are of no space, so an admin of some spaces has no say in them. */
  public boolean mayDrawOn(String poolId) {
    return isAdmin() ? isAdminOfAll() : !pool.isEmpty() && pool.equals(poolId);
  }

  public boolean isAdmin() {
    return role == Role.ADMIN;
  }

  /** An admin whose token names spaces has no say in what concerns all of them. */
  public boolean isAdminOfAll() {
    return isAdmin() && spaces.isEmpty();
  }

  public boolean isAdmittedTo(String space) {
    return spaces.isEmpty() || spaces.contains(space);
  }

  /** Agents see their own leases; auditors and admins see all in their spaces. */
  public boolean mayRead(Lease lease) {
    return isAdmittedTo(lease.space()) && (role != Role.AGENT || lease.isHeldBy(actor));
  }
}
