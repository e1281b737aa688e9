package dev.leasehold.node;

import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.authorise.OidcSettings;
import dev.leasehold.node.port.TlsFiles;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The settings of TLS, of tokens from another issuer, and of how many leases a holder may have.
 *
 * @param tlsCertificate the server's certificate with those that vouch for it, in PEM; null for no
 *     TLS
 * @param tlsKey its key, PKCS#8 in PEM
 * @param tlsClientCa the certificates that vouch for clients, in PEM; null if clients need no
 *     certificate
 * @param oidcIssuer the issuer whose JWTs are accepted; null for none
 * @param oidcJwks the file with the issuer's keys
 * @param oidcAudience the audience that those JWTs must be meant for
 * @param leasesPerHolder how many leases one holder may have at a time
 */
public record Access(
    @Nullable Path tlsCertificate,
    @Nullable Path tlsKey,
    @Nullable Path tlsClientCa,
    @Nullable String oidcIssuer,
    @Nullable Path oidcJwks,
    @Nullable String oidcAudience,
    String oidcActorClaim,
    String oidcRoleClaim,
    String oidcSpacesClaim,
    int leasesPerHolder) {

  public static final int DEFAULT_LEASES_PER_HOLDER = Limits.DEFAULT_LEASES_PER_HOLDER;

  public static final String DEFAULT_ACTOR_CLAIM = "sub";
  public static final String DEFAULT_ROLE_CLAIM = "role";
  public static final String DEFAULT_SPACES_CLAIM = "spaces";

  /** Tokens that are issued here and nothing else, without TLS. */
  public static final Access LOCAL = plain(DEFAULT_LEASES_PER_HOLDER);

  /** As {@link #LOCAL}, with another quota. */
  public static Access plain(int leasesPerHolder) {
    return new Access(
        null,
        null,
        null,
        null,
        null,
        null,
        DEFAULT_ACTOR_CLAIM,
        DEFAULT_ROLE_CLAIM,
        DEFAULT_SPACES_CLAIM,
        leasesPerHolder);
  }

  /** The first setting that contradicts another, whatever is in the files; null if none does. */
  public @Nullable String contradiction() {
    if (leasesPerHolder < 1) {
      return "--leases-per-holder is a number from 1";
    }
    boolean anyTls = tlsCertificate != null || tlsKey != null || tlsClientCa != null;
    if (anyTls && (tlsCertificate == null || tlsKey == null)) {
      return "TLS needs both --tls-cert and --tls-key";
    }
    boolean anyOidc = oidcIssuer != null || oidcJwks != null || oidcAudience != null;
    if (anyOidc && (oidcIssuer == null || oidcJwks == null || oidcAudience == null)) {
      return "tokens of an OIDC issuer need --oidc-issuer, --oidc-jwks and --oidc-audience, all"
          + " three";
    }
    return null;
  }

  /** Checks the settings before anything is made that a failed start would leave behind. */
  void check() throws IOException {
    String contradiction = contradiction();
    if (contradiction != null) {
      throw new IOException(contradiction);
    }
    TlsFiles files = tls();
    if (files != null) {
      files.check();
    }
  }

  boolean hasTls() {
    return tlsCertificate != null;
  }

  @Nullable TlsFiles tls() {
    if (tlsCertificate == null || tlsKey == null) {
      return null;
    }
    return new TlsFiles(tlsCertificate, tlsKey, tlsClientCa);
  }

  @Nullable OidcSettings oidc() {
    if (oidcIssuer == null || oidcJwks == null || oidcAudience == null) {
      return null;
    }
    return new OidcSettings(
        oidcIssuer, oidcJwks, oidcAudience, oidcActorClaim, oidcRoleClaim, oidcSpacesClaim);
  }
}
