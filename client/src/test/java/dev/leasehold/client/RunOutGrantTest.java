package dev.leasehold.client;

import static dev.leasehold.client.Samples.lease;
import static dev.leasehold.client.Samples.waitingAcquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.StreamRequest.RequestCase;
import dev.leasehold.client.recipes.LeaderElection;
import dev.leasehold.client.recipes.LeaseLock;
import dev.leasehold.client.recipes.LeaseSemaphore;
import dev.leasehold.client.recipes.WorkList;
import dev.leasehold.client.work.WorkClaims;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A lease that was granted and ran out before anybody here could be told of it. */
@Timeout(180)
class RunOutGrantTest {

  private static final Duration WAIT = Duration.ofMinutes(5);

  private final MovedTiming time = new MovedTiming();
  private final ScriptedServer server = new ScriptedServer();
  private final LeaseholdClient client =
      server.client(time, ClientOptions.builder().token("secret").build());

  @AfterEach
  void close() {
    time.close();
    server.close();
  }

  private AcquireRequest runsOut() {
    ScriptedServer.Asked acquire = server.next(RequestCase.ACQUIRE);
    acquire.refuse("LEASE_EXPIRED", "lease-0");
    return acquire.request().getAcquire();
  }

  private AcquireRequest isGranted() {
    ScriptedServer.Asked acquire = server.next(RequestCase.ACQUIRE);
    acquire.answer(lease());
    return acquire.request().getAcquire();
  }

  @Test
  void isAskedForAgainByAnotherRequestForWhatIsLeftOfTheWait() {
    CompletableFuture<HeldLease> asked = client.lease(waitingAcquire(WAIT)).holdAsync();
    Duration passed = Duration.ofMinutes(1);
    ScriptedServer.Asked first = server.next(RequestCase.ACQUIRE);
    time.pass(passed);
    first.refuse("LEASE_EXPIRED", "lease-0");

    AcquireRequest second = isGranted();

    assertThat(second.getRequestId())
        .isNotEmpty()
        .isNotEqualTo(first.request().getAcquire().getRequestId());
    assertThat(second.getWait()).isEqualTo(Durations.toWire(WAIT.minus(passed)));
    assertThat(asked.join().isHeld()).isTrue();
  }

  @Test
  void isAskedForAgainAlsoIfThatShowsOnlyWhenItIsMeasured() {
    CompletableFuture<HeldLease> asked = client.lease(waitingAcquire(WAIT)).holdAsync();
    ScriptedServer.Asked first = server.next(RequestCase.ACQUIRE);
    time.pass(Duration.ofMinutes(1));
    first.answer(lease("lease-0").build());
    server
        .next(RequestCase.GET)
        .answer(lease("lease-0").setState(Lease.State.EXPIRED).clearRemaining().build());

    isGranted();

    assertThat(asked.join().leaseId()).isEqualTo("lease-1");
  }

  @Test
  void isToldWhenTheWaitIsOverToo() {
    CompletableFuture<HeldLease> asked = client.lease(waitingAcquire(WAIT)).holdAsync();
    ScriptedServer.Asked first = server.next(RequestCase.ACQUIRE);
    time.pass(WAIT);
    first.refuse("LEASE_EXPIRED", "lease-0");

    assertRunOut(asked);
  }

  @Test
  void isToldToWhoeverHasNotWaitedOrHasNamedTheRequestOrTheLease() {
    List<AcquireRequest> requests =
        List.of(
            Samples.acquire(),
            waitingAcquire(WAIT).toBuilder().setRequestId("mine").build(),
            waitingAcquire(WAIT).toBuilder().setLeaseId("mine").build());
    for (AcquireRequest request : requests) {
      CompletableFuture<HeldLease> asked = client.lease(request).holdAsync();
      runsOut();
      assertRunOut(asked);
    }
  }

  @Test
  void isToldToWhoeverKeepsItsLeasesItself() {
    CompletableFuture<Lease> asked = client.async().acquire(waitingAcquire(WAIT));
    runsOut();
    assertRunOut(asked);
  }

