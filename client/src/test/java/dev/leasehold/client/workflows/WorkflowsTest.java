package dev.leasehold.client.workflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.api.v1.AdvanceLeaseRequest;
import dev.leasehold.api.v1.GetCertificateRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.RevokeLeaseRequest;
import dev.leasehold.client.LeaseLostException;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.RealNode;
import dev.leasehold.client.RefusedException;
import dev.leasehold.client.guard.BoundedMemory;
import dev.leasehold.client.guard.GrantCertificate;
import dev.leasehold.client.guard.Guard;
import dev.leasehold.client.guard.RegistrarKeys;
import dev.leasehold.client.guard.Resource;
import dev.leasehold.client.guard.Verdict;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One owner at a time, whose actions carry the proof of it. */
class WorkflowsTest {

  private static final Resource ORDER = new Resource("orders", "/order-4711");

  private static final Draft CHARGE =
      Action.of(Action.Type.EFFECT, "payments", Map.of("cents", 1_250));

  @TempDir Path directory;

  private RealNode node;
  private LeaseholdClient firstClient;
  private LeaseholdClient secondClient;
  private Workflows first;
  private Workflows second;

  @BeforeEach
  void start() {
    node = RealNode.start(directory);
    firstClient = node.agent("orchestrator-1");
    secondClient = node.agent("orchestrator-2");
    first = Workflows.in(firstClient, "orders");
    second = Workflows.in(secondClient, "orders");
  }

  @AfterEach
  void stop() throws IOException {
    node.close();
  }

  @Test
  void whatIsEmittedCarriesLeaseEpochAndFencePath() {
    List<Action> sent = new ArrayList<>();
    OwnedWorkflow order = first.emittingTo(sent::add).own("order-4711");

    Action charge = order.emit(CHARGE);

    assertThat(charge.leaseId()).isEqualTo(order.lease().leaseId());
    assertThat(charge.epoch()).isZero();
    assertThat(charge.fencePath()).containsExactly(order.lease().fencingToken());
    assertThat(charge.actionId()).isEqualTo(CHARGE.actionId());
    assertThat(sent).containsExactly(charge);
  }

