package dev.leasehold.adapters.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.RevokeLeaseRequest;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.RefusedException;
import dev.leasehold.embedded.Leasehold;
import dev.leasehold.embedded.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

/** Two programs with a registry each. */
@Timeout(180)
class LeaseholdLockRegistryTest {

  private static final String SPACE = "locks";

  static {
    Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
  }

  @TempDir private Path directory;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private Leasehold leasehold;
  private LeaseholdClient client;
  private LeaseholdLockRegistry one;
  private LeaseholdLockRegistry two;

  @BeforeEach
  void open() throws IOException {
    leasehold = Leasehold.embedded(directory);
    client = leasehold.client("program");
    one = new LeaseholdLockRegistry(client, SPACE);
    two = new LeaseholdLockRegistry(leasehold.client("program"), SPACE);
  }

  @AfterEach
  void close() throws IOException {
    threads.shutdownNow();
    leasehold.close();
  }

  private <T> Future<T> elsewhere(Callable<T> task) {
    return threads.submit(task);
  }

  private List<Lease> leases(Lease.State state) {
    return leasehold
        .client("eve", Role.AUDITOR)
        .list(ListLeasesRequest.newBuilder().setSpace(SPACE).addState(state).build())
        .getLeasesList();
  }

  private void awaitWaiters(int count) {
    await().until(() -> leases(Lease.State.PENDING).size() == count);
  }

  private void revoke(LeaseholdLock lock) {
    leasehold
        .client("root", Role.ADMIN)
        .revoke(
            RevokeLeaseRequest.newBuilder()
                .setLeaseId(leases(Lease.State.ACTIVE).get(0).getLeaseId())
                .setReason("maintenance of " + lock)
                .build());
    // The next reply of any kind tells of it.
    assertThat(client.lease("elsewhere").path("/a").acquire().getState())
        .isEqualTo(Lease.State.ACTIVE);
  }

  @Test
  void whatOneHasLockedTheOtherCannotLock() {
    LeaseholdLock lock = one.obtain("a");
    lock.lock();
    assertThat(two.obtain("a").tryLock()).isFalse();
    assertThat(two.obtain("b").tryLock()).isTrue();

    lock.unlock();

    assertThat(two.obtain("a").tryLock()).isTrue();
    two.obtain("a").unlock();
    two.obtain("b").unlock();
    assertThat(leases(Lease.State.ACTIVE)).isEmpty();
  }

