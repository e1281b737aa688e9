package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.policy.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conflicts: which leases keep others out, and how the others are told. */
class ConflictTest {

  @ParameterizedTest
  @CsvSource({
    "exclusive, exclusive, SCOPE_OVERLAP",
    "exclusive, shared,    SCOPE_OVERLAP",
    "shared,    exclusive, SCOPE_OVERLAP",
    "shared,    shared,    ACTIVE"
  })
  void onlyTwoSharedLeasesAgree(String held, String asked, String outcome) {
    Script.run(
        """
        alice acquire a scope=/docs/** mode=%s | ACTIVE
        bob   acquire b scope=/docs/x mode=%s  | %s
        bob   acquire c scope=/src/x mode=%s   | ACTIVE
        """
            .formatted(held, asked, outcome, asked));
  }

  @Test
  void theMatrixOfModesIsSymmetric() {
    assertThat(Mode.EXCLUSIVE.excludes(Mode.EXCLUSIVE)).isTrue();
    assertThat(Mode.EXCLUSIVE.excludes(Mode.SHARED)).isTrue();
    assertThat(Mode.SHARED.excludes(Mode.EXCLUSIVE)).isTrue();
    assertThat(Mode.SHARED.excludes(Mode.SHARED)).isFalse();
  }

  @Test
  void anExclusiveLeaseWaitsForTheLastOfManyReaders() {
    Script.run(
        """
           alice acquire a mode=shared        | ACTIVE
           bob   acquire b mode=shared        | ACTIVE
           carol acquire c mode=shared ttl=9s | ACTIVE
           dave  acquire d                    | SCOPE_OVERLAP by=a,b,c
           bob   release b                    | RELEASED
           dave  acquire d                    | SCOPE_OVERLAP by=a,c
           alice release a                    | RELEASED
           dave  acquire d                    | SCOPE_OVERLAP by=c
        9s dave  acquire d                    | ACTIVE
           alice acquire e mode=shared        | SCOPE_OVERLAP by=d
        """);
  }

  @Test
  void leasesInDifferentSpacesNeverConflict() {
    Script.run(
        """
        alice acquire a space=s scope=/** | ACTIVE
        bob   acquire b space=S scope=/** | ACTIVE
        bob   acquire c space=t scope=/** | ACTIVE
        """);
  }

  @Test
  void aScopeIsGrantedAllOrNothing() {
    Script.run(
        """
        alice acquire a scope=/two             | ACTIVE
        bob   acquire b scope=/one,/two,/three | SCOPE_OVERLAP by=a
        carol acquire c scope=/one,/three      | ACTIVE
        """);
  }

  @Test
  void theConflictNamesEveryBlockerOnceInTheOrderOfTheirTokens() {
    Script.run(
        """
        alice acquire z scope=/1/x,/1/y    | ACTIVE
        bob   acquire m scope=/2           | ACTIVE
        carol acquire a scope=/3/**        | ACTIVE
        dave  acquire d scope=/3/q,/2,/1/* | SCOPE_OVERLAP by=z,m,a
        """);
  }

  @Test
  void theSameHolderAgainIsAConflictThatNamesItsOwnLease() {
    Script.run(
        """
        alice acquire a             | ACTIVE
        alice acquire b             | SCOPE_OVERLAP by=a
        alice acquire c session=two | SCOPE_OVERLAP by=a
        alice acquire d mode=shared | SCOPE_OVERLAP by=a
        alice acquire e policy=work | SCOPE_OVERLAP by=a
        """);
  }

  @ParameterizedTest
  @CsvSource({
    "work,     /item,    ALREADY_LEASED",
    "workflow, /flow,    ALREADY_LEASED",
    "budget pool=p budget=usd:1, /purse, ALREADY_LEASED",
    "file,     /docs/**, SCOPE_OVERLAP",
    "file,     /**,      ALREADY_LEASED",
    "checkout, /docs,    SCOPE_OVERLAP",
    "checkout, /**,      ALREADY_LEASED",
    "checkout, '/a,/**', ALREADY_LEASED"
  })
  void theCodeDependsOnTheLeaseThatBlocksAndNotOnTheOneAskedFor(
      String policy, String scope, String code) {
    Script.run(
        """
        admin   create-pool p amounts=usd:9     | pool=p
        alice$p acquire a policy=%s scope=%s    | ACTIVE
        bob     acquire b policy=file scope=/** | %s by=a
        bob     acquire c policy=work scope=/** | %s by=a
        """
            .formatted(policy, scope, code, code));
  }

  @Test
  void ofSeveralBlockersTheOldestGivesTheCode() {
    Script.run(
        """
        alice acquire a policy=file scope=/1 | ACTIVE
        alice acquire b policy=work scope=/2 | ACTIVE
        bob   acquire c scope=/**            | SCOPE_OVERLAP by=a,b
        alice release a                      | RELEASED
        bob   acquire c scope=/**            | ALREADY_LEASED by=b
        """);
  }

  @Test
  void policiesContendInOnePlace() {
    Script.run(
        """
        alice acquire a policy=checkout scope=/project/** | ACTIVE
        bob   acquire b policy=file scope=/project/readme | SCOPE_OVERLAP by=a
        bob   acquire c policy=work scope=/project/task-1 | SCOPE_OVERLAP by=a
        """);
  }

  @Test
  void aConflictNamesAtMostSixteenLeases() {
    Script script = Script.run("admin list | leases=none");
    for (int i = 0; i < 20; i++) {
      script.then("reader acquire r%d mode=shared | ACTIVE".formatted(i));
    }
    script.then("alice check mode=exclusive | held=" + readers(16));
    script.then("alice acquire a | SCOPE_OVERLAP by=" + readers(16));
  }

  private static String readers(int count) {
    StringBuilder names = new StringBuilder("r0");
    for (int i = 1; i < count; i++) {
      names.append(",r").append(i);
    }
    return names.toString();
  }
}
