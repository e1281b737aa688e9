package dev.leasehold.node.authorise;

import static dev.leasehold.kernel.access.Role.ADMIN;
import static dev.leasehold.kernel.access.Role.AGENT;
import static dev.leasehold.kernel.access.Role.AUDITOR;
import static dev.leasehold.kernel.access.Role.GATEWAY;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import java.util.EnumSet;
import java.util.Set;

/**
 * The permissions that operations need, and the roles that have them. The kernel decides which
 * leases and spaces a role reaches.
 */
public enum Permission {
  ACQUIRE(AGENT, ADMIN),
  RENEW(AGENT, ADMIN),
  HEARTBEAT(AGENT, ADMIN),
  RELEASE(AGENT, ADMIN),
  COMPLETE(AGENT, ADMIN),
  CLOSE(AGENT, ADMIN),
  REVOKE(ADMIN),
  RECORD_EXPIRIES(ADMIN),
  VALIDATE(AGENT, AUDITOR, ADMIN),
  ADVANCE(AGENT, ADMIN),
  TRANSFER(AGENT, ADMIN),
  CONVERT(AGENT, ADMIN),
  DERIVE(AGENT, ADMIN),
  HANDSHAKE(AGENT, ADMIN),
  SPEND(AGENT, ADMIN),
  /** To reserve, settle and cancel. */
  RESERVE(AGENT, ADMIN, GATEWAY),
  ADJUST(AGENT, ADMIN),
  REFRESH(AGENT, ADMIN),
  /** Asking tells the holder and changes nothing, so that readers may, too. */
  ASK(AGENT, AUDITOR, ADMIN),
  ACKNOWLEDGE_NOTICES(AGENT, ADMIN),
  READ_LEASE(AGENT, AUDITOR, ADMIN),
  READ_LEASES(AGENT, AUDITOR, ADMIN),
  CHECK(AGENT, AUDITOR, ADMIN),
  WATCH(AGENT, AUDITOR, ADMIN),
  READ_METRICS(AUDITOR, ADMIN),
  DECLARE_SPACE(ADMIN),
  READ_SPACES(AGENT, AUDITOR, ADMIN),
  KEEP_POOLS(ADMIN),
  REQUEST_MORE(AGENT, ADMIN),
  REQUEST_EXTENSION(AGENT, ADMIN),
  /** Agents read their own. */
  READ_REQUESTS(AGENT, AUDITOR, ADMIN),
  READ_REPORT(AGENT, AUDITOR, ADMIN),
  READ_POOL(AGENT, AUDITOR, ADMIN),
  READ_POOLS(AUDITOR, ADMIN),
  KEEP_PROVIDERS(ADMIN),
  READ_PROVIDER(AUDITOR, ADMIN, GATEWAY),
  READ_PROVIDERS(AUDITOR, ADMIN),
  SEAL_PROVIDER_KEYS(GATEWAY),
  KEEP_WEBHOOKS(ADMIN),
  READ_WEBHOOKS(AUDITOR, ADMIN),
  /** Agents keep and read their own. */
  KEEP_ADDRESSES(AGENT, ADMIN),
  READ_ADDRESSES(AGENT, AUDITOR, ADMIN),
  ADD_POLICIES(ADMIN),
  READ_POLICIES(AGENT, AUDITOR, ADMIN),
  READ_CONFIG(AGENT, AUDITOR, ADMIN),
  SET_CONFIG(ADMIN),
  /** Agents may ask about the token they show, and no other; gateways about IP tokens. */
  INTROSPECT(AGENT, AUDITOR, ADMIN, GATEWAY),
  ISSUE_TOKENS(ADMIN),
  READ_TOKENS(ADMIN),
  REVOKE_TOKENS(ADMIN);

  @SuppressWarnings("ImmutableEnumChecker") // An unmodifiable copy.
  private final Set<Role> roles;

  Permission(Role first, Role... others) {
    roles = Set.copyOf(EnumSet.of(first, others));
  }

  public boolean isGrantedTo(Role role) {
    return roles.contains(role);
  }

  /** Whether the caller has it, whose token may be for one lease and allow little. */
  public boolean isGrantedTo(Caller caller) {
    return isGrantedTo(caller.role())
        && (!caller.isForOneLease() || this == SPEND || this == RESERVE || this == READ_LEASE);
  }
}
