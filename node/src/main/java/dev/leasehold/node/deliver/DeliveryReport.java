package dev.leasehold.node.deliver;

/**
 * The state of the messages to one address: how many wait and have failed, and the last error.
 *
 * @param lastDeliveredWallNanos 0 if none was
 * @param failed how many dead letters there are
 * @param forgotten how many dead letters were forgotten
 * @param lastError the error of the last failed attempt, if none has succeeded since; else empty
 */
public record DeliveryReport(
    long lastDeliveredWallNanos, int waiting, int failed, long forgotten, String lastError) {}
