package dev.leasehold.registrar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.view.ReleaseReason;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The registrar's contracts, each under its number. */
class ContractsTest {

  private static final String TICKS = "registrar issue a ticks=10..20@5 until=200 | applied";

  @ParameterizedTest
  @EnumSource
  void ctr0101_statesAreReadInAnyCase(RegistrarState state) {
    String name = state.name();
    assertThat(RegistrarState.parse(name)).isEqualTo(new Parsed.Valid<>(state));
    assertThat(RegistrarState.parse(name.toLowerCase(Locale.ROOT)))
        .isEqualTo(new Parsed.Valid<>(state));
    assertThat(RegistrarState.parse(name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT)))
        .isEqualTo(new Parsed.Valid<>(state));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ACTIVE", "PENDING", "REVOKED", "ACTIVE2"})
  void ctr0101_otherStatesAreAnErrorThatNamesThem(String text) {
    assertThat(RegistrarState.parse(text))
        .isEqualTo(new Parsed.Invalid<>(new LeaseError.InvalidLeaseState(text)));
  }

  @Test
  void ctr0102_statesAreWrittenInUpperCase() {
    assertThat(RegistrarState.values())
        .extracting(RegistrarState::name)
        .containsExactly("ACTIVE", "RELEASED", "EXPIRED");
  }

  @Test
  void ctr0201_reasonsAreReadInAnyCase() {
    assertThat(new Payload.Released("a", "completed").reason())
        .isEqualTo(new Parsed.Valid<>(ReleaseReason.COMPLETED));
    assertThat(new Payload.Released("a", "Aborted").reason())
        .isEqualTo(new Parsed.Valid<>(ReleaseReason.ABORTED));
    assertThat(new Payload.Released("a", "VOLUNTARY").reason())
        .isEqualTo(new Parsed.Valid<>(ReleaseReason.VOLUNTARY));
    assertThat(new Payload.Released("a", "tired").reason())
        .isEqualTo(new Parsed.Invalid<>(new LeaseError.InvalidReleaseReason("tired")));
  }

  @ParameterizedTest
  @EnumSource
  void ctr0202_theReasonIsRecordedAndChangesNothingElse(ReleaseReason reason) {
    LedgerScript ledger =
        LedgerScript.run(
            """
            registrar issue a work=w         | applied
            alice release a reason=%s time=7 | applied
            """
                .formatted(reason));

    assertThat(ledger.lease("a").releaseReason()).isEqualTo(reason);
    assertThat(ledger.lease("a").state()).isEqualTo(RegistrarState.RELEASED);
    assertThat(ledger.lease("a").terminatedAt()).isEqualTo(7);
    ledger.then("registrar issue b work=w | applied");
  }

  @Test
  void ctr0301_aLeaseIsExpiredFromItsTickOnWhileItIsActive() {
    LedgerScript ledger = LedgerScript.run(TICKS);

    assertThat(ledger.lease("a").isExpiredAtTick(new Tick(0, 5))).isFalse();
    assertThat(ledger.lease("a").isExpiredAtTick(new Tick(19, 5))).isFalse();
    assertThat(ledger.lease("a").isExpiredAtTick(new Tick(20, 5))).isTrue();
    ledger.then("alice release a | applied");
    assertThat(ledger.lease("a").isExpiredAtTick(new Tick(20, 5))).isFalse();
  }

  @Test
  void ctr0301_aLeaseWithoutTicksCountsAsExpired() {
    LedgerScript ledger = LedgerScript.run("registrar issue plain | applied").then(TICKS);
    Tick beginning = new Tick(0, 5);
    assertThat(ledger.lease("plain").isExpiredAtTick(beginning)).isTrue();

    ledger.then("registrar renew a until=300 | applied");
    assertThat(ledger.lease("a").expiresAtTick()).isNull();
    assertThat(ledger.lease("a").isExpiredAtTick(beginning)).isTrue();

    ledger.then("registrar renew a until=400 ticks=0..21@5 | applied");
    assertThat(ledger.lease("a").isExpiredAtTick(beginning)).isFalse();
  }

