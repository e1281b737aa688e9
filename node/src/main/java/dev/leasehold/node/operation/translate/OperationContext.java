package dev.leasehold.node.operation.translate;

import dev.leasehold.node.authorise.Credentials;
import dev.leasehold.node.deliver.Deliveries;
import dev.leasehold.node.deliver.channel.DeliverySettings;
import dev.leasehold.node.keys.ProviderKeys;
import dev.leasehold.node.keys.SubscriptionSecrets;
import dev.leasehold.node.prove.GrantSigner;
import dev.leasehold.node.prove.RegistrarKey;
import dev.leasehold.node.tables.query.Archive;
import java.util.function.LongSupplier;

/**
 * The parts of the node beside the kernel that operations consult.
 *
 * @param tick the tick now, which commands are stamped with
 * @param wallNanos the time for people, since 1970
 */
public record OperationContext(
    RegistrarKey registrarKey,
    GrantSigner signer,
    Credentials credentials,
    LeaseIds leaseIds,
    ProviderKeys providerKeys,
    SubscriptionSecrets subscriptionSecrets,
    Deliveries deliveries,
    DeliverySettings deliverySettings,
    Archive archive,
    LongSupplier tick,
    LongSupplier wallNanos) {}
