package dev.leasehold.registrar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.kernel.view.ReleaseReason;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The registrar's answers, and its memory across a restart. */
class QueriesTest {

  private static final String LEDGER =
      """
      registrar issue a holder=alice until=200                   | applied
      registrar issue b holder=bob   until=300 ticks=0..30@5     | applied
      registrar issue c holder=alice until=400 ticks=0..40@5     | applied
      registrar issue d holder=alice until=500 ticks=0..50@5     | applied
      registrar issue e holder=carol until=600                   | applied
      registrar renew c until=450 ticks=0..45@5 time=120 sig=9   | applied
      alice     release d reason=aborted time=130                | applied
      registrar expire e at=777 time=888                         | applied
      """;

  private final LedgerScript ledger = LedgerScript.run(LEDGER);
  private final LeaseReducerState state = ledger.state();

  @Test
  void aLeaseShowsAllThatTheLedgerSaid() {
    assertThat(ledger.lease("c"))
        .isEqualTo(
            new RegisteredLease(
                "c",
                "work-of-c",
                "alice",
                "registrar",
                RegistrarState.ACTIVE,
                100,
                450,
                new Tick(0, 5),
                new Tick(45, 5),
                Bytes.of(new byte[9]),
                1,
                120L,
                null,
                null));
    assertThat(ledger.lease("d").releaseReason()).isEqualTo(ReleaseReason.ABORTED);
    assertThat(ledger.lease("d").terminatedAt()).isEqualTo(130);
    assertThat(ledger.lease("e").releaseReason()).isNull();
    assertThat(ledger.lease("e").terminatedAt()).isEqualTo(600);
    assertThat(state.get("f")).isEmpty();
  }

  @Test
  void listsAreInTheOrderOfIssue() {
    assertThat(ids(state.leases())).containsExactly("a", "b", "c", "d", "e");
    assertThat(ids(state.activeLeases())).containsExactly("a", "b", "c");
    assertThat(ids(state.leasesByActor("alice"))).containsExactly("a", "c", "d");
    assertThat(ids(state.leasesByActor("carol"))).containsExactly("e");
    assertThat(state.leasesByActor("registrar")).isEmpty();
  }

  @Test
  void countsAddUp() {
    assertThat(state.len()).isEqualTo(5);
    assertThat(state.activeCount()).isEqualTo(3);
    assertThat(state.releasedCount()).isEqualTo(1);
    assertThat(state.expiredCount()).isEqualTo(1);
    assertThat(state.terminalCount()).isEqualTo(2);
  }

  @Test
  void byTicksThoseAreOverWhoseTickHasComeAndThoseWithoutTicks() {
    assertThat(ids(state.getExpiredButActiveAtTick(new Tick(0, 5)))).containsExactly("a");
    assertThat(ids(state.getExpiredButActiveAtTick(new Tick(29, 5)))).containsExactly("a");
    assertThat(ids(state.getExpiredButActiveAtTick(new Tick(30, 5)))).containsExactly("a", "b");
    assertThat(ids(state.getExpiredButActiveAtTick(new Tick(99, 5))))
        .containsExactly("a", "b", "c");
  }

  @Test
  @SuppressWarnings("deprecation") // it is still answered
  void byWallTimeThoseAreOverWhoseEndHasCome() {
    assertThat(state.getExpiredButActive(199)).isEmpty();
    assertThat(ids(state.getExpiredButActive(200))).containsExactly("a");
    assertThat(ids(state.getExpiredButActive(999))).containsExactly("a", "b", "c");
  }

  @Test
  void lookingMakesNothingExpire() {
    byte[] before = state.register.kernel.stateHash();

    assertThat(state.getExpiredButActiveAtTick(new Tick(Long.MAX_VALUE, 5))).hasSize(3);

    assertThat(state.activeCount()).isEqualTo(3);
    assertThat(state.register.kernel.stateHash()).isEqualTo(before);
  }

  @Test
  void aCheckpointKeepsEverything() {
    state.pruneTerminalLeasesBefore(131);
    LeaseReducer restored = LeaseReducer.restore(ledger.reducer().checkpoint());

    assertThat(restored.state().leases()).isEqualTo(state.leases());
    assertThat(restored.lastSequence()).isEqualTo(8);
    assertThat(restored.checkpoint()).isEqualTo(ledger.reducer().checkpoint());
    ledger
        .restarted()
        .then(
            """
            registrar issue d            | LeaseAlreadyExists
            registrar issue x work=work-of-a | WorkAlreadyLeased existingLeaseId=a
            registrar renew c until=450  | RenewalDoesNotExtend
            registrar renew c until=451 ticks=0..46@5 | applied
            registrar issue y work=work-of-d | applied
            """);
  }

  @Test
  void aDamagedCheckpointIsRefused() {
    byte[] whole = ledger.reducer().checkpoint().toByteArray();

    for (int length = 0; length < whole.length; length++) {
      Bytes cut = Bytes.of(Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> LeaseReducer.restore(cut))
          .isInstanceOf(IllegalArgumentException.class);
    }
    Bytes longer = Bytes.of(Arrays.copyOf(whole, whole.length + 1));
    assertThatThrownBy(() -> LeaseReducer.restore(longer))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aResetReducerBeginsAnew() {
    LeaseReducer reducer = ledger.reducer();
    Bytes before = reducer.checkpoint();

    reducer.reset();
    assertThat(reducer.name()).isEqualTo("lease-registrar");
    assertThat(reducer.state().isEmpty()).isTrue();
    assertThat(reducer.lastSequence()).isZero();

    for (int i = 0; i < ledger.events().size(); i++) {
      reducer.apply(ledger.events().get(i), i + 1);
    }
    assertThat(reducer.checkpoint()).isEqualTo(before);
  }

  @Test
  void expiredLeasesLeaveNoNoticesBehind() {
    assertThat(state.register.kernel.notices("carol", 10)).isEmpty();
  }

  private static List<String> ids(List<RegisteredLease> leases) {
    return leases.stream().map(RegisteredLease::leaseId).toList();
  }
}
