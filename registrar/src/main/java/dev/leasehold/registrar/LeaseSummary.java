package dev.leasehold.registrar;

/** A lease in short, without its signature. */
public record LeaseSummary(
    String leaseId,
    String workId,
    String actorId,
    RegistrarState state,
    long issuedAt,
    long expiresAt,
    int renewalCount) {}
