package dev.leasehold.client;

import static dev.leasehold.client.Samples.acquire;
import static dev.leasehold.client.Samples.lease;
import static dev.leasehold.client.Samples.waitingAcquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.api.v1.HeartbeatLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesResponse;
import dev.leasehold.api.v1.StreamRequest;
import dev.leasehold.api.v1.StreamRequest.RequestCase;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How requests travel: together, again after a break, never twice, never for ever. */
@Timeout(180)
class StreamTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final MovedTiming time = new MovedTiming();
  private final ScriptedServer server = new ScriptedServer();
  private final LeaseholdClient client = server.client(time, options(4_096));

  private static ClientOptions options(int maxUnanswered) {
    return ClientOptions.builder()
        .token("secret")
        .requestTimeout(TIMEOUT)
        .maxUnanswered(maxUnanswered)
        .session("worker-1")
        .build();
  }

  @AfterEach
  void close() {
    server.close();
    client.close();
  }

  @Test
  void everyRequestThatCanHaveAnIdGetsOneOfItsOwn() {
    client.async().acquire(acquire());
    client.async().acquire(acquire());

    StreamRequest first = server.next(RequestCase.ACQUIRE).request();
    StreamRequest second = server.next(RequestCase.ACQUIRE).request();

    assertThat(first.getAcquire().getRequestId()).isNotEmpty();
    assertThat(second.getAcquire().getRequestId())
        .isNotEmpty()
        .isNotEqualTo(first.getAcquire().getRequestId());
    assertThat(first.getAcquire().getSession()).isEqualTo("worker-1");
  }

  @Test
  void anIdThatTheCallerGivesIsKept() {
    client.async().acquire(acquire().toBuilder().setRequestId("mine").build());

    assertThat(server.next().request().getAcquire().getRequestId()).isEqualTo("mine");
  }

  @Test
  void aReplyGoesToWhoeverAskedInWhateverOrderRepliesCome() {
    CompletableFuture<Lease> a = client.async().get(get("a"));
    CompletableFuture<Lease> b = client.async().get(get("b"));
    ScriptedServer.Asked askedA = server.next();
    ScriptedServer.Asked askedB = server.next();

    askedB.answer(lease("b").build());
    askedA.answer(lease("a").build());

    assertThat(a.join().getLeaseId()).isEqualTo("a");
    assertThat(b.join().getLeaseId()).isEqualTo("b");
  }

  @Test
  void aRefusalHasItsCodeAndTheWholeProblem() {
    CompletableFuture<Lease> lease = client.async().acquire(acquire());
    server.next().refuse("SCOPE_OVERLAP", "");

    Throwable failure = failure(lease);

    assertThat(failure).isInstanceOf(RefusedException.class);
    assertThat(((RefusedException) failure).code()).isEqualTo("SCOPE_OVERLAP");
    assertThat(((RefusedException) failure).isTaken()).isTrue();
    assertThat(((RefusedException) failure).problem().getDetail())
        .isEqualTo("refused by the script");
  }

  @Test
  void whatABrokenStreamLeftUnansweredIsSentAgainUnchanged() {
    CompletableFuture<Lease> lease = client.async().acquire(acquire());
    StreamRequest first = server.next().request();

    server.breakStream(Status.UNAVAILABLE);
    passUntilAsked();

    ScriptedServer.Asked second = server.next();
    assertThat(second.request()).isEqualTo(first);
    second.answer(lease());
    assertThat(lease.join()).isEqualTo(lease());
  }

  @Test
  void aStreamThatTheServerEndsOrderlyIsFollowedByTheNext() {
    CompletableFuture<Lease> lease = client.async().acquire(waitingAcquire(TIMEOUT));
    StreamRequest first = server.next().request();

    server.breakStream(Status.OK);
    passUntilAsked();

    assertThat(server.next().request()).isEqualTo(first);
    assertThat(lease).isNotDone();
  }

  @Test
  void severalAreSentAgainInTheirOrderBeforeWhatCameLater() {
    client.async().get(get("a"));
    client.async().get(get("b"));
    server.next();
    server.next();

    server.breakStream(Status.UNAVAILABLE);
    client.async().get(get("c"));
    passUntilAsked();

    assertThat(List.of(server.next(), server.next(), server.next()))
        .extracting(asked -> asked.request().getGet().getLeaseId())
        .containsExactly("a", "b", "c");
  }

  @Test
  void aServerThatCannotAnswerNowIsAskedAgainWithTheSameId() {
    CompletableFuture<Lease> lease = client.async().acquire(acquire());
    ScriptedServer.Asked first = server.next();

    first.refuse("UNAVAILABLE", "");
    passUntilAsked();

    ScriptedServer.Asked second = server.next();
    assertThat(second.request()).isEqualTo(first.request());
    second.answer(lease());
    assertThat(lease.join()).isEqualTo(lease());
  }

  @Test
  void theOutcomeOfWhatWasSentAndNotAnsweredIsUnknown() {
    CompletableFuture<Lease> lease = client.async().acquire(acquire());
    StreamRequest request = server.next().request();

    time.pass(TIMEOUT.plusSeconds(1));

    assertThat(failure(lease))
        .isInstanceOf(OutcomeUnknownException.class)
        .extracting(failure -> ((OutcomeUnknownException) failure).requestId())
        .isEqualTo(request.getAcquire().getRequestId());
  }

  @Test
  void whatWasNeverSentHasCertainlyNotHappened() {
    server.close();

    CompletableFuture<Lease> lease = client.async().acquire(acquire());
    await().until(() -> passed(lease));

    assertThat(failure(lease)).isInstanceOf(NotSentException.class);
  }

  @Test
  void aRequestThatWaitsHasTheTimeOfItsWaitInAddition() {
    Duration wait = Duration.ofMinutes(5);
    CompletableFuture<Lease> lease = client.async().acquire(waitingAcquire(wait));
    server.next();

    time.pass(wait.plus(TIMEOUT).minusSeconds(1));
    assertThat(lease).isNotDone();

    time.pass(Duration.ofSeconds(2));
    assertThat(failure(lease)).isInstanceOf(OutcomeUnknownException.class);
  }

  @Test
  void aStreamThatGoesSilentIsReplaced() {
    CompletableFuture<Lease> waiting =
        client.async().acquire(waitingAcquire(Duration.ofMinutes(5)));
    CompletableFuture<Lease> overdue = client.async().get(get("a"));
    StreamRequest first = server.next().request();
    server.next();

    time.pass(TIMEOUT.plusSeconds(1));

    assertThat(failure(overdue)).isInstanceOf(OutcomeUnknownException.class);
    passUntilAsked();
    assertThat(server.next().request()).isEqualTo(first);
    assertThat(server.openedStreams()).isEqualTo(2);
    assertThat(waiting).isNotDone();
  }

  @Test
  void whatQueuesUpWhileTheStreamIsBusyBecomesOneBatch() {
    server.reads = false;
    for (int i = 0; i < 100; i++) {
      client.async().get(get("lease-" + i));
    }
    await().until(() -> server.openedStreams() == 1);
    assertThat(server.batchSizes).isEmpty();

    server.readOn();

    for (int i = 0; i < 100; i++) {
      assertThat(server.next().request().getGet().getLeaseId()).isEqualTo("lease-" + i);
    }
    assertThat(server.batchSizes).containsExactly(100);
  }

  @Test
  void aBatchHasNoMoreThanAServerTakes() {
    server.reads = false;
    String name = "n".repeat(100);
    List<CompletableFuture<Lease>> all = new ArrayList<>();
    for (int i = 0; i < 4_096; i++) {
      all.add(client.async().get(get(name)));
    }
    await().until(() -> server.openedStreams() == 1);

    server.readOn();

    await().until(() -> server.batchSizes.stream().mapToInt(i -> i).sum() == 4_096);
    assertThat(server.batchSizes).allSatisfy(size -> assertThat(size).isBetween(1, 1_000));
  }

  @Test
  void aRequestThatNoServerTakesIsNotSent() {
    String huge = "x".repeat(1 << 20);

    assertThat(failure(client.async().get(get(huge)))).isInstanceOf(NotSentException.class);
    assertThat(server.hasRequest()).isFalse();
  }

  @Test
  void withTooManyUnansweredTheNextOneBlocksUntilThereIsRoom() {
    try (LeaseholdClient narrow = server.client(time, options(2))) {
      CompletableFuture<Lease> first = narrow.async().get(get("a"));
      narrow.async().get(get("b"));
      CompletableFuture<CompletableFuture<Lease>> third =
          CompletableFuture.supplyAsync(() -> narrow.async().get(get("c")));
      ScriptedServer.Asked asked = server.next();
      server.next();
      await().during(Duration.ofMillis(200)).until(() -> !third.isDone() && !server.hasRequest());

      asked.answer(lease("a").build());

      assertThat(server.next().request().getGet().getLeaseId()).isEqualTo("c");
      assertThat(first.join().getLeaseId()).isEqualTo("a");
      third.join();
      server.breakStream(Status.UNAVAILABLE);
    }
  }

  @Test
  void requestsThatWaitLeaveRoomForOthers() {
    try (LeaseholdClient narrow = server.client(time, options(1))) {
      narrow.async().acquire(waitingAcquire(TIMEOUT));
      narrow.async().acquire(waitingAcquire(TIMEOUT));
      CompletableFuture<Lease> other = narrow.async().get(get("a"));

      server.next();
      server.next();
      server.next(RequestCase.GET).answer(lease("a").build());

      assertThat(other.join().getLeaseId()).isEqualTo("a");
    }
  }

  @Test
  void aBlockingCallOnTheThreadForRepliesIsRefusedInsteadOfHanging() {
    CompletableFuture<Lease> blocked =
        client.async().get(get("a")).thenApply(lease -> client.get("b"));
    server.next().answer(lease("a").build());

    assertThatThrownBy(() -> blocked.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void aDependentMayAskAgainAlsoWhenThereIsNoRoom() {
    try (LeaseholdClient narrow = server.client(time, options(1))) {
      CompletableFuture<Lease> chain =
          narrow
              .async()
              .get(get("a"))
              .thenCompose(
                  lease ->
                      narrow
                          .async()
                          .get(get("b"))
                          .thenCombine(narrow.async().get(get("c")), (b, c) -> c));
      server.next().answer(lease("a").build());
      server.next().answer(lease("b").build());
      server.next().answer(lease("c").build());

      assertThat(chain.join().getLeaseId()).isEqualTo("c");
    }
  }

  @Test
  void whoGivesUpWaitingReleasesThePlaceInTheQueue() {
    CompletableFuture<Lease> waiting =
        client.async().acquire(waitingAcquire(Duration.ofMinutes(5)));
    String requestId = server.next().request().getAcquire().getRequestId();
    server.listed =
        ListLeasesResponse.newBuilder()
            .addLeases(lease("queued").setState(Lease.State.PENDING))
            .build();

    waiting.cancel(true);

    assertThat(server.next(RequestCase.RELEASE).request().getRelease().getLeaseId())
        .isEqualTo("queued");
    assertThat(server.lists()).extracting("requestId").containsExactly(requestId);
  }

  @Test
  void whatIsGrantedAfterItsCallerGaveUpIsReleased() {
    CompletableFuture<Lease> waiting =
        client.async().acquire(waitingAcquire(Duration.ofMinutes(5)));
    ScriptedServer.Asked asked = server.next();

    waiting.cancel(true);
    asked.answer(lease());

    assertThat(server.next(RequestCase.RELEASE).request().getRelease().getLeaseId())
        .isEqualTo("lease-1");
  }

  @Test
  void whatWasGivenUpIsNotSentOnTheNextStream() {
    CompletableFuture<Lease> waiting =
        client.async().acquire(waitingAcquire(Duration.ofMinutes(5)));
    server.next();
    waiting.cancel(true);

    server.breakStream(Status.UNAVAILABLE);
    client.async().heartbeat(HeartbeatLeaseRequest.newBuilder().setLeaseId("a").build());
    passUntilAsked();

    server.next(RequestCase.HEARTBEAT);
    assertThat(server.hasRequest()).isFalse();
  }

  @Test
  void whoIsNotAdmittedIsRefusedAtOnce() {
    server.welcome = Status.UNAUTHENTICATED.withDescription("a valid token is needed");

    Throwable failure = failure(client.async().acquire(acquire()));

    assertThat(failure).isInstanceOf(RefusedException.class);
    assertThat(((RefusedException) failure).code()).isEqualTo("UNAUTHENTICATED");
  }

  @Test
  void whoIsNotAdmittedAnyMoreDoesNotKnowWhatBecameOfTheFirstAttempt() {
    CompletableFuture<Lease> lease = client.async().acquire(acquire());
    server.next();
    server.welcome = Status.UNAUTHENTICATED;

    server.breakStream(Status.UNAVAILABLE);
    await().until(() -> passed(lease));

    assertThat(failure(lease)).isInstanceOf(OutcomeUnknownException.class);
  }

  @Test
  void closingFailsWhatIsUnderWay() {
    CompletableFuture<Lease> lease = client.async().acquire(acquire());
    server.next();

    client.close();

    assertThat(failure(lease)).isInstanceOf(OutcomeUnknownException.class);
    assertThat(failure(client.async().acquire(acquire()))).isInstanceOf(NotSentException.class);
  }

  @Test
  void theCallersStackIsInTheExceptionOfABlockingCall() {
    CompletableFuture.runAsync(() -> server.next().refuse("LEASE_NOT_FOUND", "a"));

    Throwable failure = catchThrowable(() -> client.get("a"));

    assertThat(failure).isInstanceOf(RefusedException.class);
    assertThat(failure.getStackTrace())
        .extracting(StackTraceElement::getClassName)
        .contains(StreamTest.class.getName());
  }

  private boolean passed(CompletableFuture<?> future) {
    time.pass(Duration.ofMillis(500));
    return future.isDone();
  }

  private void passUntilAsked() {
    await()
        .until(
            () -> {
              time.pass(Duration.ofMillis(20));
              return server.hasRequest();
            });
  }

  private static GetLeaseRequest get(String leaseId) {
    return GetLeaseRequest.newBuilder().setLeaseId(leaseId).build();
  }

  private static Throwable failure(CompletableFuture<?> future) {
    try {
      Object value = future.get(60, TimeUnit.SECONDS);
      throw new AssertionError("no failure but " + value);
    } catch (ExecutionException e) {
      return e.getCause();
    } catch (Exception e) {
      throw new AssertionError("no answer", e);
    }
  }
}
