package dev.leasehold.registrar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The code that a user of the registrar writes, from the first lease to the last. */
class ExampleTest {

  private static final Application APPLIED = new Application.Applied();

  private final LeaseReducer reducer = new LeaseReducer();

  @Test
  @SuppressWarnings("deprecation") // shown beside its successor
  void aLeaseIsIssuedRenewedReleasedAndPrunedAndAnotherIsFoundToHaveExpired() {
    // basic usage
    Bytes issued =
        LeasePayloads.leaseIssued(
            "lease-001", "work-001", "agent-001", 1_000_000_000, 2_000_000_000, bytes(1, 2, 3, 4));
    assertThat(apply("lease.issued", "registrar", issued)).isEqualTo(APPLIED);

    RegisteredLease lease = reducer.state().get("lease-001").orElseThrow();
    assertThat(lease.state()).isEqualTo(RegistrarState.ACTIVE);
    assertThat(lease.registrarSignature()).isEqualTo(bytes(1, 2, 3, 4));
    assertThat(reducer.state().hasActiveLease("work-001")).isTrue();

    // lifecycle
    Bytes renewed = LeasePayloads.leaseRenewed("lease-001", 3_000_000_000L, bytes(5, 6, 7, 8));
    assertThat(apply("lease.renewed", "registrar", renewed)).isEqualTo(APPLIED);
    lease = reducer.state().get("lease-001").orElseThrow();
    assertThat(lease.expiresAt()).isEqualTo(3_000_000_000L);
    assertThat(lease.renewalCount()).isEqualTo(1);
    assertThat(lease.registrarSignature()).isEqualTo(bytes(5, 6, 7, 8));

    Bytes released = LeasePayloads.leaseReleased("lease-001", "COMPLETED");
    assertThat(apply("lease.released", "agent-001", released)).isEqualTo(APPLIED);
    assertThat(reducer.state().hasActiveLease("work-001")).isFalse();

    // pruning
    assertThat(reducer.state().pruneTerminalLeases()).isEqualTo(1);
    assertThat(reducer.state().pruneTerminalLeasesBefore(1_500_000_000)).isZero();

    // detecting expired leases
    Bytes next =
        LeasePayloads.leaseIssued(
            "lease-002",
            "work-001",
            "agent-002",
            1_000_000_000,
            2_000_000_000,
            bytes(1),
            new Tick(10, 1_000),
            new Tick(20, 1_000));
    assertThat(apply("lease.issued", "registrar", next)).isEqualTo(APPLIED);
    long now = 2_500_000_000L;
    List<RegisteredLease> expired = reducer.state().getExpiredButActive(now);
    assertThat(expired)
        .isEqualTo(reducer.state().getExpiredButActiveAtTick(new Tick(25, 1_000)))
        .hasSize(1);
    for (RegisteredLease over : expired) {
      Bytes payload = LeasePayloads.leaseExpired(over.leaseId(), now);
      assertThat(apply("lease.expired", "registrar", payload)).isEqualTo(APPLIED);
    }
    assertThat(reducer.state().getExpiredButActive(now)).isEmpty();
    assertThat(reducer.state().expiredCount()).isEqualTo(1);
  }

  private Application apply(String type, String actor, Bytes payload) {
    return reducer.apply(new EventRecord(type, "session-1", actor, payload, 1_500_000_000), 1);
  }

  private static Bytes bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return Bytes.of(bytes);
  }
}
