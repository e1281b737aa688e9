package dev.leasehold.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ReplyBatch;
import dev.leasehold.api.v1.StreamReply;
import dev.leasehold.api.v1.StreamRequest.RequestCase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How requests travel that the replies to others bring about. */
@Timeout(180)
class FollowUpTest {

  private final ScriptedServer server = new ScriptedServer();
  private final LeaseholdClient client =
      server.client(new MovedTiming(), ClientOptions.builder().token("secret").build());

  @AfterEach
  void close() {
    server.close();
    client.close();
  }

  @Test
  void whatTheRepliesOfOneMessageBringAboutLeavesInOneMessage() {
    List<ScriptedServer.Asked> first = ask(20, unused -> {});
    server.batchSizes.clear();

    answerTogether(first);

    for (int i = 0; i < 20; i++) {
      assertThat(server.next().request().getGet().getLeaseId()).isEqualTo("again");
    }
    assertThat(server.batchSizes).containsExactly(20);
  }

  @Test
  void ofManyTheFirstLeaveBeforeTheLastAreThere() {
    CountDownLatch served = new CountDownLatch(1);
    List<ScriptedServer.Asked> first = ask(65, number -> awaitIfLast(number, served));
    server.batchSizes.clear();

    answerTogether(first);

    for (int i = 0; i < 64; i++) {
      assertThat(server.next().request().getGet().getLeaseId()).isEqualTo("again");
    }
    served.countDown();
    assertThat(server.next().request().getGet().getLeaseId()).isEqualTo("again");
  }

  @Test
  void anotherThreadsRequestDoesNotWaitForTheRepliesThatAreGivenOut() {
    CountDownLatch served = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    List<ScriptedServer.Asked> first =
        ask(
            1,
            number -> {
              begun.countDown();
              await(served);
            });

    answerTogether(first);
    await(begun);
    client.async().get(get("another"));

    assertThat(server.next().request().getGet().getLeaseId()).isEqualTo("another");
    served.countDown();
    assertThat(server.next().request().getGet().getLeaseId()).isEqualTo("again");
  }

  @Test
  void aClientThatIsClosedThereReleasesItsLeasesAndEndsThen() {
    hold("lease-1");
    hold("lease-2");
    CompletableFuture<Lease> unanswered = client.async().get(get("unanswered"));
    server.next(RequestCase.GET);
    CompletableFuture<Void> closing =
        client.async().get(get("another")).thenAccept(lease -> client.close());

    server.next(RequestCase.GET).answer(Samples.lease("another").build());
    closing.join();

    assertThat(List.of(released(), released())).containsExactlyInAnyOrder("lease-1", "lease-2");
    assertThat(unanswered)
        .failsWithin(Duration.ofSeconds(60))
        .withThrowableThat()
        .withMessageContaining("the client was closed");
  }

  private void hold(String leaseId) {
    CompletableFuture<HeldLease> held = client.lease(Samples.acquire()).holdAsync();
    server.next(RequestCase.ACQUIRE).answer(Samples.lease(leaseId).build());
    held.join();
  }

  private String released() {
    ScriptedServer.Asked release = server.next(RequestCase.RELEASE);
    String leaseId = release.request().getRelease().getLeaseId();
    release.answer(Samples.lease(leaseId).setState(Lease.State.RELEASED).build());
    return leaseId;
  }

  private interface Dependent {
    void before(int number);
  }

  /** Asks for leases, and again when each reply is there. */
  private List<ScriptedServer.Asked> ask(int count, Dependent dependent) {
    List<ScriptedServer.Asked> asked = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int number = i;
      CompletableFuture<Lease> unused =
          client
              .async()
              .get(get("lease-" + i))
              .thenCompose(
                  lease -> {
                    dependent.before(number);
                    return client.async().get(get("again"));
                  });
      asked.add(server.next());
    }
    return asked;
  }

  private static void answerTogether(List<ScriptedServer.Asked> asked) {
    ReplyBatch.Builder replies = ReplyBatch.newBuilder();
    for (ScriptedServer.Asked one : asked) {
      replies.addReplies(
          StreamReply.newBuilder()
              .setCorrelation(one.request().getCorrelation())
              .setLease(Samples.lease()));
    }
    synchronized (asked.get(0).stream()) {
      asked.get(0).stream().onNext(replies.build());
    }
  }

  private static void awaitIfLast(int number, CountDownLatch served) {
    if (number == 64) {
      await(served);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static GetLeaseRequest get(String leaseId) {
    return GetLeaseRequest.newBuilder().setLeaseId(leaseId).build();
  }
}
