package dev.leasehold.client.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.client.LeaseLostException;
import dev.leasehold.client.RefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeaseLockTest extends RecipeTest {

  private LeaseLock lock;
  private LeaseLock sameElsewhere;
  private LeaseLock ofBob;

  @BeforeEach
  void makeLocks() {
    lock = LeaseLock.on(ann, SPACE, "/lock");
    sameElsewhere = LeaseLock.on(annElsewhere, SPACE, "/lock");
    ofBob = LeaseLock.on(bob, SPACE, "/lock", Duration.ofMinutes(1));
  }

  @Test
  void oneThreadOfOneProgramHasIt() throws Exception {
    lock.lock();

    assertThat(lock.isHeldByCurrentThread()).isTrue();
    assertThat(got(elsewhere(() -> lock.tryLock()))).as("another thread").isFalse();
    assertThat(sameElsewhere.tryLock()).as("another program, same token").isFalse();
    assertThat(ofBob.tryLock()).as("another holder").isFalse();

    lock.unlock();
    assertThat(ofBob.tryLock()).isTrue();
    assertThat(lock.isHeldByCurrentThread()).isFalse();
  }

  @Test
  void itsThreadMayLockItAgainAndUnlocksAsOften() {
    lock.lock();
    assertThat(lock.tryLock()).isTrue();
    lock.unlock();
    assertThat(ofBob.tryLock()).isFalse();
    assertThat(leases(Lease.State.ACTIVE)).hasSize(1);

    lock.unlock();
    assertThat(ofBob.tryLock()).isTrue();
    assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
  }

  @Test
  void onlyItsThreadUnlocksIt() {
    lock.lock();

    assertThatThrownBy(
            () ->
                got(
                    elsewhere(
                        () -> {
                          lock.unlock();
                          return 0;
                        })))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(IllegalMonitorStateException.class);
    assertThatThrownBy(() -> ofBob.lease()).isInstanceOf(IllegalMonitorStateException.class);
    assertThat(lock.isHeldByCurrentThread()).isTrue();
  }

  @Test
  void whoWaitsGetsItWhenItIsUnlocked() throws Exception {
    lock.lock();
    Future<Boolean> waiting =
        elsewhere(
            () -> {
              sameElsewhere.lock();
              return sameElsewhere.isHeldByCurrentThread();
            });
    await().until(() -> waiting() == 1);

    lock.unlock();

    assertThat(got(waiting)).isTrue();
  }

  @Test
  void whoWaitsForSoLongGivesUp() throws Exception {
    lock.lock();
    Future<Boolean> waiting = elsewhere(() -> ofBob.tryLock(20, TimeUnit.SECONDS));
    await().until(() -> waiting() == 1);

    node.advance(Duration.ofSeconds(20));

    assertThat(got(waiting)).isFalse();
    assertThat(ofBob.tryLock(0, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void whoIsInterruptedWhileWaitingLeavesTheLine() throws Exception {
    lock.lock();
    AtomicReference<Thread> thread = new AtomicReference<>();
    Future<Void> waiting =
        elsewhere(
            () -> {
              thread.set(Thread.currentThread());
              ofBob.lockInterruptibly();
              return null;
            });
    await().until(() -> waiting() == 1);

    thread.get().interrupt();

    assertThatThrownBy(() -> got(waiting)).hasCauseInstanceOf(InterruptedException.class);
    await().until(() -> waiting() == 0);
  }

  @Test
  void anInterruptKeepsNobodyFromLockingAndUnlocking() {
    Thread.currentThread().interrupt();

    lock.lock();
    assertThatThrownBy(() -> ofBob.lockInterruptibly()).isInstanceOf(InterruptedException.class);
    Thread.currentThread().interrupt();
    lock.unlock();

    assertThat(Thread.interrupted()).as("kept for later").isTrue();
    assertThat(ofBob.tryLock()).isTrue();
  }

  @Test
  void aLossIsToldByEveryUse() {
    lock.lock();
    lock.lock();
    long token = lock.lease().fencingToken();
    revoke(lock.lease().leaseId());
    ann.get(lock.lease().leaseId());

    assertThat(lock.isHeldByCurrentThread()).isFalse();
    assertThatThrownBy(() -> lock.lease().ensureHeld()).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(lock::lock).isInstanceOf(LeaseLostException.class);
    assertThat(ofBob.tryLock()).isTrue();
    assertThat(ofBob.lease().fencingToken()).isGreaterThan(token);

    lock.unlock();
    assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
    ofBob.unlock();
    lock.lock();
    assertThat(lock.isHeldByCurrentThread()).as("from the beginning").isTrue();
  }

  @Test
  void threadsThatWouldWaitForEachOtherAreTold() throws Exception {
    LeaseLock other = LeaseLock.on(ann, SPACE, "/other");
    lock.lock();
    CountDownLatch hasOther = new CountDownLatch(1);
    Future<Boolean> waiting =
        elsewhere(
            () -> {
              other.lock();
              hasOther.countDown();
              lock.lock();
              return true;
            });
    hasOther.await();
    await().until(() -> waiting() == 1);

    assertThatThrownBy(other::lock)
        .isInstanceOfSatisfying(
            RefusedException.class, refused -> assertThat(refused.code()).isEqualTo("DEADLOCK"));
    lock.unlock();
    assertThat(got(waiting)).isTrue();
  }

  @Test
  void neverAreTwoInside() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Future<Integer>> workers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Lock mine = List.of(lock, sameElsewhere, ofBob).get(i % 3);
      workers.add(
          elsewhere(
              () -> {
                for (int round = 0; round < 10; round++) {
                  mine.lock();
                  try {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    inside.decrementAndGet();
                  } finally {
                    mine.unlock();
                  }
                }
                return 0;
              }));
    }
    for (Future<Integer> worker : workers) {
      got(worker);
    }
    assertThat(most).hasValue(1);
    assertThat(leases(Lease.State.ACTIVE)).isEmpty();
  }

  @Test
  void theLockOfADeadProgramIsFreeAfterItsTtl() {
    lock.lock();
    assertThat(lock.lease().lease().getTtl().getSeconds()).isEqualTo(30);
    assertThat(ofBob.tryLock()).isFalse();

    node.advance(Duration.ofSeconds(30));

    assertThat(ofBob.tryLock()).isTrue();
  }

  @Test
  void twoObjectsOnOnePathAreOneLock() {
    lock.lock();

    assertThatThrownBy(() -> LeaseLock.on(ann, SPACE, "lock").lock())
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused ->
                assertThat(refused.problem().getConflicts(0).getLeaseId())
                    .isEqualTo(lock.lease().leaseId()));
  }

  @Test
  void thereAreNoConditions() {
    assertThatThrownBy(lock::newCondition).isInstanceOf(UnsupportedOperationException.class);
  }
}
