package dev.leasehold.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.BudgetServiceGrpc;
import dev.leasehold.api.v1.CloseLeaseRequest;
import dev.leasehold.api.v1.Conflict;
import dev.leasehold.api.v1.CreatePoolRequest;
import dev.leasehold.api.v1.DeriveLeaseRequest;
import dev.leasehold.api.v1.GetPoolRequest;
import dev.leasehold.api.v1.HandshakeRequest;
import dev.leasehold.api.v1.HandshakeResponse;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.Notice;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import dev.leasehold.api.v1.RenewLeaseRequest;
import dev.leasehold.api.v1.RevokeLeaseRequest;
import dev.leasehold.api.v1.SpendRequest;
import dev.leasehold.api.v1.ValidateLeaseRequest;
import dev.leasehold.client.Acquisition;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseLostException;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.Loss;
import dev.leasehold.client.RefusedException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The promises of the client; each kind of server is a class that extends this. */
@Timeout(180)
abstract class ClientContract {

  private static final Duration HOUR = Duration.ofHours(1);

  /** Twice as long as a machine may stand still. */
  private static final Duration SHORT = Duration.ofSeconds(4);

  /** Others have used the same server before: nobody meets in a space of its own. */
  private final String space = "contract-" + UUID.randomUUID();

  private LeaseholdClient one;
  private LeaseholdClient two;

  /** Sees the leases of both. */
  private LeaseholdClient root;

  /** A client of an agent of this name. */
  abstract LeaseholdClient agent(String name) throws Exception;

  abstract LeaseholdClient admin() throws Exception;

  /** Lets time pass at the server: at least as much as told. */
  abstract void letPass(Duration duration);

  @BeforeEach
  void connect() throws Exception {
    one = agent("one-" + space);
    two = agent("two-" + space);
    root = admin();
  }

  @AfterEach
  void disconnect() {
    one.close();
    two.close();
    root.close();
  }

  private static ConditionFactory patiently() {
    return await().atMost(Duration.ofSeconds(60));
  }

  private Acquisition ask(LeaseholdClient client, String path) {
    return client.lease(space).path(path).ttl(HOUR);
  }

  private List<Lease> listed(Lease.State state) {
    return root.list(ListLeasesRequest.newBuilder().setSpace(space).addState(state).build())
        .getLeasesList();
  }

  private void awaitWaiters(int count) {
    patiently().until(() -> listed(Lease.State.PENDING).size() == count);
  }

  private void revoke(String leaseId) {
    Lease revoked =
        root.revoke(
            RevokeLeaseRequest.newBuilder().setLeaseId(leaseId).setReason("maintenance").build());
    assertThat(revoked.getState()).isEqualTo(Lease.State.REVOKED);
  }

  private static Lease renew(LeaseholdClient client, Lease lease) {
    return client.renew(RenewLeaseRequest.newBuilder().setLeaseId(lease.getLeaseId()).build());
  }

  private static Lease release(LeaseholdClient client, Lease lease) {
    return client.release(ReleaseLeaseRequest.newBuilder().setLeaseId(lease.getLeaseId()).build());
  }

  private static ValidateLeaseRequest act(Lease lease) {
    return ValidateLeaseRequest.newBuilder()
        .setLeaseId(lease.getLeaseId())
        .setEpoch(lease.getEpoch())
        .build();
  }

