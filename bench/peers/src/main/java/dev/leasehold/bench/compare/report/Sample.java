package dev.leasehold.bench.compare.report;

import dev.leasehold.bench.compare.client.ClientKind;
import dev.leasehold.bench.compare.drive.Outcome;

/**
 * One measurement.
 *
 * @param held leases that others hold meanwhile
 * @param clientMicros processor time of the client for one operation
 * @param serverMicros processor time of the server for one operation, with the work that it left
 *     for later
 * @param othersPercent of all processors, what neither of them had: other programs, or other
 *     machines on the same hardware
 * @param residentBytes of the server after it
 */
public record Sample(
    Work work,
    ClientKind kind,
    int inFlight,
    long held,
    int round,
    Outcome outcome,
    double clientMicros,
    double serverMicros,
    double othersPercent,
    long residentBytes) {}
