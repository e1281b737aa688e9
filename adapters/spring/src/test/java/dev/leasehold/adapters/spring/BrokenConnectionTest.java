package dev.leasehold.adapters.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.client.BreakableLink;
import dev.leasehold.client.ClientOptions;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.node.Server;
import dev.leasehold.node.time.SystemTime;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

/** A server on a port, one program whose way to it breaks, and another whose way does not. */
@Timeout(120)
class BrokenConnectionTest {

  private static final String SPACE = "locks";
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration SHORT = Duration.ofSeconds(3);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Longer than a machine stands still, and short for somebody who waits without a way. */
  private static final Duration TIMEOUT = Duration.ofSeconds(4);

  @TempDir private Path directory;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private Server server;
  private BreakableLink link;
  private LeaseholdClient client;
  private LeaseholdClient otherClient;
  private LeaseholdLockRegistry registry;
  private LeaseholdLockRegistry other;

  @BeforeEach
  void start() throws IOException {
    server = serve(0);
    link = BreakableLink.to(port());
    client = connect(link.address(), TIMEOUT);
    otherClient = connect("127.0.0.1:" + port(), PATIENCE);
    registry = new LeaseholdLockRegistry(client, SPACE, LONG);
    other = new LeaseholdLockRegistry(otherClient, SPACE, LONG);
  }

  @AfterEach
  void stop() throws IOException {
    threads.shutdownNow();
    link.close();
    client.close();
    otherClient.close();
    server.close();
  }

  private Server serve(int port) throws IOException {
    return Server.start(
        new Server.Options(
            directory, Server.DEFAULT_HOST, port, false, new SystemTime(), failure -> {}));
  }

  private int port() {
    return URI.create(server.url()).getPort();
  }

  private LeaseholdClient connect(String address, Duration timeout) throws IOException {
    return LeaseholdClient.connect(
        ClientOptions.builder()
            .address(address)
            .token(Files.readString(server.adminTokenFile()).strip())
            .requestTimeout(timeout)
            .safetyMargin(Duration.ofMillis(100))
            .build());
  }

  private boolean isLockedAtTheServer() {
    ListLeasesRequest active =
        ListLeasesRequest.newBuilder().setSpace(SPACE).addState(Lease.State.ACTIVE).build();
    return otherClient.list(active).getLeasesCount() > 0;
  }

  /** Asks again while the way is being found. */
  private void awaitRenewal(String key) {
    await()
        .atMost(PATIENCE)
        .pollInSameThread()
        .ignoreException(DataAccessResourceFailureException.class)
        .until(
            () -> {
              registry.renewLock(key);
              return true;
            });
  }

  @Test
  void aLockOutlivesAConnection() throws Exception {
    LeaseholdLock lock = registry.obtain("a");
    lock.lock();
    long token = lock.lease().fencingToken();

    link.cut();
    lock.lease().ensureHeld();
    link.mend();

    awaitRenewalByThisThread(lock, token);
    assertThat(other.obtain("a").tryLock()).isFalse();
    lock.unlock();
    assertThat(other.obtain("a").tryLock()).isTrue();
  }

  @Test
  void aLockOutlivesAServerThatStartsAgain() throws Exception {
    LeaseholdLock lock = registry.obtain("a");
    lock.lock();
    long token = lock.lease().fencingToken();
    int port = port();

    server.close();
    lock.lease().ensureHeld();
    server = serve(port);

    awaitRenewalByThisThread(lock, token);
    assertThat(isLockedAtTheServer()).isTrue();
    lock.unlock();
    assertThat(isLockedAtTheServer()).isFalse();
  }

  private void awaitRenewalByThisThread(LeaseholdLock lock, long token) {
    int before = lock.lease().lease().getRenewalCount();
    awaitRenewal("a");
    assertThat(lock.lease().lease().getRenewalCount()).isGreaterThan(before);
    assertThat(lock.lease().fencingToken()).isEqualTo(token);
  }

