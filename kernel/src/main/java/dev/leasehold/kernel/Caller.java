package dev.leasehold.kernel;

import java.util.List;

/**
 * Who sent a command, as the server has established it. An empty list of spaces admits every space.
 */
public record Caller(String actor, Role role, List<String> spaces) {

  /** The node itself, for what falls due without anybody asking. */
  public static final Caller REGISTRAR = new Caller("registrar", Role.ADMIN, List.of());

  public Caller {
    spaces = List.copyOf(spaces);
  }

  public boolean isAdmin() {
    return role == Role.ADMIN;
  }

  public boolean isAdmittedTo(String space) {
    return spaces.isEmpty() || spaces.contains(space);
  }

  /** Agents see their own leases; auditors and admins see all in their spaces. */
  public boolean mayRead(Lease lease) {
    return isAdmittedTo(lease.space()) && (role != Role.AGENT || lease.isHeldBy(actor));
  }
}
