package dev.leasehold.client;

import static dev.leasehold.client.Samples.TTL;
import static dev.leasehold.client.Samples.acquire;
import static dev.leasehold.client.Samples.lease;
import static dev.leasehold.client.Samples.notice;
import static dev.leasehold.client.Samples.renewed;
import static dev.leasehold.client.Samples.waitingAcquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesResponse;
import dev.leasehold.api.v1.Notice;
import dev.leasehold.api.v1.PlannedEnd;
import dev.leasehold.api.v1.StreamRequest;
import dev.leasehold.api.v1.StreamRequest.RequestCase;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a lease is kept, and how its loss shows. */
@Timeout(180)
class HeldLeaseTest extends ScriptedLeases {

  private static final Duration THIRD = TTL.dividedBy(3);
  private static final Duration MOMENT = Duration.ofMillis(1);

  private final Queue<Loss> losses = new ConcurrentLinkedQueue<>();

  HeldLeaseTest() {
    super(Duration.ofSeconds(20));
  }

  private HeldLease held(Lease granted) {
    HeldLease held = hold(granted);
    held.onLost(losses::add);
    return held;
  }

  @Test
  void itIsRenewedAfterAThirdOfItsTtlAndAgainAfterTheNext() {
    HeldLease held = held(lease());

    for (int count = 1; count <= 5; count++) {
      time.pass(THIRD.minus(MOMENT));
      assertThat(server.hasRequest()).isFalse();
      time.pass(MOMENT);
      ScriptedServer.Asked renewal = server.next(RequestCase.RENEW);
      assertThat(renewal.request().getRenew().getRequestId()).isNotEmpty();
      renewal.answer(renewed(count));
      int expected = count;
      await().until(() -> held.lease().getRenewalCount() == expected);
    }

    assertThat(held.isHeld()).isTrue();
    assertThat(losses).isEmpty();
  }

  @Test
  void withoutARenewalItIsLostBeforeTheServerCouldGiveItToAnother() {
    HeldLease held = held(lease());

    time.pass(TTL.minus(MARGIN).minusMillis(100));
    assertThat(held.isHeld()).isTrue();
    assertThat(held.remaining()).isPositive();

    time.pass(Duration.ofMillis(100));
    assertThat(held.isHeld()).isFalse();
    assertThat(held.remaining()).isZero();
    assertLostOnce(Loss.Cause.DEADLINE);
  }

  @Test
  void theDeadlineCountsFromBeforeTheRequestWasSent() {
    CompletableFuture<HeldLease> asked = client.lease(acquire()).holdAsync();
    ScriptedServer.Asked acquire = server.next();
    Duration slow = Duration.ofSeconds(2);
    time.pass(slow);
    acquire.answer(lease());
    HeldLease held = asked.join();

    assertThat(held.remaining()).isLessThanOrEqualTo(TTL.minus(MARGIN).minus(slow));
  }

  @Test
  void aGrantThatWasWaitedForIsMeasuredAnew() {
    CompletableFuture<HeldLease> asked =
        client.lease(waitingAcquire(Duration.ofMinutes(5))).holdAsync();
    ScriptedServer.Asked acquire = server.next();
    time.pass(Duration.ofMinutes(4));
    acquire.answer(lease());

    ScriptedServer.Asked get = server.next(RequestCase.GET);
    assertThat(asked).isNotDone();
    Duration left = Duration.ofSeconds(25);
    time.pass(Duration.ofSeconds(1));
    get.answer(lease("lease-1").setRemaining(Durations.toWire(left)).build());

    assertThat(asked.join().remaining())
        .isBetween(left.minus(MARGIN).minusMillis(1_100), left.minus(MARGIN).minusSeconds(1));
  }

  @Test
  void aGrantThatHasEndedBeforeItIsKnownIsNotHandedOut() {
    CompletableFuture<HeldLease> asked =
        client.lease(waitingAcquire(Duration.ofMinutes(5))).holdAsync();
    ScriptedServer.Asked acquire = server.next();
    time.pass(Duration.ofMinutes(4));
    acquire.answer(lease());

    server
        .next(RequestCase.GET)
        .answer(lease("lease-1").setState(Lease.State.REVOKED).clearRemaining().build());

    assertThatThrownBy(asked::join)
        .cause()
        .isInstanceOf(LeaseLostException.class)
        .extracting(lost -> ((LeaseLostException) lost).loss().cause())
        .isEqualTo(Loss.Cause.REVOKED);
  }