  @Test
  void isNotAskedForAgainWhenNobodyWantsItAnyMore() {
    CompletableFuture<HeldLease> asked = client.lease(waitingAcquire(WAIT)).holdAsync();
    ScriptedServer.Asked first = server.next(RequestCase.ACQUIRE);
    asked.cancel(false);
    first.refuse("LEASE_EXPIRED", "lease-0");

    // Replies are dealt with one after the other.
    CompletableFuture<Lease> next = client.async().acquire(Samples.acquire());
    assertThat(isGranted().getRequestId())
        .isNotEqualTo(first.request().getAcquire().getRequestId());
    next.join();
    assertThat(server.hasRequest()).isFalse();
  }

  @Test
  void whoIsCancelledAfterwardsGivesUpTheRequestThatIsUnderWay() {
    CompletableFuture<HeldLease> asked = client.lease(waitingAcquire(WAIT)).holdAsync();
    runsOut();
    ScriptedServer.Asked second = server.next(RequestCase.ACQUIRE);
    asked.cancel(false);
    second.answer(lease());

    assertThat(server.next(RequestCase.RELEASE).request().getRelease().getLeaseId())
        .isEqualTo("lease-1");
  }

  @Test
  void doesNotUnlockAnything() throws Exception {
    LeaseLock lock = LeaseLock.on(client, "demo", "/a");
    FutureTask<Boolean> locked = elsewhere(() -> lock.tryLock() && lock.isHeldByCurrentThread());
    runsOut();
    isGranted();
    assertThat(got(locked)).isTrue();

    FutureTask<Boolean> waited =
        elsewhere(() -> lock.tryLock(1, TimeUnit.HOURS) && lock.isHeldByCurrentThread());
    runsOut();
    isGranted();
    assertThat(got(waited)).isTrue();
  }

  @Test
  void makesNobodyTheLeader() throws Exception {
    LeaderElection election = LeaderElection.on(client, "demo", "/a");
    FutureTask<HeldLease> elected = elsewhere(election::campaign);
    runsOut();
    runsOut();
    isGranted();
    assertThat(got(elected).isHeld()).isTrue();
  }

  @Test
  void isNoPermit() throws Exception {
    LeaseSemaphore semaphore = LeaseSemaphore.on(client, "demo", "/a", 1);
    FutureTask<HeldLease> permit = elsewhere(semaphore::acquire);
    assertThat(runsOut().getPaths(0)).endsWith("/gate");
    assertThat(isGranted().getPaths(0)).endsWith("/gate");
    assertThat(runsOut().getPaths(0)).endsWith("/permits/1");
    ScriptedServer.Asked second = server.next(RequestCase.ACQUIRE);
    second.answer(lease("permit").build());
    server
        .next(RequestCase.RELEASE)
        .answer(lease("lease-1").setState(Lease.State.RELEASED).build());
    assertThat(got(permit).leaseId()).isEqualTo("permit");
  }

  @Test
  void isNoWorkThatIsDone() throws Exception {
    WorkClaims claims = WorkClaims.in(client, "demo");
    WorkList<String> list = WorkList.of(claims, item -> item, item -> true);
    FutureTask<String> claimed =
        elsewhere(() -> list.claimFirst(List.of("a", "b")).orElseThrow().item());
    runsOut();
    assertThat(isGranted().getPaths(0)).isEqualTo("/a");
    assertThat(got(claimed)).isEqualTo("a");
  }

  @Test
  void isToldByWhatDoesNotWaitIfItHappensAgainAndAgain() throws Exception {
    LeaseLock lock = LeaseLock.on(client, "demo", "/a", Duration.ofMillis(1));
    FutureTask<Boolean> locked = elsewhere(lock::tryLock);
    runsOut();
    runsOut();
    runsOut();
    assertThatThrownBy(() -> got(locked))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("LEASE_EXPIRED");
  }

  private static void assertRunOut(CompletableFuture<?> asked) {
    assertThatThrownBy(asked::join)
        .cause()
        .isInstanceOfSatisfying(
            LeaseholdException.class, failure -> assertThat(failure.isRunOut()).isTrue())
        .hasMessageContaining("LEASE_EXPIRED");
  }

  private static <T> FutureTask<T> elsewhere(Callable<T> task) {
    FutureTask<T> future = new FutureTask<>(task);
    Thread thread = new Thread(future);
    thread.setDaemon(true);
    thread.start();
    return future;
  }

  private static <T> T got(FutureTask<T> future) throws Exception {
    return future.get(60, TimeUnit.SECONDS);
  }
}
