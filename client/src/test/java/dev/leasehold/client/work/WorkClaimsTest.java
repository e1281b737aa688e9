package dev.leasehold.client.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.RealNode;
import dev.leasehold.client.RefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Work items: at most one claim each. */
class WorkClaimsTest {

  @TempDir Path directory;

  private RealNode node;
  private WorkClaims ann;
  private WorkClaims bob;

  @BeforeEach
  void start() {
    node = RealNode.start(directory);
    ann = WorkClaims.in(node.agent("ann"), "mail-queue");
    bob = WorkClaims.in(node.agent("bob"), "mail-queue");
  }

  @AfterEach
  void stop() throws IOException {
    node.close();
  }

  @Test
  void anItemHasAtMostOneClaim() {
    HeldLease claim = ann.claim("job-17");

    assertThat(claim.lease().getRegistrarSignature()).isNotEmpty();
    assertThat(bob.tryClaim("job-17")).isEmpty();
    assertThatThrownBy(() -> bob.claim("job-17"))
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused -> assertThat(refused.code()).isEqualTo("ALREADY_LEASED"));
  }

  @Test
  void theFirstFreeOneOfAListIsClaimed() {
    ann.claim("job-17");

    List<String> jobs = List.of("job-17", "job-18", "job-19");
    assertThat(bob.claimFirst(jobs).orElseThrow().lease().getScope(0)).isEqualTo("/job-18");
    assertThat(bob.claimFirst(jobs).orElseThrow().lease().getScope(0)).isEqualTo("/job-19");
    assertThat(bob.claimFirst(jobs)).isEmpty();
    assertThat(bob.claimFirst(List.of())).isEmpty();
  }

  @Test
  void reasonsAreRecordedAndTheItemIsFreeAfterEach() {
    assertThat(ann.complete(ann.claim("job-17")).getReason()).isEqualTo("COMPLETED");
    assertThat(ann.abort(ann.claim("job-17")).getReason()).isEqualTo("ABORTED");
    Lease last = ann.giveBack(ann.claim("job-17"));

    assertThat(last.getReason()).isEqualTo("VOLUNTARY");
    assertThat(last.getState()).isEqualTo(Lease.State.RELEASED);
    assertThat(bob.hasActiveClaim("job-17")).isFalse();
  }

  @Test
  void everybodySeesWhoHasAnItem() {
    ann.claim("job-17");

    assertThat(bob.activeClaim("job-17").orElseThrow().getHolder()).isEqualTo("ann");
    assertThat(bob.hasActiveClaim("job-18")).isFalse();
    assertThat(ann.claimsOf("ann")).hasSize(1);
    assertThat(ann.activeClaims()).hasSize(1);
    assertThat(bob.activeClaims()).as("a worker sees who has what").hasSize(1);
  }

  @Test
  void theItemOfADeadWorkerIsFreeWhenItsTtlIsOver() {
    HeldLease claim = ann.withTtl(Duration.ofMinutes(2)).claim("job-17");
    node.advance(Duration.ofMinutes(2));

    HeldLease next = bob.claim("job-17");

    assertThat(next.fencingToken()).isGreaterThan(claim.fencingToken());
    assertThatThrownBy(() -> ann.complete(claim)).isInstanceOf(RefusedException.class);
  }

  @Test
  void ofEightThreadsThatClaimOneItemOneWins() throws Exception {
    int threads = 8;
    CyclicBarrier together = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Callable<Optional<HeldLease>>> attempts = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        WorkClaims claims = i % 2 == 0 ? ann : bob;
        attempts.add(
            () -> {
              together.await();
              return claims.tryClaim("job-17");
            });
      }
      int winners = 0;
      for (Future<Optional<HeldLease>> attempt : pool.invokeAll(attempts)) {
        winners += attempt.get().isPresent() ? 1 : 0;
      }
      assertThat(winners).isEqualTo(1);
    } finally {
      pool.shutdownNow();
    }
  }
}
