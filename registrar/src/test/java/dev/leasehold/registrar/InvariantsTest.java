package dev.leasehold.registrar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The registrar's invariants, each under its number. */
class InvariantsTest {

  private static final Bytes GARBAGE = Bytes.of((byte) 0xFF);

  @ParameterizedTest
  @CsvSource({"alice release a, RELEASED", "registrar expire a, EXPIRED"})
  void inv0101_statesNeverGoBack(String end, RegistrarState ended) {
    LedgerScript ledger = LedgerScript.run("registrar issue a | applied");
    assertThat(ledger.lease("a").state()).isEqualTo(RegistrarState.ACTIVE);

    ledger.then(end + " | applied");
    RegisteredLease atTheEnd = ledger.lease("a");
    ledger.then(
        """
        registrar issue a    | LeaseAlreadyExists
        registrar renew a    | LeaseAlreadyTerminal
        alice     release a  | LeaseAlreadyTerminal
        registrar expire a   | LeaseAlreadyTerminal
        """);

    assertThat(atTheEnd.state()).isEqualTo(ended);
    assertThat(ledger.lease("a")).isEqualTo(atTheEnd);
  }

  @Test
  void inv0102_releasedAndExpiredAreTerminalAndNothingCanBeDoneToThem() {
    assertThat(RegistrarState.values())
        .filteredOn(RegistrarState::isTerminal)
        .containsExactly(RegistrarState.RELEASED, RegistrarState.EXPIRED);
    LedgerScript.run(
        """
        registrar issue a   | applied
        alice     release a | applied
        registrar issue b   | applied
        registrar expire b  | applied
        registrar renew a   | LeaseAlreadyTerminal currentState=RELEASED
        registrar expire a  | LeaseAlreadyTerminal currentState=RELEASED
        registrar renew b   | LeaseAlreadyTerminal currentState=EXPIRED
        alice     release b | LeaseAlreadyTerminal currentState=EXPIRED
        """);
  }

  @Test
  void inv0301_aLeaseIdIsAcceptedOnceAndForAll() {
    LedgerScript ledger =
        LedgerScript.run(
            """
            registrar issue a work=w   | applied
            registrar issue a work=v   | LeaseAlreadyExists leaseId=a
            alice     release a time=5 | applied
            registrar issue a work=w   | LeaseAlreadyExists leaseId=a
            """);
    assertThat(ledger.state().pruneTerminalLeases()).isEqualTo(1);

    ledger.then("registrar issue a work=w | LeaseAlreadyExists leaseId=a");
    ledger.restarted().then("registrar issue a work=w | LeaseAlreadyExists leaseId=a");
  }

  @Test
  void inv0302_aLeaseEndsAfterItBegins() {
    LedgerScript.run(
        """
        registrar issue a at=100 until=99  | InvalidInput expires_at
        registrar issue a at=100 until=100 | InvalidInput expires_at
        registrar issue a at=0 until=0     | InvalidInput expires_at
        registrar issue a at=100 until=101 | applied
        """);
  }

  @Test
  void inv0303_theCountOfRenewalsStopsAtItsLargestValue() {
    LedgerScript ledger = LedgerScript.run("registrar issue a | applied");
    Kernel kernel = ledger.state().register.kernel;
    int nearlyAll = Integer.MAX_VALUE - 1;
    kernel.replay(
        new LeaseEvent.Renewed(
            new Event.At(kernel.lastPosition() + 1, 0, 0),
            "a",
            201,
            201,
            nearlyAll,
            Event.Request.NONE));

    ledger.then("registrar renew a until=202 | applied");
    assertThat(ledger.lease("a").renewalCount()).isEqualTo(Integer.MAX_VALUE);
    ledger.then("registrar renew a until=203 | applied");
    assertThat(ledger.lease("a").renewalCount()).isEqualTo(Integer.MAX_VALUE);
    ledger.then("registrar expire a at=203 | applied");
  }

  @Test
  void inv0304_anExpiredLeaseEndedWhenItWasToEndWhateverTheEventSays() {
    LedgerScript ledger =
        LedgerScript.run(
            """
            registrar issue a until=200          | applied
            registrar expire a at=9000 time=9500 | applied
            registrar issue b until=200          | applied
            registrar renew b until=300          | applied
            registrar expire b at=9000 time=9500 | applied
            """);

    assertThat(ledger.lease("a").terminatedAt()).isEqualTo(200);
    assertThat(ledger.lease("b").terminatedAt()).isEqualTo(300);
    assertThat(ledger.state().pruneTerminalLeasesBefore(201)).isEqualTo(1);
    assertThat(ledger.state().get("a")).isEmpty();
  }

  @Test
  void inv0305_wallTimeDoesNotChangeWhatTicksSay() {
    LedgerScript ledger =
        LedgerScript.run(
            """
            registrar issue soon ticks=10..20@5 until=101                 | applied
            registrar issue late ticks=10..20@5 until=9000000000000000000 | applied
            registrar conflict w time=9000000000000000000                 | applied
            """);

    for (String id : new String[] {"soon", "late"}) {
      assertThat(ledger.lease(id).isExpiredAtTick(new Tick(19, 5))).isFalse();
      assertThat(ledger.lease(id).isExpiredAtTick(new Tick(20, 5))).isTrue();
    }
  }

