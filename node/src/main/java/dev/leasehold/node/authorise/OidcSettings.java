package dev.leasehold.node.authorise;

import java.nio.file.Path;

/**
 * The issuer whose JWTs are accepted beside the tokens that are issued here.
 *
 * @param issuer the {@code iss} that they must have
 * @param jwks a file with the issuer's public keys
 * @param audience the audience that their {@code aud} must name
 * @param actorClaim the claim that names the bearer
 * @param roleClaim the claim that names the bearer's role; who has none is an agent
 * @param spacesClaim the claim that names the bearer's spaces; who has none has access to all
 */
public record OidcSettings(
    String issuer,
    Path jwks,
    String audience,
    String actorClaim,
    String roleClaim,
    String spacesClaim) {}
