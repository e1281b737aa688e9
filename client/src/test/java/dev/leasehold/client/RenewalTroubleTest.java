package dev.leasehold.client;

import static dev.leasehold.client.Samples.TTL;
import static dev.leasehold.client.Samples.lease;
import static dev.leasehold.client.Samples.renewed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.Notice;
import dev.leasehold.api.v1.StreamRequest.RequestCase;
import dev.leasehold.client.RenewalTrouble.Kind;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
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

  private static Lease extended() {
    return lease("lease-1")
        .setExpiresAtTick(1_000)
        .setRemaining(Durations.toWire(TTL.multipliedBy(10)))
        .build();
  }

  /** The refusal of a renewal is the first that a holder hears of it. */
  @Test
  void anExtensionByAnAdminIsNoTrouble() {
    HeldLease held = held(lease());
    time.pass(THIRD);
    server.next(RequestCase.RENEW).refuse("RENEWAL_DOES_NOT_EXTEND", "lease-1");
    server.next(RequestCase.GET).answer(extended());
    await().until(() -> held.remaining().compareTo(TTL.multipliedBy(9)) > 0);
    time.pass(TTL);
    assertThat(held.isHeld()).isTrue();
    assertThat(troubles).isEmpty();
    assertThat(server.hasRequest()).as("renewed when a renewal extends it").isFalse();
  }

  @Test
  void aRenewalThatExtendsNothingForAnotherReasonIsTold() {
    held(lease());
    time.pass(THIRD);
    server.next(RequestCase.RENEW).refuse("RENEWAL_DOES_NOT_EXTEND", "lease-1");
    server.next(RequestCase.GET).answer(lease());
    await().until(() -> kinds().equals(List.of(Kind.REFUSED)));
  }

  /** The notice comes with every reply until it is acknowledged. */
  @Test
  void theNoticeOfAnExtensionIsFollowedByOneLookUp() {
    HeldLease held = held(lease());
    Notice told = Samples.notice("1", Notice.Kind.EXTENDED, "lease-1");
    time.pass(THIRD);
    server.next(RequestCase.RENEW).answer(renewed(1).toBuilder().addNotices(told).build());
    server
        .next(RequestCase.GET)
        .answer(extended().toBuilder().setRenewalCount(1).addNotices(told).build());
    await().until(() -> held.remaining().compareTo(TTL.multipliedBy(9)) > 0);
    assertThat(server.hasRequest()).isFalse();
  }

  private void awaitEarlierReplies() {
    CompletableFuture<Lease> later =
        client.async().get(GetLeaseRequest.newBuilder().setLeaseId("later").build());
    server.next(RequestCase.GET).answer(lease("later").build());
    later.join();
  }

  /** Neither is acknowledged, so that both come with the reply to each look-up. */
  @Test
  void twoNoticesOfExtensionsAreFollowedByTwoLookUpsAtMost() {
    HeldLease held = held(lease());
    List<Notice> both =
        List.of(
            Samples.notice("9", Notice.Kind.EXTENDED, "lease-1"),
            Samples.notice("10", Notice.Kind.EXTENDED, "lease-1"));
    Lease longer = extended().toBuilder().setRenewalCount(1).addAllNotices(both).build();
    time.pass(THIRD);
    server.next(RequestCase.RENEW).answer(renewed(1).toBuilder().addAllNotices(both).build());

    for (int lookUps = 1; lookUps <= 2; lookUps++) {
      ScriptedServer.Asked lookUp = server.next(RequestCase.GET);
      assertThat(lookUp.request().getGet().getLeaseId()).isEqualTo("lease-1");
      assertThat(server.hasRequest()).as("two look-ups at once").isFalse();
      lookUp.answer(longer);
    }
    CompletableFuture<Lease> later =
        client.async().get(GetLeaseRequest.newBuilder().setLeaseId("later").build());
    ScriptedServer.Asked last = server.next(RequestCase.GET);
    assertThat(last.request().getGet().getLeaseId()).as("no third look-up").isEqualTo("later");
    last.answer(lease("later").addAllNotices(both).build());
    later.join();
    awaitEarlierReplies();
    assertThat(held.remaining()).isGreaterThan(TTL.multipliedBy(9));
    assertThat(server.hasRequest()).isFalse();
  }

  /** The notice comes with the reply to whatever the holder does, and perhaps it does nothing. */
  @Test
  void aLeaseThatCannotBeRenewedIsLookedUpBeforeItsEnd() {
    HeldLease held = held(lease("lease-1").setMaxRenewals(2).setRenewalCount(2).build());
    time.pass(TTL.multipliedBy(4).dividedBy(5));
    server
        .next(RequestCase.GET)
        .answer(extended().toBuilder().setMaxRenewals(2).setRenewalCount(2).build());
    await().until(() -> held.remaining().compareTo(TTL.multipliedBy(9)) > 0);
    awaitEarlierReplies();
    time.pass(TTL.multipliedBy(2));
    assertThat(held.isHeld()).isTrue();
    assertThat(server.hasRequest()).as("looked up again towards the new end").isFalse();
    time.pass(TTL.multipliedBy(6));
    server.next(RequestCase.GET);
    assertThat(troubles).isEmpty();
  }

  @Test
  void aLeaseWhoseRenewalIsRefusedForGoodIsLookedUpBeforeItsEnd() {
    HeldLease held = held(lease());
    time.pass(THIRD);
    server.next(RequestCase.RENEW).refuse("NOT_RENEWABLE", "lease-1");
    awaitEarlierReplies();
    time.pass(TTL.dividedBy(2));
    server.next(RequestCase.GET).answer(extended());
    await().until(() -> held.remaining().compareTo(TTL.multipliedBy(9)) > 0);
    await().until(() -> kinds().equals(List.of(Kind.REFUSED)));
  }

  @Test
  void whoIsNotToldOfAnExtensionLosesTheLeaseAtItsKnownEnd() {
    HeldLease held = held(lease("lease-1").setMaxRenewals(0).build());
    time.pass(TTL.multipliedBy(4).dividedBy(5));
    server.next(RequestCase.GET).refuse("UNAUTHENTICATED", "");
    awaitEarlierReplies();
    time.pass(Duration.ofSeconds(4));
    server.next(RequestCase.GET);
    assertThat(held.isHeld()).isTrue();
    time.pass(held.remaining());
    assertThat(held.loss()).map(Loss::cause).contains(Loss.Cause.DEADLINE);
    assertThat(troubles).as("nothing was to be renewed").isEmpty();
  }

  /** The look-up tells of no newer end than is known, and yet the renewal was sent before it. */
  @Test
  void anExtensionThatIsLearntBeforeTheRefusalIsNoTrouble() {
    HeldLease held = held(lease());
    time.pass(THIRD);
    ScriptedServer.Asked renewal = server.next(RequestCase.RENEW);
    CompletableFuture<Lease> asked =
        client.async().get(GetLeaseRequest.newBuilder().setLeaseId("lease-1").build());
    server.next(RequestCase.GET).answer(extended());
    asked.join();
    renewal.refuse("RENEWAL_DOES_NOT_EXTEND", "lease-1");
    server.next(RequestCase.GET).answer(extended());
    awaitEarlierReplies();

    // Trouble is told once of each kind: the next would not be told after a false one.
    time.pass(TTL.multipliedBy(10).minus(TTL.multipliedBy(2).dividedBy(3)).plusMillis(1));
    server.next(RequestCase.RENEW).refuse("UNAUTHENTICATED", "");
    await().until(() -> !troubles.isEmpty());
    assertThat(troubles).extracting(RenewalTrouble::code).containsExactly("UNAUTHENTICATED");
    assertThat(held.isHeld()).isTrue();
  }

  /** It has none, and the time of its next renewal is far away. */
  @Test
  void afterAnExtensionARenewalThatFailedIsNotFollowedByAHeartbeat() {
    HeldLease held = held(lease());
    time.pass(THIRD);
    ScriptedServer.Asked renewal = server.next(RequestCase.RENEW);
    CompletableFuture<Lease> asked =
        client.async().get(GetLeaseRequest.newBuilder().setLeaseId("lease-1").build());
    server.next(RequestCase.GET).answer(extended());
    asked.join();
    renewal.refuse("UNAUTHENTICATED", "");
    await().until(() -> kinds().equals(List.of(Kind.REFUSED)));
    awaitEarlierReplies();
    time.pass(TTL);
    awaitEarlierReplies();
    time.pass(TTL.multipliedBy(9).minus(TTL.multipliedBy(2).dividedBy(3)).plusMillis(1));
    server.next(RequestCase.RENEW);
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
