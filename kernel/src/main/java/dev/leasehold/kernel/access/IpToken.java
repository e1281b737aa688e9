package dev.leasehold.kernel.access;

/**
 * A credential that is good for one lease, as long as that is active.
 *
 * @param secretHash SHA-256 of the secret, in hexadecimal
 */
public record IpToken(String id, String secretHash, long issuedWallNanos) {}