  @Test
  void ctr0301_atAnotherRateNobodyCanSayThatALeaseIsValid() {
    RegisteredLease lease = LedgerScript.run(TICKS).lease("a");

    assertThat(lease.isExpiredAtTick(new Tick(0, 6))).isTrue();
    assertThat(lease.ticksRemaining(new Tick(0, 6))).isZero();
  }

  @Test
  void ctr0302_ticksRemainingNeverFallBelowZero() {
    LedgerScript ledger = LedgerScript.run("registrar issue plain | applied").then(TICKS);

    assertThat(ledger.lease("a").ticksRemaining(new Tick(0, 5))).isEqualTo(20);
    assertThat(ledger.lease("a").ticksRemaining(new Tick(19, 5))).isEqualTo(1);
    assertThat(ledger.lease("a").ticksRemaining(new Tick(20, 5))).isZero();
    assertThat(ledger.lease("a").ticksRemaining(new Tick(Long.MAX_VALUE, 5))).isZero();
    assertThat(ledger.lease("plain").ticksRemaining(new Tick(0, 5))).isZero();
  }

  @Test
  void ctr0303_aSummaryHasNoSignature() {
    LedgerScript ledger = LedgerScript.run(TICKS).then("registrar renew a ticks=0..21@5 | applied");

    assertThat(ledger.lease("a").summary())
        .isEqualTo(new LeaseSummary("a", "work-of-a", "alice", RegistrarState.ACTIVE, 100, 300, 1));
    assertThat(LeaseSummary.class.getRecordComponents())
        .extracting(RecordComponent::getType)
        .doesNotContain(Bytes.class);
  }

  @Test
  @SuppressWarnings("deprecation") // the contract is about the deprecated method
  void ctr0304_byWallTimeALeaseIsExpiredFromItsEndOnWhileItIsActive() throws Exception {
    LedgerScript ledger = LedgerScript.run(TICKS);

    assertThat(ledger.lease("a").isExpiredAt(199)).isFalse();
    assertThat(ledger.lease("a").isExpiredAt(200)).isTrue();
    ledger.then("alice release a | applied");
    assertThat(ledger.lease("a").isExpiredAt(200)).isFalse();
    assertThat(RegisteredLease.class.getMethod("isExpiredAt", long.class))
        .matches(method -> method.isAnnotationPresent(Deprecated.class));
  }

  @Test
  @SuppressWarnings("deprecation") // the contract is about the deprecated method
  void ctr0305_wallTimeRemainingNeverFallsBelowZero() throws Exception {
    RegisteredLease lease = LedgerScript.run(TICKS).lease("a");

    assertThat(lease.timeRemaining(0)).isEqualTo(200);
    assertThat(lease.timeRemaining(199)).isEqualTo(1);
    assertThat(lease.timeRemaining(200)).isZero();
    assertThat(lease.timeRemaining(Long.MAX_VALUE)).isZero();
    assertThat(RegisteredLease.class.getMethod("timeRemaining", long.class))
        .matches(method -> method.isAnnotationPresent(Deprecated.class));
  }

  @Test
  void ctr0401_workHasAnActiveLeaseOnlyWhileItHasOne() {
    LedgerScript ledger = LedgerScript.run("registrar issue a work=w | applied");
    assertThat(ledger.state().getActiveLeaseForWork("w")).contains(ledger.lease("a"));
    assertThat(ledger.state().hasActiveLease("w")).isTrue();
    assertThat(ledger.state().getActiveLeaseForWork("v")).isEmpty();
    assertThat(ledger.state().getActiveLeaseForWork("")).isEmpty();
    assertThat(ledger.state().getActiveLeaseForWork("w".repeat(5_000))).isEmpty();

    ledger.then("alice release a | applied");
    assertThat(ledger.state().getActiveLeaseForWork("w")).isEmpty();
    assertThat(ledger.state().hasActiveLease("w")).isFalse();

    ledger.then("registrar issue b work=w | applied").then("registrar expire b | applied");
    assertThat(ledger.state().getActiveLeaseForWork("w")).isEmpty();
  }

