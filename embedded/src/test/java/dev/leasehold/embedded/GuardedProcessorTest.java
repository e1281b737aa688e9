package dev.leasehold.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.leasehold.api.v1.DeriveLeaseRequest;
import dev.leasehold.api.v1.GetCertificateRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.TransferLeaseRequest;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.guard.Act;
import dev.leasehold.client.guard.BoundedMemory;
import dev.leasehold.client.guard.FencePath;
import dev.leasehold.client.guard.Grant;
import dev.leasehold.client.guard.GrantCertificate;
import dev.leasehold.client.guard.Guard;
import dev.leasehold.client.guard.RegistrarKeys;
import dev.leasehold.client.guard.Resource;
import dev.leasehold.client.guard.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A processor that trusts nothing but a real node's certificates and its own guard. */
@Timeout(180)
class GuardedProcessorTest {

  private static final Resource WORKFLOW = new Resource("flows", "/orders/17");

  @TempDir Path directory;
  private final ManualTime time = new ManualTime();
  private Leasehold leasehold;
  private RegistrarKeys keys;
  private Guard guard;

  @BeforeEach
  void open() throws IOException {
    leasehold = Leasehold.embedded(directory, time);
    keys = leasehold.registrarKeys();
    guard = Guard.strict(new BoundedMemory()).withNanoTime(time::monotonicNanos);
  }

  @AfterEach
  void close() throws IOException {
    leasehold.close();
  }

  private Instant now() {
    return Instant.ofEpochSecond(0, time.wallNanos());
  }

  private GrantCertificate certificate(LeaseholdClient client, Lease lease) {
    String text =
        client
            .certificate(GetCertificateRequest.newBuilder().setLeaseId(lease.getLeaseId()).build())
            .getCertificate();
    return keys.check(text, now());
  }

  private static Act act(Lease lease) {
    return Act.of(lease.getLeaseId(), lease.getEpoch(), new FencePath(lease.getFencePathList()));
  }

  private static Lease acquire(LeaseholdClient client) {
    return client.lease("flows").path("/orders/17").ttl(Duration.ofMinutes(5)).acquire();
  }

  @Test
  void aRealCertificateSaysWhatTheLeaseSays() {
    LeaseholdClient client = leasehold.client("agent-1");
    Lease lease = acquire(client);
    time.advance(Duration.ofMinutes(1));
    Grant proved = certificate(client, lease).grant();
    Grant read = Grant.of(client.get(lease.getLeaseId()));

    assertThat(proved).isEqualTo(read);
    assertThat(proved.remainingNanos()).isEqualTo(TimeUnit.MINUTES.toNanos(4));
  }

  @Test
  void aTransferIsFollowedAndTheOldOwnerRefused() {
    LeaseholdClient one = leasehold.client("agent-1");
    LeaseholdClient two = leasehold.client("agent-2");
    Lease first = acquire(one);
    guard.follow(WORKFLOW, certificate(one, first)).require();
    guard.require(WORKFLOW, act(first));

    Lease second =
        one.transfer(
            TransferLeaseRequest.newBuilder()
                .setLeaseId(first.getLeaseId())
                .setToHolder("agent-2")
                .build());
    assertThat(guard.check(WORKFLOW, act(second)).isAllowed()).isFalse();
    guard.follow(WORKFLOW, certificate(two, second)).require();

    guard.require(WORKFLOW, act(second));
    assertDenied(guard.check(WORKFLOW, act(first)), Verdict.Code.LEASE_VIOLATION);
    assertDenied(guard.follow(WORKFLOW, certificate(one, first)), Verdict.Code.LEASE_VIOLATION);
  }

  @Test
  void aChildPassesBesideItsParent() {
    LeaseholdClient one = leasehold.client("agent-1");
    Lease parent = acquire(one);
    Lease child =
        one.derive(
            DeriveLeaseRequest.newBuilder()
                .setLeaseId(parent.getLeaseId())
                .setHolder("agent-2")
                .addPaths("/orders/17")
                .build());
    guard.follow(WORKFLOW, certificate(one, parent)).require();
    guard.follow(WORKFLOW, certificate(leasehold.client("agent-2"), child)).require();

    guard.require(WORKFLOW, act(child));
    guard.require(WORKFLOW, act(parent));
  }

  @Test
  void theGuardSeesALeaseEndWithoutAskingAnybody() {
    LeaseholdClient client = leasehold.client("agent-1");
    Lease lease = acquire(client);
    guard.follow(WORKFLOW, certificate(client, lease)).require();
    time.advance(Duration.ofMinutes(5).minusNanos(1));
    guard.require(WORKFLOW, act(lease));
    time.advance(Duration.ofNanos(1));
    assertDenied(guard.check(WORKFLOW, act(lease)), Verdict.Code.LEASE_EXPIRED);
  }

  @Test
  void anotherNodesCertificateIsNotBelieved() throws IOException {
    try (Leasehold other = Leasehold.embedded(directory.resolve("other"), time)) {
      LeaseholdClient client = other.client("agent-1");
      Lease lease = acquire(client);
      assertThat(catchThrowable(() -> certificate(client, lease)))
          .hasMessageContaining("its key is not among those given");
    }
  }

  private static void assertDenied(Verdict verdict, Verdict.Code code) {
    assertThat(verdict).isInstanceOf(Verdict.Denied.class);
    assertThat(((Verdict.Denied) verdict).code()).isEqualTo(code);
  }
}