  private static void assertRefused(String code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            RefusedException.class, refused -> assertThat(refused.code()).isEqualTo(code));
  }

  @Test
  void aLeaseIsWhatWasAskedFor() {
    Lease lease = ask(one, "/a").label("team", "blue").acquire();

    assertThat(lease.getState()).isEqualTo(Lease.State.ACTIVE);
    assertThat(lease.getHolder()).isEqualTo("one-" + space);
    assertThat(lease.getTtl().getSeconds()).isEqualTo(HOUR.toSeconds());
    assertThat(lease.getLabelsMap()).containsEntry("team", "blue");
    assertThat(one.get(lease.getLeaseId()).getFencingToken()).isEqualTo(lease.getFencingToken());
  }

  @Test
  void aRefusalNamesWhoIsInTheWay() {
    Lease lease = ask(one, "/a").acquire();

    assertThatThrownBy(() -> ask(two, "/a").acquire())
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo("SCOPE_OVERLAP");
              assertThat(refused.isTaken()).isTrue();
              assertThat(refused.problem().getConflictsList())
                  .extracting(Conflict::getLeaseId)
                  .containsExactly(lease.getLeaseId());
            });
    assertThat(ask(two, "/a").tryHold()).isEmpty();
    assertThat(ask(two, "/b").tryHold()).isPresent();
  }

  @Test
  void readersShareAndKeepWritersOut() {
    ask(one, "/a").shared().hold();
    assertThat(ask(two, "/a").shared().tryHold()).isPresent();
    assertThat(ask(two, "/a").tryHold()).isEmpty();
  }

  @Test
  void whoWaitsIsServedInTurn() {
    HeldLease first = ask(one, "/a").hold();
    CompletableFuture<HeldLease> second = ask(two, "/a").waitAtMost(HOUR).holdAsync();
    awaitWaiters(1);
    CompletableFuture<HeldLease> third =
        ask(one, "/a").session("other").waitAtMost(HOUR).holdAsync();
    awaitWaiters(2);

    first.close();
    long secondToken = second.join().fencingToken();
    assertThat(third).isNotDone();
    second.join().close();

    assertThat(secondToken).isGreaterThan(first.fencingToken());
    assertThat(third.join().fencingToken()).isGreaterThan(secondToken);
  }

  @Test
  void aWaitEndsWhenItsTimeIsOver() {
    ask(one, "/a").hold();
    CompletableFuture<HeldLease> waiting = ask(two, "/a").waitAtMost(SHORT).holdAsync();

    patiently()
        .until(
            () -> {
              letPass(SHORT);
              return waiting.isDone();
            });

    assertRefused("ACQUISITION_TIMEOUT", () -> cause(waiting));
    awaitWaiters(0);
  }

  private static void cause(CompletableFuture<?> failed) throws Throwable {
    try {
      failed.join();
    } catch (CompletionException e) {
      throw e.getCause();
    }
  }

  @Test
  void whoGivesUpWaitingLeavesTheLine() {
    HeldLease first = ask(one, "/a").hold();
    CompletableFuture<HeldLease> waiting = ask(two, "/a").waitAtMost(HOUR).holdAsync();
    awaitWaiters(1);

    waiting.cancel(true);

    awaitWaiters(0);
    first.close();
    assertThat(ask(one, "/a").tryHold()).isPresent();
  }

  @Test
  void whatIsHeldOutlivesItsTtl() {
    HeldLease held = ask(one, "/a").ttl(SHORT).hold();

    for (int renewals = 1; renewals <= 4; renewals++) {
      awaitRenewal(held, renewals);
    }

    held.ensureHeld();
    assertThat(ask(two, "/a").tryHold()).isEmpty();
  }

  /**
   * Lets time pass until a renewal is due, which is after a third, and no more until it is done.
   */
  private void awaitRenewal(HeldLease held, int count) {
    for (int i = 0; i < 6 && held.lease().getRenewalCount() < count; i++) {
      letPass(SHORT.dividedBy(10));
    }
    patiently().until(() -> held.lease().getRenewalCount() >= count);
  }

  @Test
  void whatIsNotRenewedCountsItselfLostOnce() {
    Queue<Loss> losses = new ConcurrentLinkedQueue<>();
    HeldLease held = ask(one, "/a").ttl(Duration.ofSeconds(2)).withoutRenewal().hold();
    held.onLost(losses::add);

    // The holder looks its lease up before the end: the server's time must not stand still.
    letPass(Duration.ofMillis(1_900));
    patiently().until(() -> !losses.isEmpty());

    assertThat(held.isHeld()).isFalse();
    assertThatThrownBy(held::ensureHeld).isInstanceOf(LeaseLostException.class);
    held.close();
    assertThat(losses).extracting(Loss::cause).containsExactly(Loss.Cause.DEADLINE);
  }

  @Test
  void whatIsClosedIsFreeAtOnceAndNobodyIsTold() {
    Queue<Loss> losses = new ConcurrentLinkedQueue<>();
    HeldLease held = ask(one, "/a").hold();
    held.onLost(losses::add);

    held.close();
    held.close();

    assertThat(ask(two, "/a").tryHold()).isPresent();
    assertThat(one.get(held.leaseId()).getState()).isEqualTo(Lease.State.RELEASED);
    assertThat(losses).isEmpty();
  }

  @Test
  void aDelayedReleaseKeepsOthersOutForAWhile() {
    HeldLease held = ask(one, "/a").hold();
    held.releaseAsync("COMPLETED", SHORT).join();
    assertThat(held.isHeld()).isFalse();
    CompletableFuture<HeldLease> next = ask(two, "/a").waitAtMost(HOUR).holdAsync();

    patiently()
        .until(
            () -> {
              letPass(SHORT);
              return next.isDone();
            });

    assertThat(next.join().fencingToken()).isGreaterThan(held.fencingToken());
  }

  @Test
  void aRevocationIsToldOnceAndAcknowledged() {
    Queue<Loss> losses = new ConcurrentLinkedQueue<>();
    Queue<Notice> notices = new ConcurrentLinkedQueue<>();
    one.onNotice(notices::add);
    HeldLease held = ask(one, "/a").hold();
    held.onLost(losses::add);

    revoke(held.leaseId());
    Lease other = ask(one, "/b").acquire();

    assertThatThrownBy(held::ensureHeld).isInstanceOf(LeaseLostException.class);
    patiently().until(() -> !losses.isEmpty() && unheard() == 0);
    assertRefused("LEASE_REVOKED", held::renew);
    assertThat(release(one, other).getState()).isEqualTo(Lease.State.RELEASED);
    assertThat(losses).extracting(Loss::cause).containsExactly(Loss.Cause.REVOKED);
    assertThat(notices).extracting(Notice::getKind).containsExactly(Notice.Kind.REVOKED);
  }

  private int unheard() {
    return one.list(ListLeasesRequest.newBuilder().setSpace(space).build()).getNoticesCount();
  }

  @Test
  void whatHasExpiredIsRefusedAndTheNextTokenIsLarger() {
    Lease old = ask(one, "/a").ttl(SHORT).acquire();
    letPass(SHORT);

    assertRefused("LEASE_EXPIRED", () -> renew(one, old));
    assertRefused("LEASE_EXPIRED", () -> one.validate(act(old)));
    assertRefused("LEASE_EXPIRED", () -> release(one, old));
    assertThat(ask(two, "/a").acquire().getFencingToken()).isGreaterThan(old.getFencingToken());
  }

  @Test
  void aTransferMakesAnotherTheHolder() {
    Queue<Notice> notices = new ConcurrentLinkedQueue<>();
    Queue<Loss> losses = new ConcurrentLinkedQueue<>();
    two.onNotice(notices::add);
    HeldLease held = ask(one, "/a").hold();
    held.onLost(losses::add);
    Lease before = held.lease();

    Lease handed = held.transfer("two-" + space, "please finish");

    assertThat(held.isHeld()).isFalse();
    HeldLease received = two.keep(handed.getLeaseId());
    received.ensureHeld();
    assertThat(received.fencingToken()).isGreaterThan(before.getFencingToken());
    assertThat(received.epoch()).isGreaterThan(before.getEpoch());
    assertThatThrownBy(() -> one.validate(act(before))).isInstanceOf(RefusedException.class);
    patiently().until(() -> !notices.isEmpty());
    assertThat(notices).extracting(Notice::getKind).containsExactly(Notice.Kind.RECEIVED);
    assertThat(losses).isEmpty();
  }

  @Test
  void aDerivedLeaseEndsWithItsParent() {
    HeldLease parent = one.lease(space).glob("/a/**").ttl(HOUR).hold();
    Lease part =
        one.derive(
            DeriveLeaseRequest.newBuilder()
                .setLeaseId(parent.leaseId())
                .setHolder("two-" + space)
                .addPaths("/a/b")
                .build());
    Queue<Loss> losses = new ConcurrentLinkedQueue<>();
    HeldLease child = two.keep(part.getLeaseId());
    child.onLost(losses::add);
    assertThat(child.fencePath()).containsExactly(parent.fencingToken(), child.fencingToken());

    parent.close();
    assertThatThrownBy(child::renew).isInstanceOf(RefusedException.class);

    assertThat(child.isHeld()).isFalse();
    patiently().until(() -> losses.size() == 1);
  }

  @Test
  void anAdvanceMakesOlderActsStale() {
    HeldLease held = ask(one, "/a").policy("workflow").hold();
    Lease before = held.lease();
    assertThat(one.validate(act(before)).getEpoch()).isEqualTo(before.getEpoch());

    long epoch = held.advance();

    assertThat(epoch).isEqualTo(before.getEpoch() + 1);
    assertThat(held.epoch()).isEqualTo(epoch);
    assertRefused("STALE_EPOCH", () -> one.validate(act(before)));
  }

  @Test
  void theSameRequestIdHasOneEffect() {
    Acquisition same = ask(one, "/a").requestId("request-" + space);
    Lease first = same.acquire();
    assertThat(same.acquire().getLeaseId()).isEqualTo(first.getLeaseId());
    assertThat(listed(Lease.State.ACTIVE)).hasSize(1);

    RenewLeaseRequest renewal =
        RenewLeaseRequest.newBuilder()
            .setLeaseId(first.getLeaseId())
            .setRequestId("renewal-" + space)
            .build();
    letPass(Duration.ofMillis(10));
    assertThat(one.renew(renewal).getRenewalCount()).isEqualTo(1);
    assertThat(one.renew(renewal).getRenewalCount()).isEqualTo(1);
    assertThatThrownBy(() -> ask(one, "/b").requestId("request-" + space).acquire())
        .isInstanceOf(RefusedException.class);
  }

  @Test
  void closingTheClientReleasesWhatItHolds() {
    HeldLease held = ask(one, "/a").hold();
    Queue<Loss> losses = new ConcurrentLinkedQueue<>();
    held.onLost(losses::add);

    one.close();

    assertThat(root.get(held.leaseId()).getState()).isEqualTo(Lease.State.RELEASED);
    patiently().until(() -> losses.size() == 1);
    assertThat(losses).extracting(Loss::cause).containsExactly(Loss.Cause.CLIENT_CLOSED);
  }

  @Test
  void aHandshakeGivesARightToSpendAndARepeatTheSameWithANewToken() {
    BudgetServiceGrpc.newBlockingStub(root.channel())
        .createPool(CreatePoolRequest.newBuilder().setId(space).putAmounts("tokens", 100).build());
    HandshakeRequest.Builder asked =
        HandshakeRequest.newBuilder().setPool(space).putRequested("tokens", 60);
    HandshakeRequest named = asked.clone().setRequestId("handshake-" + space).build();

    HandshakeResponse made = root.handshake(named);

    String id = made.getLease().getLeaseId();
    assertThat(made.getLease().getBudget().getGrantedMap()).containsEntry("tokens", 60L);
    assertThat(made.getIpToken()).isNotEmpty();
    Lease spent =
        root.spend(
            SpendRequest.newBuilder()
                .setLeaseId(id)
                .setRequestId("s-" + space)
                .putAmounts("tokens", 10)
                .build());
    assertThat(spent.getBudget().getRestMap()).containsEntry("tokens", 50L);
    assertRefused("ALREADY_LEASED", () -> root.handshake(asked.build()));
    HandshakeResponse again = root.handshake(named);
    assertThat(again.getLease().getLeaseId()).isEqualTo(id);
    assertThat(again.getIpToken()).isNotEmpty().isNotEqualTo(made.getIpToken());
    root.close(CloseLeaseRequest.newBuilder().setLeaseId(id).build());
    assertThat(root.getPool(GetPoolRequest.newBuilder().setId(space).build()).getFreeMap())
        .containsEntry("tokens", 90L);
  }
}
