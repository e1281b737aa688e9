package dev.leasehold.node.authorise;

import dev.leasehold.kernel.access.Caller;
import java.util.List;

/**
 * The caller that a valid token speaks for, with the claims of the token.
 *
 * @param issuer the issuer that vouches for it
 * @param issuedSecond since 1970; 0 if that is not known
 * @param expiresSecond since 1970; 0 for a token without an end
 * @param tokenId of a token that was issued here; else what its issuer calls it, or empty
 * @param permissions those that its issuer wrote into it, of no meaning here
 */
public record Identity(
    Caller caller,
    String issuer,
    long issuedSecond,
    long expiresSecond,
    String tokenId,
    List<String> permissions) {}
