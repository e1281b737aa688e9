package dev.leasehold.adapters.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.leasehold.client.ClientOptions;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.node.Server;
import dev.leasehold.node.time.SystemTime;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that goes, and comes back with the same data on the same port, while a task runs. */
@Timeout(120)
class RestartedServerTest {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofSeconds(4);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path directory;
  private Server server;
  private int port;
  private LeaseholdClient client;
  private LeaseholdClient otherClient;
  private LeaseholdLockProvider provider;
  private LeaseholdLockProvider other;

  @BeforeEach
  void start() throws IOException {
    server = serve(0);
    port = URI.create(server.url()).getPort();
    client = connect();
    otherClient = connect();
    provider = new LeaseholdLockProvider(client);
    other = new LeaseholdLockProvider(otherClient);
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    otherClient.close();
    server.close();
  }

  private Server serve(int port) throws IOException {
    return Server.start(
        new Server.Options(
            directory, Server.DEFAULT_HOST, port, false, new SystemTime(), failure -> {}));
  }

  private LeaseholdClient connect() throws IOException {
    return LeaseholdClient.connect(
        ClientOptions.builder()
            .address("127.0.0.1:" + port)
            .token(Files.readString(server.adminTokenFile()).strip())
            .requestTimeout(Duration.ofSeconds(5))
            .safetyMargin(Duration.ofMillis(100))
            .build());
  }

  private static LockConfiguration job(Duration atMost) {
    return new LockConfiguration(Instant.now(), "job", atMost, Duration.ZERO);
  }

  private void goAway() throws IOException {
    server.close();
  }

  private void comeBack() throws IOException {
    server = serve(port);
  }

  /** Asks again while the connection is being made. */
  private static Optional<SimpleLock> extendAtLast(SimpleLock lock) {
    return await()
        .atMost(PATIENCE)
        .ignoreException(LockException.class)
        .until(() -> lock.extend(HOUR, Duration.ZERO), extended -> true);
  }

  private static void awaitPassed(Duration duration, long sinceNanos) {
    await().atMost(PATIENCE).until(() -> System.nanoTime() - sinceNanos >= duration.toNanos());
  }

  private Optional<SimpleLock> lockAtLast(LeaseholdLockProvider asking, Duration atMost) {
    return await()
        .atMost(PATIENCE)
        .ignoreException(LockException.class)
        .until(() -> asking.lock(job(atMost)), asked -> true);
  }

  @Test
  void aLockOutlivesTheServer() throws Exception {
    SimpleLock lock = provider.lock(job(HOUR)).orElseThrow();
    goAway();
    comeBack();

    SimpleLock extended = extendAtLast(lock).orElseThrow();

    assertThat(lockAtLast(other, HOUR)).isEmpty();
    extended.unlock();
    assertThat(other.lock(job(HOUR))).isPresent();
  }

  @Test
  void whatCannotBeKnownIsAFailure() throws Exception {
    SimpleLock extended = provider.lock(job(HOUR)).orElseThrow();
    SimpleLock unlocked =
        provider
            .lock(new LockConfiguration(Instant.now(), "second", HOUR, Duration.ZERO))
            .orElseThrow();
    goAway();

    assertThatThrownBy(() -> extended.extend(HOUR, Duration.ZERO))
        .isInstanceOf(LockException.class);
    assertThatThrownBy(unlocked::unlock).isInstanceOf(LockException.class);
    comeBack();
  }

  @Test
  void aLockThatEndedMeanwhileIsNotExtendedAndNeedsNoUnlocking() throws Exception {
    long begin = System.nanoTime();
    SimpleLock extended = provider.lock(job(SHORT)).orElseThrow();
    SimpleLock unlocked =
        provider
            .lock(new LockConfiguration(Instant.now(), "second", SHORT, Duration.ZERO))
            .orElseThrow();
    goAway();
    awaitPassed(SHORT.multipliedBy(2), begin);

    assertThat(extended.extend(HOUR, Duration.ZERO)).isEmpty();
    unlocked.unlock();
    comeBack();
  }

  @Test
  void aLockThatEndedMeanwhileTakesNothingFromItsNewOwner() throws Exception {
    long begin = System.nanoTime();
    SimpleLock late = provider.lock(job(SHORT)).orElseThrow();
    goAway();
    awaitPassed(SHORT.multipliedBy(2), begin);
    comeBack();
    await()
        .atMost(PATIENCE)
        .ignoreException(LockException.class)
        .until(() -> other.lock(job(HOUR)).isPresent());

    late.unlock();

    assertThat(lockAtLast(provider, HOUR)).isEmpty();
  }
}
