package dev.leasehold.adapters.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.RevokeLeaseRequest;
import dev.leasehold.client.ClientOptions;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.NotSentException;
import dev.leasehold.client.RefusedException;
import dev.leasehold.embedded.Leasehold;
import dev.leasehold.embedded.ManualTime;
import dev.leasehold.embedded.Role;
import dev.leasehold.embedded.RunOutGrant;
import io.grpc.ClientInterceptors;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Behaviour that ShedLock's suites do not test. */
@Timeout(180)
class LeaseholdLocksTest {

  static {
    Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
  }

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir private Path directory;
  private final ManualTime time = new ManualTime();
  private Leasehold leasehold;
  private LeaseholdLockProvider one;
  private LeaseholdLockProvider two;

  @BeforeEach
  void open() throws IOException {
    leasehold = Leasehold.embedded(directory, time);
    one = new LeaseholdLockProvider(leasehold.client("one"));
    two = new LeaseholdLockProvider(leasehold.client("two"));
  }

  @AfterEach
  void close() throws IOException {
    leasehold.close();
  }

  private static LockConfiguration job(Duration atMost, Duration atLeast) {
    return job("job", atMost, atLeast);
  }

  private static LockConfiguration job(String name, Duration atMost, Duration atLeast) {
    return new LockConfiguration(Instant.now(), name, atMost, atLeast);
  }

  private List<Lease> active() {
    return leasehold
        .client("eve", Role.AUDITOR)
        .list(
            ListLeasesRequest.newBuilder()
                .setSpace(LeaseholdLockProvider.DEFAULT_SPACE)
                .addState(Lease.State.ACTIVE)
                .build())
        .getLeasesList();
  }

  @Test
  void theServerKeepsTheLeastTimeAlsoWhenTheProgramIsGone() {
    LeaseholdClient client = leasehold.client("gone");
    LockConfiguration job = job(HOUR, Duration.ofMinutes(10));
    new LeaseholdLockProvider(client).lock(job).orElseThrow().unlock();
    client.close();

    time.advance(Duration.ofMinutes(9));
    assertThat(two.lock(job)).isEmpty();
    time.advance(MINUTE);
    assertThat(two.lock(job)).isPresent();
  }

  @Test
  void theMostTimeEndsALockThatNobodyUnlocks() {
    assertThat(one.lock(job(HOUR, Duration.ZERO))).isPresent();
    time.advance(HOUR.minusNanos(1));
    assertThat(two.lock(job(HOUR, Duration.ZERO))).isEmpty();
    time.advance(Duration.ofNanos(1));
    assertThat(two.lock(job(HOUR, Duration.ZERO))).isPresent();
  }

  /** The server or the program stood still; a task that ran now might not run alone. */
  @Test
  void aLockThatRanOutBeforeItWasKnownIsNotGot() {
    for (Duration atMost : List.of(HOUR, Duration.ofMillis(500))) {
      LeaseholdLockProvider slow = slow(atMost);
      assertThat(slow.lock(job(atMost, Duration.ZERO))).isEmpty();
      Optional<SimpleLock> next = two.lock(job(HOUR, Duration.ZERO));
      assertThat(next).isPresent();
      next.get().unlock();
    }
  }

  private LeaseholdLockProvider slow(Duration ttl) {
    return new LeaseholdLockProvider(
        LeaseholdClient.over(
            ClientInterceptors.intercept(leasehold.channel(), new RunOutGrant(time, ttl)),
            ClientOptions.builder().token(leasehold.token("slow", Role.AGENT)).build()));
  }

  @Test
  void unlockingALockThatIsOverTakesNothingFromItsNewOwner() {
    SimpleLock late = one.lock(job(MINUTE, Duration.ZERO)).orElseThrow();
    time.advance(MINUTE);
    assertThat(two.lock(job(HOUR, Duration.ZERO))).isPresent();

    late.unlock();

    assertThat(one.lock(job(HOUR, Duration.ZERO))).isEmpty();
  }

