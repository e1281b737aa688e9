package dev.leasehold.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.CheckPathRequest;
import dev.leasehold.api.v1.CheckPathResponse;
import dev.leasehold.api.v1.CloseLeaseRequest;
import dev.leasehold.api.v1.CompleteLeaseRequest;
import dev.leasehold.api.v1.Conflict;
import dev.leasehold.api.v1.HeartbeatLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.scope.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Refusals with their statuses, codes and details. */
abstract class RefusalContract extends WireContract {

  RefusalContract(Surface surface) {
    super(surface);
  }

  @Test
  void conflictsAreNamed() {
    AcquireRequest.Builder docs = acquire("docs").addScope("/docs/*.md").setTtl(seconds(60));
    String id = alice.leaseId(docs);

    Problem overlap = bob.refused(409, "SCOPE_OVERLAP", acquire("docs").addScope("/docs/api.*"));

    Conflict conflict = overlap.getConflicts(0);
    assertThat(conflict.getLeaseId()).isEqualTo(id);
    assertThat(conflict.getHolder()).isEqualTo("alice");
    assertThat(conflict.getState()).isEqualTo(Lease.State.ACTIVE);
    assertThat(conflict.getScopeList()).containsExactly("/docs/*.md");
    assertThat(conflict.getMode()).isEqualTo(Lease.Mode.EXCLUSIVE);
    assertThat(conflict.hasExpiresAt()).isTrue();
    Problem own = alice.refused(409, "SCOPE_OVERLAP", docs);
    assertThat(own.getConflicts(0).getLeaseId()).isEqualTo(id);
  }

  /** A caller who asks for little does not make the server write megabytes. */
  @Test
  void conflictsThatAreTooLargeAreToldWithoutTheirRest() {
    String first = alice.leaseId(acquire("large", "/0").putLabels("contact", "first"));
    List<String> large = new ArrayList<>();
    for (int i = 1; i <= Limits.MAX_CONFLICTS_NAMED - 2; i++) {
      large.add(alice.leaseId(largest(acquire("large"), i)));
    }
    String last = alice.leaseId(acquire("large", "/99").putLabels("contact", "last"));

    List<Conflict> conflicts =
        bob.ask(
                CheckPathResponse.class,
                CheckPathRequest.newBuilder().setSpace("large").addScope("/**"))
            .getConflictsList();

    assertThat(conflicts).hasSize(Limits.MAX_CONFLICTS_NAMED);
    assertThat(conflicts.getFirst().getLeaseId()).isEqualTo(first);
    assertThat(conflicts.getLast().getLeaseId()).isEqualTo(last);
    for (Conflict whole : List.of(conflicts.getFirst(), conflicts.getLast())) {
      assertThat(whole.getLabelsMap()).containsKey("contact");
      assertThat(whole.getScopeLeftOut() + whole.getLabelsLeftOut()).isZero();
    }
    List<Conflict> cut = conflicts.subList(1, conflicts.size() - 1);
    assertThat(cut).extracting(Conflict::getLeaseId).isEqualTo(large);
    assertThat(cut).extracting(Conflict::getHolder).containsOnly("alice");
    assertThat(cut).extracting(Conflict::getScopeCount).containsOnly(1);
    assertThat(cut).extracting(Conflict::getScopeLeftOut).containsOnly(Scope.MAX_PATTERNS - 1);
    assertThat(cut).extracting(Conflict::getLabelsLeftOut).containsOnly(Limits.MAX_LABELS);
    Problem refused = bob.refused(409, "SCOPE_OVERLAP", acquire("large").addScope("/**"));
    assertThat(refused.getSerializedSize()).isLessThan(Limits.MAX_CONFLICT_CHARACTERS);
  }

  @Test
  void theContactOfALargeLeaseIsTold() {
    AcquireRequest.Builder large = largest(acquire("contact"), 1).clearLabels();
    alice.lease(large.putLabels("contact", "room 5").putLabels("branch", "main"));

    Problem refused = bob.refused(409, "SCOPE_OVERLAP", acquire("contact").addScope("/**"));

    Conflict conflict = refused.getConflicts(0);
    assertThat(conflict.getScopeLeftOut()).isEqualTo(Scope.MAX_PATTERNS - 1);
    assertThat(conflict.getLabelsMap()).containsExactly(Map.entry("contact", "room 5"));
    assertThat(conflict.getLabelsLeftOut()).isEqualTo(1);
  }

  @Test
  void aSentenceNamesSomeOfManyPatterns() {
    alice.lease(largest(acquire("sentence"), 1));

    Problem refused = bob.refused(409, "SCOPE_OVERLAP", acquire("sentence").addScope("/**"));

    assertThat(refused.getSerializedSize()).isLessThan(Limits.MAX_CONFLICT_CHARACTERS);
    assertThat(refused.getDetail()).startsWith("alice holds /1/");
  }

  private static AcquireRequest.Builder largest(AcquireRequest.Builder acquire, int number) {
    for (int i = 0; i < Scope.MAX_PATTERNS; i++) {
      acquire.addPaths("/" + number + "/" + i + "/" + "x".repeat(900));
    }
    for (int i = 0; i < Limits.MAX_LABELS; i++) {
      acquire.putLabels("label" + i, "y".repeat(Limits.MAX_LABEL_BYTES));
    }
    return acquire;
  }