  @Test
  void aWorkflowHasOneOwner() {
    OwnedWorkflow order = first.own("order-4711");

    assertThat(second.tryOwn("order-4711")).isEmpty();
    assertThatThrownBy(() -> second.own("order-4711"))
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused -> assertThat(refused.code()).isEqualTo("ALREADY_LEASED"));
    order.close();
    assertThat(second.own("order-4711").epoch()).as("epochs outlive leases").isEqualTo(1);
  }

  @Test
  void everyChangeOfStateAdvancesTheEpoch() {
    OwnedWorkflow order = first.own("order-4711");

    assertThat(order.advance()).isEqualTo(1);
    assertThat(order.advance()).isEqualTo(2);
    assertThat(order.emit(CHARGE).epoch()).isEqualTo(2);
  }

  @Test
  void aWorkflowIsRenewedWhenLessThanAMinuteIsLeft() {
    OwnedWorkflow order = first.own("order-4711");

    assertThat(order.lease().lease().getTtl().getSeconds()).isEqualTo(300);
    assertThat(Workflows.renewAfter(Duration.ofSeconds(300))).isEqualTo(0.8);
    assertThat(Workflows.renewAfter(Duration.ofSeconds(30))).isEqualTo(1.0 / 3);
  }

  @Test
  void advancingIsCompareAndSet() {
    OwnedWorkflow order = first.own("order-4711");
    LeaseholdClient sameOwner =
        LeaseholdClient.connect(node.url(), node.tokenFor("orchestrator-1"));
    try (sameOwner) {
      sameOwner.advance(
          AdvanceLeaseRequest.newBuilder()
              .setLeaseId(order.lease().leaseId())
              .setExpectedEpoch(0)
              .build());
    }

    assertThatThrownBy(order::advance)
        .isInstanceOfSatisfying(
            RefusedException.class, refused -> assertThat(refused.code()).endsWith("_EPOCH"));
    node.advance(Duration.ofSeconds(1));
    order.lease().renew();
    assertThat(order.advance()).isEqualTo(2);
  }

  @Test
  void withoutAValidLeaseNothingLeaves() {
    List<Action> sent = new ArrayList<>();
    OwnedWorkflow order = first.emittingTo(sent::add).own("order-4711");
    node.admin()
        .revoke(
            RevokeLeaseRequest.newBuilder()
                .setLeaseId(order.lease().leaseId())
                .setReason("it hangs")
                .build());
    firstClient.get(order.lease().leaseId());

    assertThatThrownBy(() -> order.emit(CHARGE)).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(order::advance).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(() -> order.handOff("orchestrator-2"))
        .isInstanceOf(LeaseLostException.class);
    assertThat(sent).isEmpty();
  }

  @Test
  void afterClosingNothingLeaves() {
    OwnedWorkflow order = first.own("order-4711");
    order.close();

    assertThatThrownBy(() -> order.emit(CHARGE)).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void aHandOffIsOneStepAndTheNewOwnerGoesOn() {
    OwnedWorkflow order = first.own("order-4711");
    order.advance();

    Lease next = order.handOff("orchestrator-2", "charge is under way");

    assertThat(next.getHolder()).isEqualTo("orchestrator-2");
    assertThat(next.getEpoch()).isEqualTo(2);
    assertThatThrownBy(() -> order.emit(CHARGE)).isInstanceOf(IllegalStateException.class);
    OwnedWorkflow taken = second.takeOver("order-4711", next.getLeaseId());
    assertThat(taken.emit(CHARGE).epoch()).isEqualTo(2);
  }

  @Test
  void afterARefusedHandOffTheWorkflowIsStillOwned() {
    OwnedWorkflow order = first.own("order-4711");

    assertThatThrownBy(() -> order.handOff("not a name")).isInstanceOf(RefusedException.class);

    assertThat(order.emit(CHARGE).epoch()).isZero();
  }

  @Test
  void aGuardStopsTheOwnerThatWasReplaced() throws Exception {
    Guard guard = Guard.strict(new BoundedMemory(100));
    RegistrarKeys keys = RegistrarKeys.parse(jwks());
    OwnedWorkflow order = first.own("order-4711");
    guard.follow(ORDER, certificate(keys, firstClient, order.lease().leaseId())).require();
    Action early = order.emit(CHARGE);
    guard.require(ORDER, early.act());

    Lease next = order.handOff("orchestrator-2");
    guard.follow(ORDER, certificate(keys, secondClient, next.getLeaseId())).require();

    Verdict late = guard.check(ORDER, early.act());
    assertThat(late)
        .isInstanceOfSatisfying(
            Verdict.Denied.class,
            denied -> assertThat(denied.code()).isEqualTo(Verdict.Code.LEASE_VIOLATION));
    OwnedWorkflow taken = second.takeOver("order-4711", next.getLeaseId());
    guard.require(ORDER, taken.emit(CHARGE).act());

    taken.advance();
    assertThat(guard.check(ORDER, taken.emit(CHARGE).act()))
        .as("the guard has not heard of the step")
        .isInstanceOfSatisfying(
            Verdict.Denied.class,
            denied -> assertThat(denied.code()).isEqualTo(Verdict.Code.FUTURE_EPOCH));
  }

  private static GrantCertificate certificate(
      RegistrarKeys keys, LeaseholdClient client, String leaseId) {
    String text =
        client
            .certificate(GetCertificateRequest.newBuilder().setLeaseId(leaseId).build())
            .getCertificate();
    return keys.check(text, Instant.now());
  }

  private String jwks() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(node.url() + "/.well-known/jwks.json")).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }
}
