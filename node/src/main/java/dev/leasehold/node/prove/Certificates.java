package dev.leasehold.node.prove;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.leasehold.kernel.policy.Authority;
import dev.leasehold.kernel.view.Lease;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Statements of what was granted that can be checked without the server. */
public final class Certificates {

  static final String TYPE = "lease-certificate+jwt";

  private static final String NOTE =
      "This proves that the lease was granted, not that it still stands: it may have ended since."
          + " Ask the server, or compare fencing tokens.";

  private static final long MILLIS = 1_000;

  private Certificates() {}

  /**
   * @param issuedSecond since 1970
   * @param ttlSeconds 0 for a certificate without an end
   */
  public static String of(Lease lease, RegistrarKey key, long issuedSecond, long ttlSeconds) {
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .issuer(Jws.ISSUER)
            .subject(lease.holder())
            .issueTime(new Date(issuedSecond * MILLIS))
            .claim("proves", "grant")
            .claim("note", NOTE)
            .claim("lease", grant(lease));
    if (ttlSeconds != 0) {
      claims.expirationTime(new Date((issuedSecond + ttlSeconds) * MILLIS));
    }
    return Jws.compact(key, TYPE, claims.build());
  }

  /** Named as on the wire; 64-bit figures are text there, too. */
  private static Map<String, Object> grant(Lease lease) {
    Map<String, Object> grant = new LinkedHashMap<>();
    grant.put("leaseId", lease.id());
    grant.put("policy", lease.policy().name());
    grant.put("policyVersion", lease.policy().version());
    grant.put("space", lease.space());
    grant.put("scope", lease.scope().patternTexts());
    grant.put("mode", lease.mode().name());
    grant.put("holder", lease.holder());
    grant.put("session", lease.session());
    grant.put("issuedAtTick", text(lease.issuedTick()));
    grant.put("issuedAtNanos", text(lease.issuedWallNanos()));
    grant.put("expiresAtTick", text(lease.deadlineTick()));
    grant.put("ttlNanos", text(lease.ttlNanos()));
    grant.put("renewalCount", lease.renewalCount());
    grant.put("maxRenewals", lease.maxRenewals());
    grant.put("fencingToken", text(lease.fencingToken()));
    grant.put("fencePath", lease.fencePath().stream().map(Certificates::text).toList());
    grant.put("epoch", text(lease.epoch()));
    grant.put("parentId", lease.rare().parentId());
    if (lease.budget() != null) {
      Map<String, Object> granted = new LinkedHashMap<>();
      lease.budget().granted().asMap().forEach((unit, figure) -> granted.put(unit, text(figure)));
      grant.put("granted", granted);
    }
    Authority authority = lease.rare().authority();
    if (authority != null) {
      Map<String, Object> allowed = new LinkedHashMap<>();
      allowed.put("workIds", List.copyOf(authority.workIds()));
      allowed.put("tools", List.copyOf(authority.tools()));
      allowed.put("namespaces", List.copyOf(authority.namespaces()));
      grant.put("authority", allowed);
    }
    return grant;
  }

  private static String text(long figure) {
    return Long.toString(figure);
  }
}