  @Test
  void aLockThatWasTakenAwayIsNotExtended() {
    SimpleLock lock = one.lock(job(HOUR, Duration.ZERO)).orElseThrow();
    leasehold
        .client("root", Role.ADMIN)
        .revoke(
            RevokeLeaseRequest.newBuilder()
                .setLeaseId(active().get(0).getLeaseId())
                .setReason("maintenance")
                .build());

    assertThat(lock.extend(HOUR, Duration.ZERO)).isEmpty();
  }

  @Test
  void anExtensionCountsFromItsOwnTime() {
    SimpleLock lock = one.lock(job(MINUTE, Duration.ZERO)).orElseThrow();
    SimpleLock extended = lock.extend(HOUR, Duration.ofMinutes(30)).orElseThrow();
    time.advance(Duration.ofMinutes(59));
    assertThat(two.lock(job(HOUR, Duration.ZERO))).isEmpty();

    extended.unlock();

    // The rest of the lock is less than it is to be kept at least.
    time.advance(MINUTE);
    assertThat(two.lock(job(HOUR, Duration.ZERO))).isPresent();
  }

  @Test
  void anExtensionToLessLeavesTheLockAsItIs() {
    SimpleLock lock = one.lock(job(HOUR, Duration.ZERO)).orElseThrow();
    Optional<SimpleLock> extended = lock.extend(MINUTE, Duration.ZERO);

    assertThat(extended).isPresent();
    assertThatThrownBy(lock::unlock).isInstanceOf(IllegalStateException.class);
    time.advance(Duration.ofMinutes(59));
    assertThat(two.lock(job(HOUR, Duration.ZERO))).isEmpty();
    extended.get().unlock();
    assertThat(two.lock(job(HOUR, Duration.ZERO))).isPresent();
  }

  @Test
  void namesOfAnyKindAreLocksOfTheirOwn() {
    List<String> names =
        List.of(
            "a/b",
            "a",
            "a%2Fb",
            "a b",
            ".",
            "..",
            "a\\b",
            "*",
            "é",
            "e\u0301",
            "\u0000",
            "\ud800",
            "\ud801",
            "#",
            "a//b",
            "日本",
            "x".repeat(2_000),
            "x".repeat(2_001));
    List<SimpleLock> locks = new ArrayList<>();
    for (String name : names) {
      locks.add(one.lock(job(name, HOUR, Duration.ZERO)).orElseThrow());
      assertThat(two.lock(job(name, HOUR, Duration.ZERO))).as(name).isEmpty();
    }

    assertThat(active()).hasSize(names.size());
    locks.forEach(SimpleLock::unlock);
    assertThat(active()).isEmpty();
  }

  @Test
  void spacesAreSeparate() {
    LeaseholdClient client = leasehold.client("three");
    assertThat(one.lock(job(HOUR, Duration.ZERO))).isPresent();
    assertThat(new LeaseholdLockProvider(client, "other").lock(job(HOUR, Duration.ZERO)))
        .isPresent();
  }

  @Test
  void aRefusalThatIsNotAboutOthersIsAFailure() {
    LeaseholdLockProvider auditor =
        new LeaseholdLockProvider(leasehold.client("eve", Role.AUDITOR));
    assertThatThrownBy(() -> auditor.lock(job(HOUR, Duration.ZERO)))
        .isInstanceOf(LockException.class)
        .hasCauseInstanceOf(RefusedException.class);
  }

  @Test
  void aServerThatIsNotThereIsAFailure() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    ClientOptions options =
        ClientOptions.builder()
            .address("127.0.0.1:" + port)
            .token("none")
            .requestTimeout(Duration.ofMillis(200))
            .build();
    try (LeaseholdClient client = LeaseholdClient.connect(options)) {
      assertThatThrownBy(() -> new LeaseholdLockProvider(client).lock(job(HOUR, Duration.ZERO)))
          .isInstanceOf(LockException.class)
          .hasMessageContaining("job")
          .hasCauseInstanceOf(NotSentException.class);
    }
  }

  @Test
  void unlockingGoesThroughInAnInterruptedThread() {
    SimpleLock lock = one.lock(job(HOUR, Duration.ZERO)).orElseThrow();
    Thread.currentThread().interrupt();

    lock.unlock();

    assertThat(Thread.interrupted()).isTrue();
    await().untilAsserted(() -> assertThat(active()).isEmpty());
  }
}