  @Test
  void aKeyHasOneLock() {
    assertThat(one.obtain("a")).isSameAs(one.obtain("a")).isNotSameAs(one.obtain("b"));
    assertThatThrownBy(() -> one.obtain(1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void itsThreadMayLockItAgainUnderTheSameLease() throws Exception {
    LeaseholdLock lock = one.obtain("a");
    lock.lock();
    long token = lock.lease().fencingToken();
    lock.lockInterruptibly();
    assertThat(lock.tryLock()).isTrue();
    assertThat(lock.tryLock(1, TimeUnit.SECONDS)).isTrue();
    assertThat(lock.lease().fencingToken()).isEqualTo(token);
    for (int i = 0; i < 3; i++) {
      lock.unlock();
      assertThat(two.obtain("a").tryLock()).isFalse();
    }

    lock.unlock();

    assertThat(two.obtain("a").tryLock()).isTrue();
  }

  @Test
  void otherThreadsOfTheSameProgramAreKeptOut() throws Exception {
    LeaseholdLock lock = one.obtain("a");
    lock.lock();
    assertThat(elsewhere(() -> lock.tryLock()).get()).isFalse();
    assertThat(elsewhere(() -> lock.tryLock(10, TimeUnit.MILLISECONDS)).get()).isFalse();
    Future<Boolean> unlocked =
        elsewhere(
            () -> {
              lock.unlock();
              return true;
            });
    assertThatThrownBy(unlocked::get).hasCauseInstanceOf(IllegalMonitorStateException.class);
    lock.lease().ensureHeld();
  }

  @Test
  void nobodyUnlocksWhatIsNotLocked() {
    assertThatThrownBy(() -> one.obtain("a").unlock())
        .isInstanceOf(IllegalMonitorStateException.class);
  }

  @Test
  void whoWaitsIsServedWhenTheOtherUnlocks() throws Exception {
    LeaseholdLock lock = one.obtain("a");
    lock.lock();
    Future<Long> waiting =
        elsewhere(
            () -> {
              LeaseholdLock other = two.obtain("a");
              other.lock();
              long token = other.lease().fencingToken();
              other.unlock();
              return token;
            });
    awaitWaiters(1);
    long before = lock.lease().fencingToken();

    lock.unlock();

    assertThat(waiting.get()).isGreaterThan(before);
  }

  @Test
  void aWaitThatIsOverLeavesEverythingAsItWas() throws Exception {
    one.obtain("a").lock();
    assertThat(two.obtain("a").tryLock(20, TimeUnit.MILLISECONDS)).isFalse();
    assertThat(two.obtain("a").tryLock(Duration.ofMillis(20), Duration.ofMinutes(1))).isFalse();

    one.obtain("a").unlock();

    assertThat(elsewhere(() -> two.obtain("a").tryLock(10, TimeUnit.SECONDS)).get()).isTrue();
  }

  @Test
  void whoIsInterruptedWhileWaitingLeavesTheLine() {
    one.obtain("a").lock();
    CountDownLatch interrupted = new CountDownLatch(1);
    Thread waiter =
        new Thread(
            () -> {
              try {
                two.obtain("a").lockInterruptibly();
              } catch (InterruptedException e) {
                interrupted.countDown();
              }
            });
    waiter.start();
    awaitWaiters(1);

    waiter.interrupt();

    await().until(() -> interrupted.getCount() == 0);
    awaitWaiters(0);
    one.obtain("a").unlock();
    assertThat(two.obtain("a").tryLock()).isTrue();
  }

  @Test
  void lockKeepsAnInterruptForLater() throws Exception {
    one.obtain("a").lock();
    CountDownLatch flagged = new CountDownLatch(1);
    Thread waiter =
        new Thread(
            () -> {
              LeaseholdLock lock = two.obtain("a");
              lock.lock();
              lock.unlock();
              if (Thread.currentThread().isInterrupted()) {
                flagged.countDown();
              }
            });
    waiter.start();
    awaitWaiters(1);

    waiter.interrupt();
    one.obtain("a").unlock();

    assertThat(flagged.await(60, TimeUnit.SECONDS)).isTrue();
    await().until(() -> leases(Lease.State.ACTIVE).isEmpty());
  }

  @Test
  void aLockOutlivesItsTtl() {
    LeaseholdLock lock = one.obtain("a");
    lock.lock(Duration.ofSeconds(6));
    HeldLease lease = lock.lease();
    await().until(() -> lease.lease().getRenewalCount() >= 4);
    lease.ensureHeld();
    assertThat(two.obtain("a").tryLock()).isFalse();
    lock.unlock();
  }

  @Test
  void aLockHasTheTtlThatWasAskedFor() throws Exception {
    assertThat(one.obtain("a").tryLock(Duration.ZERO, Duration.ofMinutes(7))).isTrue();
    assertThat(one.obtain("a").lease().lease().getTtl().getSeconds()).isEqualTo(420);
    one.obtain("b").lock();
    assertThat(one.obtain("b").lease().lease().getTtl().getSeconds())
        .isEqualTo(LeaseholdLockRegistry.DEFAULT_TTL.toSeconds());
  }

  @Test
  void unlockingALostLockTellsOfIt() {
    LeaseholdLock lock = one.obtain("a");
    lock.lock();
    revoke(lock);

    assertThatThrownBy(lock::tryLock).isInstanceOf(CannotAcquireLockException.class);
    assertThatThrownBy(lock::unlock)
        .isInstanceOf(ConcurrentModificationException.class)
        .hasMessageContaining("a was lost");
    assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
    assertThat(lock.tryLock()).isTrue();
    lock.unlock();
  }

  @Test
  void renewingIsForTheThreadThatHasLockedIt() throws Exception {
    LeaseholdLock lock = one.obtain("a");
    assertThatThrownBy(() -> one.renewLock("never seen")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> one.renewLock("a")).isInstanceOf(IllegalMonitorStateException.class);
    lock.lock();
    int before = lock.lease().lease().getRenewalCount();

    one.renewLock("a");
    one.renewLock("a", Duration.ofMinutes(5));

    assertThat(lock.lease().lease().getRenewalCount()).isEqualTo(before + 2);
    assertThat(lock.lease().remaining()).isGreaterThan(Duration.ofMinutes(4));
    one.renewLock("a", Duration.ofSeconds(1));
    assertThat(lock.lease().remaining()).isGreaterThan(Duration.ofMinutes(4));
    Future<Boolean> other =
        elsewhere(
            () -> {
              one.renewLock("a");
              return true;
            });
    assertThatThrownBy(other::get).hasCauseInstanceOf(IllegalMonitorStateException.class);
  }

  @Test
  void aLostLockIsNotRenewed() {
    LeaseholdLock lock = one.obtain("a");
    lock.lock();
    revoke(lock);
    assertThatThrownBy(() -> one.renewLock("a")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(lock::unlock).isInstanceOf(ConcurrentModificationException.class);
  }

  @Test
  void whatIsNotUsedIsForgottenAndWhatIsLockedIsNot() {
    LeaseholdLock idle = one.obtain("idle");
    LeaseholdLock busy = one.obtain("busy");
    busy.lock();
    one.expireUnusedOlderThan(3_600_000);
    assertThat(one.obtain("idle")).isSameAs(idle);

    one.expireUnusedOlderThan(-1);

    assertThat(one.obtain("idle")).isNotSameAs(idle);
    assertThat(one.obtain("busy")).isSameAs(busy);
  }

  @Test
  void aRegistryKnowsNoMoreLocksThanItsCapacity() {
    LeaseholdLockRegistry small =
        new LeaseholdLockRegistry(client, SPACE, Duration.ofSeconds(30), 2);
    LeaseholdLock a = small.obtain("a");
    LeaseholdLock b = small.obtain("b");
    a.lock();
    LeaseholdLock c = small.obtain("c");
    assertThat(small.obtain("a")).isSameAs(a);
    assertThat(small.obtain("c")).isSameAs(c);
    c.lock();

    assertThatThrownBy(() -> small.obtain("b")).isInstanceOf(CannotAcquireLockException.class);

    c.unlock();
    assertThat(small.obtain("b")).isNotSameAs(b);
  }

  @Test
  void threadsThatWaitForEachOtherAreTold() throws Exception {
    one.obtain("a").lock();
    CountDownLatch locked = new CountDownLatch(1);
    Future<Boolean> other =
        elsewhere(
            () -> {
              two.obtain("b").lock();
              locked.countDown();
              boolean got = two.obtain("a").tryLock(20, TimeUnit.SECONDS);
              two.obtain("b").unlock();
              return got;
            });
    assertThat(locked.await(60, TimeUnit.SECONDS)).isTrue();
    awaitWaiters(1);

    assertThatThrownBy(() -> one.obtain("b").lock())
        .isInstanceOf(CannotAcquireLockException.class)
        .cause()
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("DEADLOCK");

    one.obtain("a").unlock();
    assertThat(other.get()).isTrue();
  }

  @Test
  void programsWhoseThreadsWaitCrosswiseAreNoDeadlock() throws Exception {
    one.obtain("a").lock();
    elsewhere(
            () -> {
              two.obtain("b").lock();
              return true;
            })
        .get();
    Future<Boolean> first = elsewhere(() -> one.obtain("b").tryLock(20, TimeUnit.SECONDS));
    awaitWaiters(1);
    Future<Boolean> second = elsewhere(() -> two.obtain("a").tryLock(20, TimeUnit.SECONDS));
    awaitWaiters(2);

    one.obtain("a").unlock();

    assertThat(second.get()).isTrue();
    assertThat(first.isDone()).isFalse();
  }

  @Test
  void onlyOneOfManyThreadsIsInsideAtATime() throws Exception {
    int[] counter = new int[1];
    List<Future<Void>> done = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      LeaseholdLockRegistry registry = i % 2 == 0 ? one : two;
      done.add(
          elsewhere(
              () -> {
                for (int round = 0; round < 10; round++) {
                  registry.executeLocked(
                      "counter",
                      () -> {
                        int before = counter[0];
                        Thread.yield();
                        counter[0] = before + 1;
                      });
                }
                return null;
              }));
    }
    for (Future<Void> thread : done) {
      thread.get();
    }
    assertThat(counter[0]).isEqualTo(80);
  }

  @Test
  void springsOwnShortcutsWork() throws Exception {
    assertThat(one.<String, RuntimeException>executeLocked("a", () -> "done")).isEqualTo("done");
    one.obtain("a").lock();
    assertThatThrownBy(() -> two.executeLocked("a", Duration.ofMillis(20), () -> {}))
        .isInstanceOf(TimeoutException.class);
  }

  @Test
  void aLockHasNoConditions() {
    assertThatThrownBy(() -> one.obtain("a").newCondition())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aLeaderThatLosesItsLockStepsDownAndMayLeadAgain() {
    Leader leader = new Leader();
    LockRegistryLeaderInitiator initiator = new LockRegistryLeaderInitiator(one, leader);
    initiator.setHeartBeatMillis(20);
    initiator.setBusyWaitMillis(20);
    initiator.start();
    try {
      await().until(() -> leader.granted.getCount() == 1);

      revoke(one.obtain("leader"));

      await().until(() -> leader.revoked.getCount() == 0);
      await().until(() -> leader.granted.getCount() == 0);
    } finally {
      initiator.stop();
    }
    await().until(() -> leases(Lease.State.ACTIVE).isEmpty());
  }

  private static final class Leader extends DefaultCandidate {

    final CountDownLatch granted = new CountDownLatch(2);
    final CountDownLatch revoked = new CountDownLatch(1);

    Leader() {
      super("node", "leader");
    }

    @Override
    public void onGranted(Context context) {
      granted.countDown();
    }

    @Override
    public void onRevoked(Context context) {
      revoked.countDown();
    }
  }
}
