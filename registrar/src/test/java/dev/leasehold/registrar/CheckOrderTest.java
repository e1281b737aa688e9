package dev.leasehold.registrar;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which events are rejected, with which error, and which rule wins when several are broken. */
class CheckOrderTest {

  static final String ISSUE =
      """
      # given
      reg   issue o           | applied
      alice release o         | applied
      reg   issue held work=b | applied

      # one rule at a time
      reg   issue new broken                         | DecodeError eventType=lease.issued
      reg   issue - work=w                           | InvalidInput lease_id
      reg   issue ~129                               | InvalidInput lease_id
      reg   issue new work=-                         | InvalidInput work_id
      reg   issue new work=~129                      | InvalidInput work_id
      reg   issue new holder=-                       | InvalidInput actor_id
      reg   issue new holder=~129                    | InvalidInput actor_id
      reg   issue new sig=513                        | InvalidInput registrar_signature
      -     issue new                                | InvalidInput event.actor_id
      ~129  issue new                                | InvalidInput event.actor_id
      reg   issue held                               | LeaseAlreadyExists leaseId=held
      reg   issue o                                  | LeaseAlreadyExists leaseId=o
      reg   issue new work=b                         | WorkAlreadyLeased workId=b
      reg   issue new sig=0                          | MissingSignature leaseId=new
      reg   issue new at=200 until=200               | InvalidInput expires_at
      reg   issue new at=200 until=199               | InvalidInput expires_at
      reg   issue new ticks=5..5@1                   | InvalidTickTiming leaseId=new tickRateHz=1
      reg   issue new ticks=5..4@1                   | InvalidTickTiming afterTick=5 expiresAtTick=4
      reg   issue new ticks=0..0@1                   | InvalidTickTiming afterTick=0 expiresAtTick=0
      reg   issue new ticks=5..6@0                   | InvalidTickTiming tickRateHz=0
      reg   issue ~128 work=~128 holder=~128 sig=512 | applied

      # everything at once: each row puts right what the row above was refused for
      -     issue - work=- holder=- sig=513 ticks=9..9@0 broken  | DecodeError
      -     issue - work=- holder=- sig=513 until=9 ticks=9..9@0 | InvalidInput lease_id
      -     issue o work=- holder=- sig=513 until=9 ticks=9..9@0 | InvalidInput work_id
      -     issue o work=b holder=- sig=513 until=9 ticks=9..9@0 | InvalidInput actor_id
      -     issue o work=b sig=513 until=9 ticks=9..9@0          | InvalidInput registrar_signature
      -     issue o work=b sig=0 until=9 ticks=9..9@0            | InvalidInput event.actor_id
      reg   issue o work=b sig=0 until=9 ticks=9..9@0            | LeaseAlreadyExists
      reg   issue new work=b sig=0 until=9 ticks=9..9@0          | WorkAlreadyLeased
      reg   issue new work=f sig=0 until=9 ticks=9..9@0          | MissingSignature
      reg   issue new work=f sig=1 until=9 ticks=9..9@0          | InvalidInput expires_at
      reg   issue new work=f sig=1 ticks=9..9@0                  | InvalidTickTiming
      reg   issue new work=f sig=1 ticks=0..9@1                  | applied
      """;

  static final String RENEW =
      """
      # given
      reg   issue a ticks=10..20@5 | applied
      reg   issue plain            | applied
      reg   issue gone             | applied
      alice release gone           | applied
      reg   issue late             | applied
      reg   expire late            | applied

      # one rule at a time
      reg   renew a broken           | DecodeError eventType=lease.renewed
      reg   renew -                  | InvalidInput lease_id
      reg   renew ~129               | InvalidInput lease_id
      reg   renew none               | LeaseNotFound leaseId=none
      reg   renew gone               | LeaseAlreadyTerminal leaseId=gone currentState=RELEASED
      reg   renew late               | LeaseAlreadyTerminal leaseId=late currentState=EXPIRED
      alice renew a                  | Unauthorized leaseId=a actorId=alice
      -     renew a                  | Unauthorized leaseId=a actorId=-
      reg   renew a until=200        | RenewalDoesNotExtend leaseId=a newExpiresAt=200
      reg   renew a until=199        | RenewalDoesNotExtend currentExpiresAt=200 newExpiresAt=199
      reg   renew a sig=0            | MissingSignature leaseId=a
      reg   renew a sig=513          | InvalidInput registrar_signature
      reg   renew a ticks=0..20@5    | InvalidTickTiming leaseId=a afterTick=20 expiresAtTick=20
      reg   renew a ticks=0..30@6    | InvalidTickTiming tickRateHz=6
      reg   renew a ticks=0..30@0    | InvalidTickTiming tickRateHz=0
      reg   renew a ticks=0..0@5     | InvalidTickTiming expiresAtTick=0
      reg   renew plain ticks=0..1@0 | InvalidTickTiming leaseId=plain afterTick=0

      # everything at once: each row puts right what the row above was refused for
      bob   renew - until=200 sig=0 ticks=0..20@5 broken | DecodeError
      bob   renew - until=200 sig=0 ticks=0..20@5        | InvalidInput lease_id
      bob   renew none until=200 sig=0 ticks=0..20@5     | LeaseNotFound
      bob   renew gone until=200 sig=0 ticks=0..20@5     | LeaseAlreadyTerminal
      bob   renew a until=200 sig=0 ticks=0..20@5        | Unauthorized
      reg   renew a until=200 sig=0 ticks=0..20@5        | RenewalDoesNotExtend
      reg   renew a until=201 sig=0 ticks=0..20@5        | MissingSignature
      reg   renew a until=201 sig=513 ticks=0..20@5      | InvalidInput registrar_signature
      reg   renew a until=201 sig=512 ticks=0..20@5      | InvalidTickTiming
      reg   renew a until=201 sig=512 ticks=0..21@5      | applied
      """;

