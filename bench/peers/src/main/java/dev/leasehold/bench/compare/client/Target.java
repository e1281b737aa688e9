package dev.leasehold.bench.compare.client;

/**
 * Where a server is.
 *
 * @param token empty where the server wants none
 */
public record Target(String address, String token) {}
