package dev.leasehold.node.wire;

import static org.awaitility.Awaitility.await;

import com.google.protobuf.Duration;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.ListLeasesResponse;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import dev.leasehold.api.v1.RenewLeaseRequest;
import dev.leasehold.api.v1.RevokeLeaseRequest;
import dev.leasehold.node.SharedNode;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Rules that hold on every surface. {@link HttpContractTest}, {@link GrpcContractTest} and {@link
 * StreamContractTest} run them.
 */
abstract class WireContract extends SharedNode {

  private final Surface surface;
  private Wire wire;
  WireClient admin;
  WireClient alice;
  WireClient bob;

  WireContract(Surface surface) {
    this.surface = surface;
  }

  @BeforeAll
  void connect() {
    wire = surface.connect(node.url());
    admin = client(node.adminToken());
    alice = agent("alice");
    bob = agent("bob");
  }

  @AfterAll
  void disconnect() {
    wire.close();
  }

  final WireClient client(String token) {
    return new WireClient(wire, token);
  }

  final WireClient agent(String actor) {
    return client(node.tokenFor(actor, "agent"));
  }

  /** The one lease that waits in a space, once it does and its request, the only one, is open. */
  final Lease queued(String space) {
    ListLeasesRequest.Builder pending =
        ListLeasesRequest.newBuilder().setSpace(space).addState(Lease.State.PENDING);
    await().until(() -> admin.ask(ListLeasesResponse.class, pending).getLeasesCount() == 1);
    await().until(() -> node.openRequests() == 1);
    return admin.ask(ListLeasesResponse.class, pending).getLeases(0);
  }

  static Duration seconds(long seconds) {
    return Duration.newBuilder().setSeconds(seconds).build();
  }

  static AcquireRequest.Builder acquire(String space, String... paths) {
    return AcquireRequest.newBuilder().setSpace(space).addAllPaths(List.of(paths));
  }

  static GetLeaseRequest.Builder get(String id) {
    return GetLeaseRequest.newBuilder().setLeaseId(id);
  }

  static RenewLeaseRequest.Builder renew(String id) {
    return RenewLeaseRequest.newBuilder().setLeaseId(id);
  }

  static ReleaseLeaseRequest.Builder release(String id) {
    return ReleaseLeaseRequest.newBuilder().setLeaseId(id);
  }

  static RevokeLeaseRequest.Builder revoke(String id, String reason) {
    return RevokeLeaseRequest.newBuilder().setLeaseId(id).setReason(reason);
  }
}
