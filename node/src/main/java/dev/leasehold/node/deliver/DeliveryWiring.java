package dev.leasehold.node.deliver;

import dev.leasehold.node.deliver.channel.Channels;
import dev.leasehold.node.deliver.channel.DeliverySettings;
import dev.leasehold.node.keys.SubscriptionSecrets;
import dev.leasehold.node.publish.LeaseLookup;
import dev.leasehold.node.publish.Publishing;
import dev.leasehold.node.time.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/** Wires deliveries to the publisher, the subscriptions and the channels. */
public final class DeliveryWiring {

  private DeliveryWiring() {}

  /**
   * Opens the file of messages; nothing is delivered before the start.
   *
   * @throws IOException with a sentence for the person who started the server
   */
  public static Deliveries open(
      Path dataDirectory,
      DeliverySettings settings,
      Subscribers subscribers,
      SubscriptionSecrets secrets,
      Publishing publishing,
      LeaseLookup leases,
      Wording words,
      TimeSource time,
      LongSupplier tick)
      throws IOException {
    DeliveryStore store = DeliveryStore.open(dataDirectory);
    try {
      DeliveryAttempt sending =
          new DeliveryAttempt(
              secrets,
              new Composer(words, leases, tick),
              new Channels(settings, words::chat, time::wallNanos),
              time::wallNanos);
      return new Deliveries(
          store,
          subscribers,
          publishing.publisher(),
          publishing.source(),
          new Routing(subscribers, words),
          sending,
          time);
    } catch (IOException | RuntimeException e) {
      store.close();
      throw e;
    }
  }
}