  @Test
  void aWholeSpaceIsLeasedAlready() {
    alice.lease(acquire("whole").addScope("/**"));

    bob.refused(409, "ALREADY_LEASED", acquire("whole", "/a"));
  }

  @Test
  void whatEndedStaysEnded() {
    String released = admin.leaseId(acquire("ended", "/released"));
    admin.lease(release(released));
    admin.refused(409, "LEASE_ALREADY_TERMINAL", renew(released));
    String revoked = admin.leaseId(acquire("ended", "/revoked"));
    admin.lease(revoke(revoked, "r"));
    admin.refused(409, "LEASE_REVOKED", renew(revoked));
    String evicted = admin.leaseId(acquire("ended", "/evicted").setPolicy("checkout"));
    admin.lease(revoke(evicted, "r"));
    admin.refused(409, "LEASE_EVICTED", release(evicted));
    String expired = admin.leaseId(acquire("ended", "/expired").setTtl(seconds(1)));
    node.advance(Duration.ofSeconds(1));
    admin.refused(409, "LEASE_EXPIRED", renew(expired));
  }

  @Test
  void renewalsHaveTheirLimits() {
    String id = admin.leaseId(acquire("renewals", "/a").setMaxRenewals(1).setTtl(seconds(60)));
    Problem tooShort = admin.refused(400, "RENEWAL_DOES_NOT_EXTEND", renew(id).setTtl(seconds(30)));
    assertThat(tooShort.getDetail()).contains("60s").contains("30s");
    assertThat(tooShort.getRemaining()).isEqualTo(seconds(60));
    assertThat(tooShort.getRequested()).isEqualTo(seconds(30));
    node.advance(Duration.ofSeconds(1));
    admin.lease(renew(id));
    node.advance(Duration.ofSeconds(1));
    admin.refused(409, "MAX_RENEWALS_EXCEEDED", renew(id));
    String checkout = admin.leaseId(acquire("renewals", "/b").setPolicy("checkout"));
    admin.refused(409, "NOT_RENEWABLE", renew(checkout));
  }

  @Test
  void anIdIsUsedOnce() {
    admin.lease(acquire("ids", "/a").setPolicy("work").setLeaseId("w1"));

    admin.refused(
        409, "LEASE_ALREADY_EXISTS", acquire("ids", "/b").setPolicy("work").setLeaseId("w1"));
  }

  @Test
  void aRequestIdStandsForOneContent() {
    admin.lease(acquire("content", "/a").setRequestId("q1"));

    assertThat(admin.refusedField(acquire("content", "/b").setRequestId("q1")))
        .isEqualTo("requestId");
  }

  @Test
  void whatIsNotThereIsNotFound() {
    for (Message.Builder request :
        List.of(
            get("none"), renew("none"), HeartbeatLeaseRequest.newBuilder().setLeaseId("none"))) {
      assertThat(admin.refused(404, "LEASE_NOT_FOUND", request).getLeaseId()).isEqualTo("none");
    }
  }

  @Test
  void anothersLeaseIsItsHolders() {
    String id = admin.leaseId(acquire("others", "/a"));
    assertThat(alice.lease(get(id)).getHolder()).isEqualTo("admin");
    for (Message.Builder request :
        List.of(
            renew(id),
            release(id),
            CompleteLeaseRequest.newBuilder().setLeaseId(id),
            CloseLeaseRequest.newBuilder().setLeaseId(id))) {
      alice.refused(403, "NOT_HOLDER", request);
    }
    alice.refused(403, "FORBIDDEN", acquire("others", "/b").setHolder("x"));
    alice.refused(403, "FORBIDDEN", revoke(id, "r"));
  }

  @Test
  void aRequestThatMakesNoSenseNamesTheField() {
    AcquireRequest.Builder fine = acquire("fields", "/a");
    assertThat(admin.refusedField(fine.clone().clearSpace())).isEqualTo("space");
    assertThat(admin.refusedField(fine.clone().clearPaths())).isEqualTo("scope");
    assertThat(admin.refusedField(fine.clone().addPaths("no path"))).isEqualTo("paths[1]");
    assertThat(admin.refusedField(fine.clone().addScope("/../b"))).isEqualTo("scope[0]");
    assertThat(admin.refusedField(fine.clone().setTtl(seconds(0)))).isEqualTo("ttl");
    assertThat(admin.refusedField(fine.clone().setTtl(seconds(2_000_000 * 3_600L))))
        .isEqualTo("ttl");
    assertThat(admin.refusedField(fine.clone().setMaxRenewals(Integer.MIN_VALUE)))
        .isEqualTo("maxRenewals");
    Problem nowhere =
        admin.refused(400, "INVALID_INPUT", CheckPathRequest.newBuilder().setSpace("fields"));
    assertThat(nowhere.getField()).isEqualTo("path");
    assertThat(nowhere.getDetail()).contains("missing");
    String id = admin.leaseId(fine);
    assertThat(admin.refusedField(revoke(id, ""))).isEqualTo("reason");
    Problem bored = admin.refused(400, "INVALID_RELEASE_REASON", release(id).setReason("bored"));
    assertThat(bored.getField()).isEqualTo("reason");
  }
}
