package dev.leasehold.kernel.access;

import java.util.List;

/**
 * A credential that was issued: what it allows, and the hash that its secret is recognised by.
 *
 * @param deadlineTick 0 for a token without an end
 * @param pool the pool that its actor may draw on; empty for none
 * @param permissions of no meaning here; kept for those who ask what the token is good for
 * @param leaseId the only lease that it is for, with which it ends; empty for an ordinary one
 */
public record Token(
    String id,
    String actor,
    Role role,
    List<String> spaces,
    String secretHash,
    long issuedWallNanos,
    long deadlineTick,
    String pool,
    List<String> permissions,
    String leaseId) {

  public boolean isValidAt(long tick) {
    return deadlineTick == 0 || tick < deadlineTick;
  }

  public Caller caller() {
    return new Caller(actor, role, spaces, pool, id, deadlineTick, leaseId);
  }
}
