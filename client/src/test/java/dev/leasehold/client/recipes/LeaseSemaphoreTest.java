package dev.leasehold.client.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.client.HeldLease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeaseSemaphoreTest extends RecipeTest {

  private static final int PERMITS = 3;

  private LeaseSemaphore anns;
  private LeaseSemaphore bobs;

  @BeforeEach
  void makeSemaphores() {
    anns = LeaseSemaphore.on(ann, SPACE, "/connections", PERMITS).withTtl(Duration.ofHours(1));
    bobs = LeaseSemaphore.on(bob, SPACE, "connections", PERMITS).withTtl(Duration.ofMinutes(1));
  }

  private List<HeldLease> allPermits() throws InterruptedException {
    return List.of(anns.acquire(), bobs.acquire(), anns.tryAcquire().orElseThrow());
  }

  @Test
  void thereAreAsManyPermitsAsWereSaid() throws Exception {
    List<HeldLease> all = allPermits();

    assertThat(all).extracting(HeldLease::leaseId).doesNotHaveDuplicates();
    assertThat(bobs.tryAcquire()).isEmpty();
    assertThat(leases(Lease.State.ACTIVE)).as("nobody is at the gate").hasSize(PERMITS);

    all.get(0).close();
    assertThat(bobs.tryAcquire()).isPresent();
  }

  @Test
  void whoWaitsGetsWhicheverPermitIsFreeFirst() throws Exception {
    for (int i = 0; i < PERMITS; i++) {
      List<HeldLease> all = allPermits();
      Future<HeldLease> waiting = elsewhere(bobs::acquire);
      await().until(() -> waiting() == PERMITS);

      all.get(i).close();

      HeldLease permit = got(waiting);
      assertThat(permit.lease().getScopeList()).isEqualTo(all.get(i).lease().getScopeList());
      await().until(() -> waiting() == 0);
      permit.close();
      all.forEach(HeldLease::close);
      await().until(() -> leases(Lease.State.ACTIVE).isEmpty());
    }
  }

  @Test
  void permitsAreHandedOutInTheOrderOfTheLine() throws Exception {
    List<HeldLease> all = allPermits();
    Future<HeldLease> first = elsewhere(bobs::acquire);
    await().until(() -> waiting() == PERMITS);
    Future<HeldLease> second = elsewhere(anns::acquire);
    await().until(() -> waiting() == PERMITS + 1);

    all.get(2).close();
    got(first);
    assertThat(second).isNotDone();

    all.get(0).close();
    assertThat(got(second).lease().getHolder()).isEqualTo("ann");
  }

  @Test
  void whoWaitsForSoLongGivesUpAndLeavesNothingBehind() throws Exception {
    allPermits();
    Future<Optional<HeldLease>> waiting = elsewhere(() -> bobs.tryAcquire(Duration.ofSeconds(20)));
    await().until(() -> waiting() == PERMITS);

    node.advance(Duration.ofSeconds(20));

    assertThat(got(waiting)).isEmpty();
    await().until(() -> waiting() == 0 && leases(Lease.State.ACTIVE).size() == PERMITS);
  }

  @Test
  void whoIsInterruptedLeavesNothingBehind() throws Exception {
    allPermits();
    AtomicReference<Thread> thread = new AtomicReference<>();
    Future<HeldLease> waiting =
        elsewhere(
            () -> {
              thread.set(Thread.currentThread());
              return bobs.acquire();
            });
    await().until(() -> waiting() == PERMITS);

    thread.get().interrupt();

    assertThatThrownBy(() -> got(waiting)).hasCauseInstanceOf(InterruptedException.class);
    await().until(() -> waiting() == 0 && leases(Lease.State.ACTIVE).size() == PERMITS);
  }

  @Test
  void thePermitOfADeadUserComesBackWithItsTtl() throws Exception {
    allPermits();
    node.advance(Duration.ofMinutes(1));

    assertThat(anns.tryAcquire()).as("bob's").isPresent();
    assertThat(anns.tryAcquire()).isEmpty();
  }

  @Test
  void neverAreMoreInside() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Future<Integer>> users = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      LeaseSemaphore semaphore = i % 2 == 0 ? anns : bobs;
      users.add(
          elsewhere(
              () -> {
                for (int round = 0; round < 5; round++) {
                  HeldLease permit = semaphore.acquire();
                  most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                  Thread.yield();
                  inside.decrementAndGet();
                  permit.close();
                }
                return 0;
              }));
    }
    for (Future<Integer> user : users) {
      got(user);
    }
    assertThat(most).hasValueBetween(1, PERMITS);
    await().until(() -> leases(Lease.State.ACTIVE).isEmpty() && waiting() == 0);
  }

  @Test
  void itHasAtLeastOnePermit() {
    assertThatIllegalArgumentException().isThrownBy(() -> LeaseSemaphore.on(ann, SPACE, "/x", 0));
    assertThatIllegalArgumentException().isThrownBy(() -> LeaseSemaphore.on(ann, SPACE, "/x", 101));
  }
}
