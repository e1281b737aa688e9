package dev.leasehold.node.deliver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.node.Clients;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.deliver.channel.DeliverySettings;
import dev.leasehold.node.deliver.channel.HostLookup;
import dev.leasehold.node.time.MovedTime;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Names that take long to look up: the system's call holds its thread, and cannot be ended. */
@Timeout(180)
class HangingLookupTest {

  @TempDir Path directory;

  private final Receiver receiver = new Receiver();
  private final List<Thread> hanging = new CopyOnWriteArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private ServedNode node;
  private Clients admin;

  @BeforeEach
  void start() {
    node =
        ServedNode.start(
            directory,
            new MovedTime(),
            new DeliverySettings(
                true, null, this::find, Duration.ofSeconds(2), UnaryOperator.identity()));
    admin = Clients.admin(node);
  }

  private List<InetAddress> find(String host) throws UnknownHostException {
    if (!host.equals("hangs.example")) {
      return HostLookup.SYSTEM.find(host);
    }
    hanging.add(Thread.currentThread());
    boolean isOver = false;
    while (!isOver) {
      try {
        end.await();
        isOver = true;
      } catch (InterruptedException e) {
        // Goes on, as the system does.
      }
    }
    throw new UnknownHostException(host);
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
    end.countDown();
    receiver.close();
  }

  private void add(String url) {
    admin.ok("/v1/webhooks", "{'url':'" + url + "','types':['lease.granted']}");
  }

  /** Virtual threads of all parts of the server share as many others as there are processors. */
  @Test
  void aLookUpThatHangsTakesNoThreadFromWatchersAndOtherMessages() {
    add("http://hangs.example/");
    add(receiver.url("/"));
    int messages = Deliveries.MAX_IN_FLIGHT_EACH;
    for (int i = 0; i < messages; i++) {
      admin.acquire("'space':'s','paths':['/" + i + "']");
    }
    await().until(() -> hanging.size() == messages && receiver.received().size() == messages);
    assertThat(hanging).noneMatch(Thread::isVirtual);
  }
}