  @Test
  void inv0401_everyActiveEntryNamesALeaseThatIsActive() {
    LedgerScript ledger =
        LedgerScript.run(
            """
            registrar issue a work=w1  | applied
            registrar issue b work=w2  | applied
            registrar issue c work=w3  | applied
            alice     release a        | applied
            registrar expire b         | applied
            registrar issue d work=w1  | applied
            """);

    assertThat(ledger.state().activeLeasesByWork()).hasSize(2);
    assertThat(ledger.state().activeLeasesByWork())
        .allSatisfy(
            (work, id) -> {
              assertThat(ledger.lease(id).isActive()).isTrue();
              assertThat(ledger.lease(id).workId()).isEqualTo(work);
            });
  }

  @Test
  void inv0402_aWorkItemHasAtMostOneActiveLease() {
    LedgerScript ledger =
        LedgerScript.run(
            """
            registrar issue a work=w              | applied
            registrar issue b work=w holder=bob   | WorkAlreadyLeased existingLeaseId=a
            registrar issue c work=w holder=alice | WorkAlreadyLeased existingLeaseId=a
            alice     release a                   | applied
            registrar issue b work=w holder=bob   | applied
            registrar issue c work=w              | WorkAlreadyLeased existingLeaseId=b
            registrar expire b                    | applied
            registrar issue c work=w              | applied
            """);

    assertThat(ledger.state().activeLeasesByWork()).hasSize(1).containsEntry("w", "c");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"w", "W", "w/x", "w%2Fx", "..", ".", "*", "**", "w*", "[w]", "ẃ", "{w,x}"})
  void inv0402_workItemsWithOtherNamesAreOtherWorkItems(String name) {
    LedgerScript ledger =
        LedgerScript.run(
            """
            registrar issue 1 work=w     | applied
            registrar issue 2 work=W     | applied
            registrar issue 3 work=w/x   | applied
            registrar issue 4 work=w%2Fx | applied
            registrar issue 5 work=..    | applied
            registrar issue 6 work=.     | applied
            registrar issue 7 work=*     | applied
            registrar issue 8 work=**    | applied
            registrar issue 9 work=w*    | applied
            registrar issue 10 work=[w]  | applied
            registrar issue 11 work=ẃ    | applied
            registrar issue 12 work={w,x} | applied
            """);

    ledger.then("registrar issue again work=%s | WorkAlreadyLeased".formatted(name));
    assertThat(ledger.state().getActiveLeaseForWork(name))
        .hasValueSatisfying(lease -> assertThat(lease.workId()).isEqualTo(name));
  }

  @Test
  void inv0501_aLifeBeginsWithAnIssueAndEndsOnce() {
    LedgerScript ledger =
        LedgerScript.run(
            """
            registrar renew a          | LeaseNotFound
            alice     release a        | LeaseNotFound
            registrar expire a         | LeaseNotFound
            registrar issue a          | applied
            registrar renew a          | applied
            registrar renew a until=301 | applied
            """);
    assertThat(ledger.lease("a").state()).isEqualTo(RegistrarState.ACTIVE);

    ledger.then("registrar expire a at=301 | applied");
    assertThat(ledger.lease("a").state()).isEqualTo(RegistrarState.EXPIRED);
    ledger.then("alice release a | LeaseAlreadyTerminal");
  }

  @Test
  void inv0502_theSameEventsGiveTheSameState() {
    LedgerScript first = LedgerScript.run(CheckOrderTest.RENEW).then("bob deny w | applied");
    LedgerScript second = LedgerScript.run(CheckOrderTest.RENEW).then("bob deny w | applied");
    LedgerScript other = LedgerScript.run(CheckOrderTest.RELEASE);

    assertThat(second.reducer().checkpoint()).isEqualTo(first.reducer().checkpoint());
    assertThat(other.reducer().checkpoint()).isNotEqualTo(first.reducer().checkpoint());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"work.claimed", "session.started", "", "lease", "leases.issued", "xlease.issued"})
  void inv0503_eventsOfOthersAreIgnored(String type) {
    LedgerScript ledger = LedgerScript.run("registrar issue a | applied");
    byte[] before = ledger.state().register.kernel.stateHash();
    Bytes issue = LeasePayloads.leaseIssued("b", "w", "bob", 1, 2, Bytes.of((byte) 1));

    for (Bytes payload : new Bytes[] {GARBAGE, issue}) {
      EventRecord foreign = new EventRecord(type, "s", "registrar", payload, 1);
      assertThat(ledger.reducer().apply(foreign, 2)).isEqualTo(new Application.Applied());
    }

    assertThat(ledger.state().register.kernel.stateHash()).isEqualTo(before);
    assertThat(ledger.state().len()).isEqualTo(1);
  }

  @Test
  void inv0503_leaseEventsThatDoNotExistYetAreIgnoredToo() {
    LeaseReducer reducer = new LeaseReducer();

    assertThat(reducer.apply(new EventRecord("lease.praised", "s", "bob", GARBAGE, 1), 7))
        .isEqualTo(new Application.Applied());
    assertThat(reducer.state().isEmpty()).isTrue();
    assertThat(reducer.lastSequence()).isEqualTo(7);
  }
}
