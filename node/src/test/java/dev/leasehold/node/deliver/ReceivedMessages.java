package dev.leasehold.node.deliver;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.Clients;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.deliver.channel.DeliverySettings;
import dev.leasehold.node.deliver.channel.HostLookup;
import dev.leasehold.node.deliver.channel.MailServer;
import dev.leasehold.node.time.MovedTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests of messages to a receiver about check-outs that their holder may ask more time for. */
abstract class ReceivedMessages {

  @TempDir Path directory;

  final Receiver receiver = new Receiver();
  ServedNode node;
  Clients admin;
  Clients ann;

  @BeforeEach
  void start() {
    node = ServedNode.start(directory, new MovedTime(), settings(null));
    admin = Clients.admin(node);
    ann = Clients.agent(node, "ann");
    admin.ok("/v1/policies", "{'name':'desk','base':'checkout','extensions':true}");
  }

  /**
   * Settings that let messages reach receivers on this machine.
   *
   * @param mail null for no mail
   */
  static DeliverySettings settings(@Nullable MailServer mail) {
    return new DeliverySettings(
        true, mail, HostLookup.SYSTEM, Duration.ofSeconds(2), UnaryOperator.identity());
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
    receiver.close();
  }

  String checkout() {
    return ann.acquire("'policy':'desk','space':'handbook','paths':['/docs/']");
  }

  /** Asks for more time, and gives the id of the request. */
  String asked(String lease) {
    return ann.okVerb(lease, "requestExtension", "{'ttl':'24h','justification':'the review'}")
        .get("extensionRequestId");
  }

  void approve(String request) {
    admin.ok("/v1/requests/" + request + ":approve", "{'reason':'fine'}");
  }

  static List<String> statesOfDeliveries(JsonNode report) {
    return report.path("deliveries").findValuesAsText("state");
  }
}
