package dev.leasehold.node.sequence;

import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.Outcome;
import java.util.List;

/**
 * What the kernel's thread hands over for one command.
 *
 * @param leases those that it changed, as they are after it
 */
record Decision(Outcome outcome, List<Lease> leases) {}
