package dev.leasehold.client.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.client.LeaseLostException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeaseReadWriteLockTest extends RecipeTest {

  private LeaseReadWriteLock anns;
  private LeaseReadWriteLock bobs;

  @BeforeEach
  void makeLocks() {
    anns = LeaseReadWriteLock.on(ann, SPACE, "/prices");
    bobs = LeaseReadWriteLock.on(bob, SPACE, "/prices");
  }

  @Test
  void manyMayRead() throws Exception {
    anns.readLock().lock();

    assertThat(bobs.readLock().tryLock()).isTrue();
    assertThat(got(elsewhere(() -> anns.readLock().tryLock()))).isTrue();
    assertThat(leases(Lease.State.ACTIVE)).hasSize(3);
    assertThat(anns.lease().lease().getMode()).isEqualTo(Lease.Mode.SHARED);
  }

  @Test
  void whoWritesIsAlone() {
    anns.writeLock().lock();

    assertThat(anns.lease().lease().getMode()).isEqualTo(Lease.Mode.EXCLUSIVE);
    assertThat(bobs.readLock().tryLock()).isFalse();
    assertThat(bobs.writeLock().tryLock()).isFalse();

    anns.writeLock().unlock();
    assertThat(bobs.readLock().tryLock()).isTrue();
    assertThat(anns.writeLock().tryLock()).isFalse();
  }

  @Test
  void readersDoNotOvertakeAWriterThatWaits() throws Exception {
    anns.readLock().lock();
    Future<Boolean> writer = elsewhere(() -> bobs.writeLock().tryLock(1, TimeUnit.MINUTES));
    await().until(() -> waiting() == 1);

    assertThat(got(elsewhere(() -> anns.readLock().tryLock()))).isFalse();
    assertThat(anns.readLock().tryLock()).as("who reads already may again").isTrue();

    anns.readLock().unlock();
    anns.readLock().unlock();
    assertThat(got(writer)).isTrue();
  }

  @Test
  void aThreadHasOneOfTheTwo() throws InterruptedException {
    anns.readLock().lockInterruptibly();
    assertThatThrownBy(() -> anns.writeLock().tryLock()).isInstanceOf(IllegalStateException.class);
    anns.readLock().unlock();

    anns.writeLock().lock();
    assertThatThrownBy(() -> anns.readLock().lock()).isInstanceOf(IllegalStateException.class);
    anns.writeLock().unlock();
    assertThatThrownBy(() -> anns.lease()).isInstanceOf(IllegalMonitorStateException.class);
  }

  @Test
  void aLossIsToldWhenUnlocking() {
    anns.readLock().lock();
    revoke(anns.lease().leaseId());
    ann.get(anns.lease().leaseId());

    assertThatThrownBy(() -> anns.readLock().unlock()).isInstanceOf(LeaseLostException.class);
  }
}
