package dev.leasehold.node.tables.query;

import dev.leasehold.kernel.view.Lease;
import java.util.List;

/**
 * Some of the leases as they were at a time.
 *
 * @param nextPosition where the next part begins; 0 if there is none
 * @param tick of that time, as exactly as the events around it tell
 */
public record PastPage(List<Lease> leases, long nextPosition, long tick) {}