  @Test
  void ctr0402_pruningTakesWhatHasEndedAndNothingElse() {
    LedgerScript ledger =
        LedgerScript.run(
            """
            registrar issue a   | applied
            registrar issue b   | applied
            registrar issue c   | applied
            alice     release a | applied
            registrar expire c  | applied
            """);
    RegisteredLease active = ledger.lease("b");

    assertThat(ledger.state().pruneTerminalLeases()).isEqualTo(2);
    assertThat(ledger.state().leases()).containsExactly(active);
    assertThat(ledger.state().pruneTerminalLeases()).isZero();
    ledger.then("alice release a | LeaseNotFound").then("alice release b | applied");
  }

  @Test
  void ctr0403_pruningBeforeATimeGoesByTheTimeThatALeaseEnded() {
    LedgerScript ledger =
        LedgerScript.run(
            """
            # they end in the order c, a, d, b; the events are written at quite other times
            registrar issue a                         | applied
            registrar issue b until=700               | applied
            registrar issue c until=300               | applied
            registrar issue d                         | applied
            registrar issue e                         | applied
            registrar expire b at=8000 time=1         | applied
            alice     release d time=500              | applied
            registrar expire c at=300 time=9000       | applied
            alice     release a time=400              | applied
            """);

    assertThat(ledger.state().pruneTerminalLeasesBefore(300)).isZero();
    assertThat(ledger.state().pruneTerminalLeasesBefore(400)).isEqualTo(1);
    assertThat(ids(ledger.state().leases())).containsExactly("a", "b", "d", "e");
    assertThat(ledger.state().pruneTerminalLeasesBefore(501)).isEqualTo(2);
    assertThat(ids(ledger.state().leases())).containsExactly("b", "e");
    assertThat(ids(ledger.state().leasesByActor("alice"))).containsExactly("b", "e");
    assertThat(ledger.state().terminalCount()).isEqualTo(1);
    ledger.then(
        """
        alice     release c | LeaseNotFound
        registrar issue c   | LeaseAlreadyExists
        """);
    assertThat(ledger.state().pruneTerminalLeasesBefore(701)).isEqualTo(1);
    assertThat(ledger.state().register.kernel.endedCount()).isZero();
    ledger.then("registrar issue c | LeaseAlreadyExists");
  }

  @Test
  void ctr0501_leasedWorkIsNotIssuedAgain() {
    LedgerScript.run(
        """
        registrar issue a work=w            | applied
        registrar issue b work=w holder=bob | WorkAlreadyLeased workId=w existingLeaseId=a
        """);
  }

  @Test
  void ctr0502_aLeaseIdThatExistsIsNotIssuedAgain() {
    LedgerScript.run(
        """
        registrar issue a work=w | applied
        registrar issue a work=v | LeaseAlreadyExists leaseId=a
        """);
  }

  @Test
  void ctr0503_anIssueAndARenewalNeedTheRegistrarsSignature() {
    LedgerScript.run(
        """
        registrar issue a sig=0 | MissingSignature leaseId=a
        registrar issue a sig=1 | applied
        registrar renew a sig=0 | MissingSignature leaseId=a
        registrar renew a sig=1 | applied
        """);
  }

  @Test
  void ctr0504_whatHasEndedCannotBeChanged() {
    LedgerScript.run(
        """
        registrar issue a   | applied
        alice     release a | applied
        registrar renew a   | LeaseAlreadyTerminal leaseId=a currentState=RELEASED
        alice     release a | LeaseAlreadyTerminal leaseId=a currentState=RELEASED
        registrar expire a  | LeaseAlreadyTerminal leaseId=a currentState=RELEASED
        registrar issue b   | applied
        registrar expire b  | applied
        registrar renew b   | LeaseAlreadyTerminal leaseId=b currentState=EXPIRED
        alice     release b | LeaseAlreadyTerminal leaseId=b currentState=EXPIRED
        registrar expire b  | LeaseAlreadyTerminal leaseId=b currentState=EXPIRED
        """);
  }