  static final String RELEASE =
      """
      # given
      reg   issue a      | applied
      reg   issue gone   | applied
      alice release gone | applied

      # one rule at a time
      alice release a broken       | DecodeError eventType=lease.released
      alice release -              | InvalidInput lease_id
      alice release ~129           | InvalidInput lease_id
      alice release none           | LeaseNotFound leaseId=none
      alice release gone           | LeaseAlreadyTerminal currentState=RELEASED
      bob   release a              | Unauthorized leaseId=a actorId=bob
      reg   release a              | Unauthorized leaseId=a actorId=reg
      alice release a reason=TIRED | InvalidReleaseReason value=TIRED
      alice release a reason=-     | InvalidReleaseReason value=-

      # everything at once: each row puts right what the row above was refused for
      bob   release ~129 reason=TIRED broken | DecodeError
      bob   release ~129 reason=TIRED        | InvalidInput lease_id
      bob   release none reason=TIRED        | LeaseNotFound
      bob   release gone reason=TIRED        | LeaseAlreadyTerminal
      bob   release a reason=TIRED           | Unauthorized
      alice release a reason=TIRED           | InvalidReleaseReason
      alice release a reason=Completed       | applied
      """;

  static final String EXPIRE =
      """
      # given
      reg   issue a     | applied
      reg   issue late  | applied
      reg   expire late | applied

      # one rule at a time
      reg   expire a broken | DecodeError eventType=lease.expired
      reg   expire -        | InvalidInput lease_id
      reg   expire ~129     | InvalidInput lease_id
      reg   expire none     | LeaseNotFound leaseId=none
      reg   expire late     | LeaseAlreadyTerminal currentState=EXPIRED
      alice expire a        | Unauthorized leaseId=a actorId=alice
      bob   expire a        | Unauthorized leaseId=a actorId=bob
      reg   expire a at=199 | InvalidExpiration leaseId=a provided=199 leaseExpiresAt=200

      # everything at once: each row puts right what the row above was refused for
      bob   expire - at=199 broken | DecodeError
      bob   expire - at=199        | InvalidInput lease_id
      bob   expire none at=199     | LeaseNotFound
      bob   expire late at=199     | LeaseAlreadyTerminal
      bob   expire a at=199        | Unauthorized
      reg   expire a at=199        | InvalidExpiration
      reg   expire a at=200        | applied
      """;

  /** Conflicts and denials are on record and change nothing, so only what nobody can read fails. */
  static final String CONFLICT =
      """
      reg   issue a work=w                              | applied
      reg   conflict w leases=a,b broken                | DecodeError eventType=lease.conflict
      reg   deny w broken                               | DecodeError eventType=lease.issue_denied
      reg   conflict w leases=a,b                       | applied
      reg   conflict w resolution=ADJUDICATION_REQUIRED | applied
      bob   conflict - resolution=WHATEVER              | applied
      reg   deny w reason=POLICY_VIOLATION              | applied
      bob   deny - reason=WHATEVER                      | applied
      reg   issue b work=w                              | WorkAlreadyLeased existingLeaseId=a
      """;

  @ParameterizedTest
  @ValueSource(strings = {ISSUE, RENEW, RELEASE, EXPIRE, CONFLICT})
  void everyRuleIsEnforcedInItsOrder(String table) {
    LedgerScript.run(table);
  }

  @Test
  void conflictsAndDenialsChangeNothing() {
    LedgerScript ledger = LedgerScript.run("registrar issue a work=w | applied");
    List<RegisteredLease> before = ledger.state().leases();

    ledger.then(
        """
        reg   conflict w leases=a,b | applied
        reg   deny w                | applied
        """);

    assertThat(ledger.state().leases()).isEqualTo(before);
  }

  @Test
  void everyErrorThatAReducerGivesHasARow() {
    Set<Class<?>> given =
        Stream.of(ISSUE, RENEW, RELEASE, EXPIRE, CONFLICT)
            .map(LedgerScript::run)
            .flatMap(ledger -> errors(ledger.events()))
            .map(Object::getClass)
            .collect(toSet());

    Set<Class<?>> all =
        Stream.<Class<?>>of(LeaseError.class.getPermittedSubclasses()).collect(toSet());
    all.removeAll(
        List.of(
            LeaseError.LeaseExpired.class,
            LeaseError.LeaseRevoked.class,
            LeaseError.InvalidSignature.class,
            LeaseError.InvalidLeaseState.class,
            LeaseError.Later.class));
    assertThat(given).isEqualTo(all);
  }

  private static Stream<LeaseError> errors(List<EventRecord> events) {
    LeaseReducer reducer = new LeaseReducer();
    return events.stream()
        .map(event -> reducer.apply(event, 1))
        .filter(Application.Rejected.class::isInstance)
        .map(result -> ((Application.Rejected) result).error());
  }
}
