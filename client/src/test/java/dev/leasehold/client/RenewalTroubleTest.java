package dev.leasehold.client;

import static dev.leasehold.client.Samples.TTL;
import static dev.leasehold.client.Samples.lease;
import static dev.leasehold.client.Samples.renewed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.StreamRequest.RequestCase;
import dev.leasehold.client.RenewalTrouble.Kind;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A holder hears at once that renewals do not succeed, not only when the lease is lost. */
@Timeout(180)
class RenewalTroubleTest extends ScriptedLeases {

  private static final Duration THIRD = TTL.dividedBy(3);
  private static final Duration STEP = Duration.ofMillis(100);

  private final Queue<RenewalTrouble> troubles = new ConcurrentLinkedQueue<>();

  RenewalTroubleTest() {
    super(Duration.ofSeconds(5));
  }

  private HeldLease held(Lease granted) {
    HeldLease held = hold(granted);
    held.onRenewalTrouble(troubles::add);
    return held;
  }

  private List<Kind> kinds() {
    return troubles.stream().map(RenewalTrouble::kind).toList();
  }

  /** So slowly that what has to happen meanwhile on other threads is not left behind. */
  private void passUntil(BooleanSupplier condition) {
    await()
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              if (condition.getAsBoolean()) {
                return true;
              }
              time.pass(STEP);
              return false;
            });
  }

  @Test
  void aRefusalIsToldAtOnceAndOnceAndThatItIsOver() {
    HeldLease held = held(lease());
    time.pass(THIRD);
    server.next(RequestCase.RENEW).refuse("UNAUTHENTICATED", "");
    await().until(() -> kinds().equals(List.of(Kind.REFUSED)));
    assertThat(troubles.element().code()).isEqualTo("UNAUTHENTICATED");
    assertThat(troubles.element().leaseId()).isEqualTo("lease-1");
    assertThat(troubles.element().text()).contains("refused by the script");

    passUntil(server::hasRequest);
    server.next(RequestCase.RENEW).refuse("UNAUTHENTICATED", "");
    passUntil(server::hasRequest);
    server.next(RequestCase.RENEW).answer(renewed(1));
    await().until(() -> kinds().equals(List.of(Kind.REFUSED, Kind.OVER)));

    passUntil(server::hasRequest);
    server.next(RequestCase.RENEW).refuse("UNAUTHENTICATED", "");
    await().until(() -> kinds().equals(List.of(Kind.REFUSED, Kind.OVER, Kind.REFUSED)));
    assertThat(held.isHeld()).isTrue();
  }

  /** As a server ends a stream whose token was revoked. */
  @Test
  void whoIsNotAdmittedAnyMoreIsRefused() {
    HeldLease held = held(lease());
    server.welcome = Status.UNAUTHENTICATED.withDescription("no such token");
    server.breakStream(Status.UNAVAILABLE);
    passUntil(() -> !troubles.isEmpty());
    assertThat(kinds()).containsExactly(Kind.REFUSED);
    assertThat(troubles.element().code()).isEqualTo("UNAUTHENTICATED");
    assertThat(held.isHeld()).isTrue();
  }

  /** Long before the request is given up. */
  @Test
  void aServerThatIsGoneIsToldOfWithTheFirstAttempt() {
    HeldLease held = held(lease());
    server.welcome = Status.UNAVAILABLE.withDescription("io exception");
    server.breakStream(Status.UNAVAILABLE);
    time.pass(THIRD);
    // The renewal may be on its way when the end of the stream is seen, and is then asked again.
    passUntil(() -> kinds().equals(List.of(Kind.UNANSWERED)));
    assertThat(held.remaining()).isGreaterThan(THIRD);
    assertThat(troubles.element().text()).contains("io exception");

    server.welcome = Status.OK;
    passUntil(server::hasRequest);
    server.next(RequestCase.RENEW).answer(renewed(1));
    await().until(() -> kinds().equals(List.of(Kind.UNANSWERED, Kind.OVER)));
  }

  @Test
  void aServerThatNeverAnswersIsToldOf() {
    HeldLease held = held(lease());
    time.pass(THIRD);
    server.next(RequestCase.RENEW);
    passUntil(() -> !troubles.isEmpty());
    assertThat(kinds()).containsExactly(Kind.UNANSWERED);
    assertThat(held.isHeld()).isTrue();
  }

  @Test
  void aServerThatCannotAnswerNowIsToldOf() {
    held(lease());
    time.pass(THIRD);
    server.next(RequestCase.RENEW).refuse("UNAVAILABLE", "");
    await().until(() -> kinds().equals(List.of(Kind.UNANSWERED)));
    assertThat(troubles.element().text()).contains("refused by the script");
  }

  /** Streams end for many reasons, and the next is there at once. */
  @Test
  void aBrokenStreamAloneIsNoTrouble() {
    HeldLease held = held(lease());
    time.pass(THIRD);
    server.next(RequestCase.RENEW);
    server.breakStream(Status.UNAVAILABLE);
    passUntil(server::hasRequest);
    server.next(RequestCase.RENEW).answer(renewed(1));
    await().until(() -> held.lease().getRenewalCount() == 1);
    assertThat(troubles).isEmpty();
  }

  /** Otherwise the two would be told in turn for as long as the lease lasts. */
  @Test
  void aHeartbeatDoesNotMakeUpForARenewal() {
    HeldLease held =
        held(
            lease("lease-1")
                .setHeartbeat(Durations.toWire(TTL.multipliedBy(2)))
                .setHeartbeatRemaining(Durations.toWire(TTL.multipliedBy(2)))
                .build());
    time.pass(THIRD);
    server.next(RequestCase.RENEW).refuse("NOT_RENEWABLE", "");
    await().until(() -> kinds().equals(List.of(Kind.REFUSED)));
    for (int beats = 0; beats < 3; beats++) {
      passUntil(server::hasRequest);
      server.next(RequestCase.HEARTBEAT).answer(held.lease());
    }
    assertThat(kinds()).containsExactly(Kind.REFUSED);
  }

  @Test
  void whoListensLaterHearsWhatIsStillSo() {
    HeldLease held = held(lease());
    time.pass(THIRD);
    server.next(RequestCase.RENEW).refuse("FORBIDDEN", "");
    await().until(() -> !troubles.isEmpty());
    Queue<RenewalTrouble> late = new ConcurrentLinkedQueue<>();
    held.onRenewalTrouble(late::add);
    await().until(() -> late.size() == 1);
    assertThat(late.element()).isEqualTo(troubles.element());
  }

  @Test
  void theEndOfALeaseIsALossAndNoTrouble() {
    HeldLease held = held(lease());
    time.pass(THIRD);
    server.next(RequestCase.RENEW).refuse("LEASE_REVOKED", "lease-1");
    await().until(() -> !held.isHeld());
    assertThat(troubles).isEmpty();
  }
}