  @Test
  void ctr0505_onlyTheHolderReleases() {
    LedgerScript.run(
        """
        registrar issue a   | applied
        bob       release a | Unauthorized leaseId=a actorId=bob
        registrar release a | Unauthorized leaseId=a actorId=registrar
        Alice     release a | Unauthorized leaseId=a actorId=Alice
        alice     release a | applied
        """);
  }

  @Test
  void ctr0505_onlyTheRegistrarThatIssuedALeaseRenewsItAndDeclaresItExpired() {
    LedgerScript.run(
        """
        north issue a            | applied
        south issue b            | applied
        south renew a            | Unauthorized leaseId=a actorId=south
        alice renew a            | Unauthorized leaseId=a actorId=alice
        south expire a           | Unauthorized leaseId=a actorId=south
        alice expire a           | Unauthorized leaseId=a actorId=alice
        south renew b            | applied
        north renew a            | applied
        north expire a at=300    | applied
        """);
  }

  static List<Class<?>> errors() {
    List<Class<?>> errors = new ArrayList<>(List.of(LeaseError.class.getPermittedSubclasses()));
    errors.remove(LeaseError.Later.class);
    return errors;
  }

  @ParameterizedTest
  @MethodSource("errors")
  void ctr0601_everyErrorSaysInOneSentenceAllThatItKnows(Class<?> kind) throws Exception {
    Constructor<?> constructor = kind.getDeclaredConstructors()[0];
    List<Object> facts = new ArrayList<>();
    for (Class<?> type : constructor.getParameterTypes()) {
      facts.add(
          type == long.class
              ? (Object) (1_000L + facts.size())
              : type == String.class ? "fact" + facts.size() : RegistrarState.EXPIRED);
    }

    String message = ((LeaseError) constructor.newInstance(facts.toArray())).message();

    assertThat(facts).isNotEmpty().allSatisfy(fact -> assertThat(message).contains("" + fact));
    assertThat(message).doesNotContain(". ").doesNotEndWith(".");
  }

  @Test
  void ctr0602_aSwitchThatIsCompleteTodayAnswersForErrorsToCome() {
    record MoonIsFull(String message) implements LeaseError.Later {}

    assertThat(answer(new MoonIsFull("wait for the new moon"))).isEqualTo("unforeseen");
    assertThat(answer(new LeaseError.LeaseNotFound("a"))).isEqualTo("known");
  }

  private static String answer(LeaseError error) {
    return switch (error) {
      case LeaseError.WorkAlreadyLeased e -> "known";
      case LeaseError.LeaseNotFound e -> "known";
      case LeaseError.LeaseAlreadyTerminal e -> "known";
      case LeaseError.LeaseExpired e -> "known";
      case LeaseError.LeaseRevoked e -> "known";
      case LeaseError.InvalidReleaseReason e -> "known";
      case LeaseError.InvalidLeaseState e -> "known";
      case LeaseError.InvalidSignature e -> "known";
      case LeaseError.MissingSignature e -> "known";
      case LeaseError.RenewalDoesNotExtend e -> "known";
      case LeaseError.DecodeError e -> "known";
      case LeaseError.LeaseAlreadyExists e -> "known";
      case LeaseError.Unauthorized e -> "known";
      case LeaseError.InvalidExpiration e -> "known";
      case LeaseError.InvalidTickTiming e -> "known";
      case LeaseError.InvalidInput e -> "known";
      case LeaseError.Later e -> "unforeseen";
    };
  }

  private static List<String> ids(List<RegisteredLease> leases) {
    return leases.stream().map(RegisteredLease::leaseId).toList();
  }
}
