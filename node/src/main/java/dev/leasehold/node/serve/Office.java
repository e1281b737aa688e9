package dev.leasehold.node.serve;

import dev.leasehold.node.authorise.Credentials;
import dev.leasehold.node.prove.Registrar;
import java.util.function.LongSupplier;

/**
 * What operations consult that is not in the kernel.
 *
 * @param tick the tick now, which commands are stamped with
 * @param wallNanos the time for people, since 1970
 */
public record Office(
    Registrar registrar,
    Credentials credentials,
    LeaseIds leaseIds,
    LongSupplier tick,
    LongSupplier wallNanos) {}