  @Test
  void aBreakThatLastsLongerThanTheTtlIsALossAndTheHolderKnowsFirst() throws Exception {
    LeaseholdLock lock = registry.obtain("a");
    lock.lock(SHORT);
    HeldLease lease = lock.lease();

    link.cut();
    assertThat(other.obtain("a").tryLock(60, TimeUnit.SECONDS)).isTrue();

    assertThat(lease.isHeld()).isFalse();
    assertThat(other.obtain("a").lease().fencingToken()).isGreaterThan(lease.fencingToken());
    assertThatThrownBy(lock::lock).isInstanceOf(CannotAcquireLockException.class);
    // There is still no way to the server.
    assertThatThrownBy(lock::unlock)
        .isInstanceOf(ConcurrentModificationException.class)
        .hasMessageContaining("a was lost");
    link.mend();
    other.obtain("a").lease().ensureHeld();
    other.obtain("a").unlock();
    lockOnceThereIsAWay(lock);
    lock.unlock();
  }

  private static void lockOnceThereIsAWay(LeaseholdLock lock) {
    await()
        .atMost(PATIENCE)
        .pollInSameThread()
        .ignoreException(CannotAcquireLockException.class)
        .until(() -> lock.tryLock(1, TimeUnit.SECONDS));
  }

  @Test
  void whatCannotBeGivenBackIsToldAndEndsWithItsTtl() throws Exception {
    LeaseholdLock lock = registry.obtain("a");
    lock.lock(TIMEOUT.multipliedBy(3));
    link.cut();

    assertThatThrownBy(lock::unlock).isInstanceOf(DataAccessResourceFailureException.class);

    link.mend();
    assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
    assertThat(other.obtain("a").tryLock(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void anUnlockWhoseReplyIsLostIsNoLoss() throws Exception {
    CountDownLatch locked = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    LeaseholdClient patient = connect(link.address(), PATIENCE);
    LeaseholdLock lock = new LeaseholdLockRegistry(patient, SPACE, LONG).obtain("a");
    Future<?> done =
        threads.submit(
            () -> {
              lock.lock();
              locked.countDown();
              goOn.await();
              lock.unlock();
              return null;
            });
    assertThat(locked.await(60, TimeUnit.SECONDS)).isTrue();

    link.loseReplies();
    goOn.countDown();
    await().atMost(PATIENCE).until(() -> !isLockedAtTheServer());
    assertThat(done.isDone()).isFalse();
    link.cut();
    link.mend();

    done.get(60, TimeUnit.SECONDS);
    patient.close();
  }

  @Test
  void aLeaderOutOfReachStepsDownAndMayLeadAgain() throws Exception {
    Leader leader = new Leader();
    Leader successor = new Leader();
    LockRegistryLeaderInitiator first =
        initiator(new LeaseholdLockRegistry(client, SPACE, SHORT), leader);
    LockRegistryLeaderInitiator second = initiator(other, successor);
    first.start();
    try {
      await().atMost(PATIENCE).until(leader::leads);
      second.start();

      link.cut();

      await().atMost(PATIENCE).until(successor::leads);
      await().atMost(PATIENCE).until(() -> !leader.leads());
      link.mend();
      second.stop();
      await().atMost(PATIENCE).until(leader::leads);
    } finally {
      first.stop();
      second.stop();
    }
  }

  private static LockRegistryLeaderInitiator initiator(
      LeaseholdLockRegistry registry, Leader candidate) {
    LockRegistryLeaderInitiator initiator = new LockRegistryLeaderInitiator(registry, candidate);
    initiator.setHeartBeatMillis(20);
    initiator.setBusyWaitMillis(20);
    return initiator;
  }

  private static final class Leader extends DefaultCandidate {

    private volatile boolean leads;

    Leader() {
      super("node", "leader");
    }

    boolean leads() {
      return leads;
    }

    @Override
    public void onGranted(Context context) {
      leads = true;
    }

    @Override
    public void onRevoked(Context context) {
      leads = false;
    }
  }
}