  @Test
  void aGrantThatCannotBeMeasuredIsGivenBack() {
    CompletableFuture<HeldLease> asked =
        client.lease(waitingAcquire(Duration.ofMinutes(5))).holdAsync();
    ScriptedServer.Asked acquire = server.next();
    time.pass(Duration.ofMinutes(4));
    acquire.answer(lease());
    server.next(RequestCase.GET);

    time.pass(Duration.ofSeconds(21));

    assertThatThrownBy(asked::join).cause().isInstanceOf(OutcomeUnknownException.class);
    passUntilAsked();
    assertThat(server.next(RequestCase.RELEASE).request().getRelease().getLeaseId())
        .isEqualTo("lease-1");
  }

  @Test
  void whatMayHaveBeenGrantedWithoutAnAnswerIsGivenBack() {
    CompletableFuture<HeldLease> asked = client.lease(acquire()).holdAsync();
    String requestId = server.next().request().getAcquire().getRequestId();
    server.listed = ListLeasesResponse.newBuilder().addLeases(lease()).build();

    time.pass(Duration.ofSeconds(21));

    assertThatThrownBy(asked::join).cause().isInstanceOf(OutcomeUnknownException.class);
    passUntilAsked();
    assertThat(server.next(RequestCase.RELEASE).request().getRelease().getLeaseId())
        .isEqualTo("lease-1");
    assertThat(server.lists()).extracting("requestId").containsExactly(requestId);
  }

  @Test
  void whoWasPausedFindsOutBeforeAnybodyHasTold() {
    HeldLease held = held(lease());

    time.passUnnoticed(TTL);

    assertThatThrownBy(held::ensureHeld)
        .isInstanceOf(LeaseLostException.class)
        .hasMessageContaining("lease-1");
    assertLostOnce(Loss.Cause.DEADLINE);
  }

  @Test
  void aReplyFromBeforeThePauseDoesNotRevive() {
    HeldLease held = held(lease());
    time.pass(THIRD.plus(MOMENT));
    ScriptedServer.Asked renewal = server.next(RequestCase.RENEW);

    time.passUnnoticed(TTL);
    renewal.answer(renewed(1));
    await().until(() -> held.lease().getRenewalCount() == 1 || !held.isHeld());

    assertThat(held.isHeld()).isFalse();
    assertLostOnce(Loss.Cause.DEADLINE);
  }

