package dev.leasehold.cli;

import dev.leasehold.node.Access;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say whom a server lets in, and how many leases a holder may have. */
final class AccessOptions {

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description = "Certificate of the server with those that vouch for it, in PEM.")
  private @Nullable Path tlsCertificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "Key of the certificate, PKCS#8 in PEM.")
  private @Nullable Path tlsKey;

  @Option(
      names = "--tls-client-ca",
      paramLabel = "FILE",
      description =
          "Certificates, in PEM, of those who vouch for clients. Every client must show a"
              + " certificate then; its common name is its actor where it sends no token.")
  private @Nullable Path tlsClientCa;

  @Option(
      names = "--oidc-issuer",
      paramLabel = "URL",
      description = "Accept JWTs of this issuer, too.")
  private @Nullable String oidcIssuer;

  @Option(
      names = "--oidc-jwks",
      paramLabel = "FILE",
      description = "The issuer's public keys as a JWK set. Read again when it changes.")
  private @Nullable Path oidcJwks;

  @Option(
      names = "--oidc-audience",
      paramLabel = "NAME",
      description = "What the issuer's JWTs must be meant for.")
  private @Nullable String oidcAudience;

  @Option(
      names = "--oidc-actor-claim",
      paramLabel = "NAME",
      description = "Claim that names the actor. Default: ${DEFAULT-VALUE}.",
      defaultValue = Access.DEFAULT_ACTOR_CLAIM)
  private String oidcActorClaim = Access.DEFAULT_ACTOR_CLAIM;

  @Option(
      names = "--oidc-role-claim",
      paramLabel = "NAME",
      description =
          "Claim that names the role; who has none is an agent. Default: ${DEFAULT-VALUE}.",
      defaultValue = Access.DEFAULT_ROLE_CLAIM)
  private String oidcRoleClaim = Access.DEFAULT_ROLE_CLAIM;

  @Option(
      names = "--oidc-spaces-claim",
      paramLabel = "NAME",
      description =
          "Claim that lists the spaces; who has none has access to all. Default:"
              + " ${DEFAULT-VALUE}.",
      defaultValue = Access.DEFAULT_SPACES_CLAIM)
  private String oidcSpacesClaim = Access.DEFAULT_SPACES_CLAIM;

  @Option(
      names = "--leases-per-holder",
      paramLabel = "N",
      description = "Leases that one holder may have at a time. Default: ${DEFAULT-VALUE}.",
      defaultValue = "" + Access.DEFAULT_LEASES_PER_HOLDER)
  private int leasesPerHolder = Access.DEFAULT_LEASES_PER_HOLDER;

  Access toAccess() {
    return new Access(
        tlsCertificate,
        tlsKey,
        tlsClientCa,
        oidcIssuer,
        oidcJwks,
        oidcAudience,
        oidcActorClaim,
        oidcRoleClaim,
        oidcSpacesClaim,
        leasesPerHolder);
  }
}