  @ParameterizedTest
  @CsvSource({
    "LEASE_EXPIRED, EXPIRED",
    "LEASE_REVOKED, REVOKED",
    "LEASE_EVICTED, EVICTED",
    "LEASE_ALREADY_TERMINAL, ENDED",
    "LEASE_NOT_FOUND, ENDED",
    "NOT_HOLDER, ENDED"
  })
  void aRenewalThatTellsOfTheEndIsTheEndAtOnce(String code, Loss.Cause cause) {
    HeldLease held = held(lease());
    time.pass(THIRD.plus(MOMENT));

    server.next(RequestCase.RENEW).refuse(code, "lease-1");

    await().until(() -> !held.isHeld());
    assertLostOnce(cause);
    assertThatThrownBy(held::ensureHeld).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void aNoticeInAnyReplyTellsOfTheEnd() {
    HeldLease held = held(lease());
    client.async().get(GetLeaseRequest.newBuilder().setLeaseId("other").build());

    server
        .next(RequestCase.GET)
        .answer(lease("other").addNotices(notice("9", Notice.Kind.REVOKED, "lease-1")).build());

    await().until(() -> !held.isHeld());
    assertLostOnce(Loss.Cause.REVOKED);
  }

  @Test
  void aReplyToWhateverElseIsAskedAboutTheLeaseCountsToo() {
    HeldLease held = held(lease());
    client.async().get(GetLeaseRequest.newBuilder().setLeaseId("lease-1").build());

    server
        .next(RequestCase.GET)
        .answer(lease("lease-1").setState(Lease.State.EVICTED).clearRemaining().build());

    await().until(() -> !held.isHeld());
    assertLostOnce(Loss.Cause.EVICTED);
  }

  @Test
  void anUnansweredRenewalIsSentAgainOnTheNextStreamWithTheSameId() {
    HeldLease held = held(lease());
    time.pass(THIRD.plus(MOMENT));
    StreamRequest first = server.next(RequestCase.RENEW).request();

    server.breakStream(Status.UNAVAILABLE);
    passUntilAsked();

    ScriptedServer.Asked second = server.next(RequestCase.RENEW);
    assertThat(second.request()).isEqualTo(first);
    second.answer(renewed(1));
    await().until(() -> held.lease().getRenewalCount() == 1);
    time.pass(THIRD.minusSeconds(1));
    assertThat(held.isHeld()).isTrue();
  }

  @Test
  void aRenewalThatIsRefusedForAPassingReasonIsTriedAgain() {
    HeldLease held = held(lease());
    time.pass(THIRD.plus(MOMENT));

    server.next(RequestCase.RENEW).refuse("UNAUTHENTICATED", "");
    passUntilAsked();
    server.next(RequestCase.RENEW).answer(renewed(1));

    await().until(() -> held.lease().getRenewalCount() == 1);
    assertThat(losses).isEmpty();
  }

  @Test
  void renewalsGoOnWhenALaterRequestWasAnsweredFirst() {
    HeldLease held = held(lease());
    time.pass(THIRD.plus(MOMENT));
    ScriptedServer.Asked renewal = server.next(RequestCase.RENEW);
    time.pass(MOMENT);
    client.async().get(GetLeaseRequest.newBuilder().setLeaseId("lease-1").build());
    server.next(RequestCase.GET).answer(renewed(1));
    await().until(() -> held.lease().getRenewalCount() == 1);
    time.pass(THIRD.plus(MOMENT));
    assertThat(server.hasRequest()).isFalse();

    renewal.answer(renewed(1));

    passUntilAsked();
    server.next(RequestCase.RENEW);
    assertThat(held.isHeld()).isTrue();
  }

  @Test
  void whoIsInterruptedWhileClosingIsToldNoFailure() throws Exception {
    HeldLease held = held(lease());
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread closing =
        new Thread(
            () -> {
              held.close();
              interrupted.complete(Thread.currentThread().isInterrupted());
            });
    closing.start();
    server.next(RequestCase.RELEASE);

    closing.interrupt();

    assertThat(interrupted.join()).isTrue();
  }

  @Test
  void aLeaseThatCannotBeRenewedRunsToItsEnd() {
    HeldLease held = held(lease());
    time.pass(THIRD.plus(MOMENT));

    server.next(RequestCase.RENEW).refuse("NOT_RENEWABLE", "lease-1");
    awaitEarlierReplies();
    time.pass(THIRD);

    assertThat(held.isHeld()).isTrue();
    assertThat(server.hasRequest()).isFalse();
    time.pass(THIRD);
    assertLostOnce(Loss.Cause.DEADLINE);
  }

  @Test
  void withoutRenewalsLeftNoneIsAskedFor() {
    held(lease("lease-1").setMaxRenewals(3).setRenewalCount(3).build());

    time.pass(TTL);

    server.next(RequestCase.GET);
    assertLostOnce(Loss.Cause.DEADLINE);
    assertThat(server.hasRequest()).isFalse();
  }

  @Test
  void aBudgetIsRefreshedInstead() {
    HeldLease held = held(lease("lease-1").setPool("team").build());
    time.pass(THIRD.plus(MOMENT));

    server.next(RequestCase.RENEW).refuse("NOT_RENEWABLE", "lease-1");
    passUntilAsked();
    server
        .next(RequestCase.REFRESH)
        .answer(lease("lease-1").setPool("team").setRenewalCount(1).build());

    await().until(() -> held.lease().getRenewalCount() == 1);
    time.pass(THIRD.plus(MOMENT));
    server.next(RequestCase.REFRESH);
  }

  @Test
  void heartbeatsAreSentBetweenRenewalsAndCountForTheDeadline() {
    Duration interval = Duration.ofSeconds(6);
    Supplier<Lease.Builder> beating =
        () ->
            lease("lease-1")
                .setHeartbeat(Durations.toWire(interval))
                .setHeartbeatRemaining(Durations.toWire(interval));
    HeldLease held = held(beating.get().build());
    assertThat(held.remaining()).isLessThan(interval);

    time.pass(interval.dividedBy(3).plus(MOMENT));
    server.next(RequestCase.HEARTBEAT).answer(beating.get().setEpoch(1).build());
    await().until(() -> held.epoch() == 1);
    time.pass(interval.minusSeconds(1));

    assertThat(server.next().request().getRequestCase()).isEqualTo(RequestCase.HEARTBEAT);
    time.pass(Duration.ofSeconds(1));
    assertLostOnce(Loss.Cause.DEADLINE);
  }

  @Test
  void heartbeatsDoNotPutARenewalOff() {
    Duration interval = Duration.ofSeconds(6);
    Lease.Builder beating =
        lease("lease-1")
            .setHeartbeat(Durations.toWire(interval))
            .setHeartbeatRemaining(Durations.toWire(interval));
    HeldLease held = held(beating.build());
    Duration beat = interval.dividedBy(3);

    for (int beats = 1; beats <= 4; beats++) {
      time.pass(beat);
      Duration left = TTL.minus(beat.multipliedBy(beats));
      server
          .next(RequestCase.HEARTBEAT)
          .answer(beating.setRemaining(Durations.toWire(left)).setEpoch(beats).build());
      int expected = beats;
      await().until(() -> held.epoch() == expected);
    }
    time.pass(beat);

    server.next(RequestCase.RENEW);
  }

  @Test
  void anAnnouncedEndIsTheDeadline() {
    HeldLease held =
        held(
            lease("lease-1")
                .setPlannedEnd(
                    PlannedEnd.newBuilder().setRemaining(Durations.toWire(Duration.ofSeconds(10))))
                .build());

    assertThat(held.remaining()).isLessThanOrEqualTo(Duration.ofSeconds(9));
  }

  @Test
  void renewalsStopWhenItIsClosedAndClosingTwiceReleasesOnce() {
    HeldLease held = held(lease());
    CompletableFuture<Void> closing = CompletableFuture.runAsync(held::close);
    ScriptedServer.Asked release = server.next(RequestCase.RELEASE);
    assertThat(held.isHeld()).isFalse();

    time.pass(THIRD.plus(MOMENT));
    release.answer(lease("lease-1").setState(Lease.State.RELEASED).build());
    closing.join();
    held.close();
    time.pass(TTL);

    assertThat(server.hasRequest()).isFalse();
    assertThat(losses).isEmpty();
    assertThatThrownBy(held::ensureHeld)
        .isInstanceOf(LeaseLostException.class)
        .hasMessageContaining("let go");
  }

  @Test
  void closingWhatHasEndedNeitherFailsNorAsks() {
    HeldLease held = held(lease());
    held.update(lease("lease-1").setState(Lease.State.REVOKED).build(), time.nanoTime());

    assertThatCode(held::close).doesNotThrowAnyException();
    assertThat(server.hasRequest()).isFalse();
  }

  @Test
  void closingIsNotBotheredByARefusal() {
    HeldLease held = held(lease());
    CompletableFuture<Void> closing = CompletableFuture.runAsync(held::close);

    server.next(RequestCase.RELEASE).refuse("LEASE_EXPIRED", "lease-1");

    assertThatCode(closing::join).doesNotThrowAnyException();
    assertThat(losses).isEmpty();
  }

  @Test
  void aThreadThatWasInterruptedLetsGoAllTheSame() {
    HeldLease held = held(lease());
    CompletableFuture<Boolean> closing =
        CompletableFuture.supplyAsync(
            () -> {
              Thread.currentThread().interrupt();
              held.close();
              return Thread.interrupted();
            });

    server.next(RequestCase.RELEASE);

    assertThat(closing.join()).isTrue();
  }

  @Test
  void afterItsOwnDeadlineClosingStillTellsTheServer() {
    HeldLease held = held(lease());
    time.passUnnoticed(TTL);

    held.close();

    server.next(RequestCase.RELEASE);
    assertLostOnce(Loss.Cause.DEADLINE);
  }

  @Test
  void aListenerThatBlocksStopsNeitherRenewalsNorOtherListeners() {
    HeldLease first = held(lease());
    CountDownLatch never = new CountDownLatch(1);
    first.onLost(loss -> awaitQuietly(never));
    first.onLost(
        loss -> {
          throw new IllegalStateException("from a listener");
        });
    first.onLost(losses::add);
    CompletableFuture<HeldLease> asked = client.lease(acquire()).holdAsync();
    server.next().answer(lease("lease-2").build());
    HeldLease second = asked.join();
    first.lose(Losses.deadline("lease-1"));

    time.pass(THIRD.plus(MOMENT));
    server.next(RequestCase.RENEW).answer(lease("lease-2").setRenewalCount(1).build());

    await().until(() -> second.lease().getRenewalCount() == 1);
    await().until(() -> losses.size() == 2);
    never.countDown();
  }

  @Test
  void whoListensTooLateIsToldAtOnce() {
    HeldLease held = held(lease());
    held.lose(Losses.deadline("lease-1"));
    Queue<Loss> late = new ConcurrentLinkedQueue<>();

    held.onLost(late::add);

    await().until(() -> late.size() == 1);
  }

  @Test
  void advancingNamesTheEpochThatIsKnown() {
    HeldLease held = held(lease("lease-1").setEpoch(4).build());
    CompletableFuture<Long> advanced = CompletableFuture.supplyAsync(held::advance);

    ScriptedServer.Asked asked = server.next(RequestCase.ADVANCE);
    assertThat(asked.request().getAdvance().getExpectedEpoch()).isEqualTo(4);
    asked.answer(lease("lease-1").setEpoch(5).build());

    assertThat(advanced.join()).isEqualTo(5);
    assertThat(held.epoch()).isEqualTo(5);
  }

  @Test
  void handingItOnIsNoLossToBeToldOf() {
    HeldLease held = held(lease());
    CompletableFuture<Lease> handed =
        CompletableFuture.supplyAsync(() -> held.transfer("other", "yours now"));

    server.next(RequestCase.TRANSFER).answer(lease("lease-2").setHolder("other").build());

    assertThat(handed.join().getHolder()).isEqualTo("other");
    assertThat(held.isHeld()).isFalse();
    assertThat(losses).isEmpty();
  }

  @Test
  void anotherTokenAfterAConversionIsTheOneToShow() {
    HeldLease held = held(lease());
    held.update(lease("lease-1").setFencingToken(20).build(), time.nanoTime() - 1);

    assertThat(held.fencingToken()).isEqualTo(20);
  }

  @Test
  void whoNeedsMoreTimeThanIsLeftIsTold() {
    HeldLease held = held(lease());

    held.ensureHeldFor(Duration.ofSeconds(20));
    assertThatThrownBy(() -> held.ensureHeldFor(Duration.ofSeconds(29)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void closingTheClientReleasesAndTells() {
    HeldLease held = held(lease());
    CompletableFuture<Void> closing = CompletableFuture.runAsync(client::close);

    server
        .next(RequestCase.RELEASE)
        .answer(lease("lease-1").setState(Lease.State.RELEASED).build());

    closing.join();
    assertThat(held.isHeld()).isFalse();
    assertLostOnce(Loss.Cause.CLIENT_CLOSED);
  }

  @Test
  void whatOthersHoldIsNoFailureToWhoTries() {
    CompletableFuture<Object> tried =
        CompletableFuture.supplyAsync(() -> client.lease(acquire()).tryHold());

    server.next().refuse("ALREADY_LEASED", "");

    assertThat(tried.join()).isEqualTo(Optional.empty());
  }

  @Test
  void switchedOffNothingIsRenewed() {
    CompletableFuture<HeldLease> asked = client.lease(acquire()).withoutRenewal().holdAsync();
    server.next().answer(lease());
    HeldLease held = asked.join();
    held.onLost(losses::add);

    time.pass(TTL);

    // An admin may have extended it.
    server.next(RequestCase.GET);
    assertLostOnce(Loss.Cause.DEADLINE);
    assertThat(server.hasRequest()).isFalse();
  }

  @Test
  void thousandsAreRenewedTogether() {
    int leases = 2_000;
    List<CompletableFuture<HeldLease>> asked = new ArrayList<>();
    for (int i = 0; i < leases; i++) {
      asked.add(client.lease(acquire()).holdAsync());
    }
    for (int i = 0; i < leases; i++) {
      server.next().answer(lease("lease-" + i).build());
    }
    asked.forEach(CompletableFuture::join);
    server.reads = false;
    int batchesBefore = server.batchSizes.size();

    time.pass(THIRD.plus(MOMENT));
    server.readOn();

    await().until(() -> server.waiting(StreamRequest::hasRenew) == leases);
    assertThat(server.batchSizes.size() - batchesBefore).isLessThan(leases / 10);
  }

  private void assertLostOnce(Loss.Cause cause) {
    await().until(() -> !losses.isEmpty());
    time.pass(TTL);
    await().during(Duration.ofMillis(100)).until(() -> losses.size() == 1);
    assertThat(losses).extracting(Loss::cause).containsExactly(cause);
  }

  /** Replies are looked at one after the other: when a later one is, the earlier ones have been. */
  private void awaitEarlierReplies() {
    CompletableFuture<Lease> later =
        client.async().get(GetLeaseRequest.newBuilder().setLeaseId("later").build());
    server.next(RequestCase.GET).answer(lease("later").build());
    later.join();
  }

  private void passUntilAsked() {
    await()
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              time.pass(Duration.ofMillis(100));
              return server.hasRequest();
            });
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
