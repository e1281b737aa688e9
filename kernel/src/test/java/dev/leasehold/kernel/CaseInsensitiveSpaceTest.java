package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A space may be marked as one that does not tell a name from the same name in capitals. */
class CaseInsensitiveSpaceTest {

  @Test
  void namesThatDifferInCaseAloneConflict() {
    Script.run(
        """
        admin declare s insensitive        | insensitive
        alice acquire a scope=/Docs/ReadMe | ACTIVE scope=/docs/readme
        bob   acquire b scope=/DOCS/README | SCOPE_OVERLAP by=a
        bob   acquire c scope=/docs/*      | SCOPE_OVERLAP by=a
        bob   acquire d scope=/dOCS/other  | ACTIVE
        """);
  }

  @Test
  void patternsAndClassesAndOtherAlphabetsAreFoldedToo() {
    Script.run(
        """
        admin declare s insensitive    | insensitive
        alice acquire a scope=/[A-F]x  | ACTIVE
        bob   acquire b scope=/cX      | SCOPE_OVERLAP by=a
        alice acquire c scope=/ÄRGER   | ACTIVE
        bob   acquire d scope=/ärger   | SCOPE_OVERLAP by=c
        alice acquire e scope=/ΣΊΣΥΦΟΣ | ACTIVE
        bob   acquire f scope=/σίσυφος | SCOPE_OVERLAP by=e
        """);
  }

  @Test
  void elsewhereCaseMatters() {
    Script.run(
        """
        alice acquire a scope=/Docs | ACTIVE scope=/Docs
        bob   acquire b scope=/docs | ACTIVE scope=/docs
        """);
  }

  @Test
  void checksAndListsIgnoreCaseAsWell() {
    Script.run(
        """
        admin declare s insensitive     | insensitive
        alice acquire a scope=/Docs/X   | ACTIVE
        bob   check path=/DOCS/x        | held=a
        alice list space=s path=/dOcS/X | leases=a
        bob   check path=/DOCS/y        | free
        """);
  }

  @Test
  void howASpaceComparesChangesOnlyWhileNothingInItKeepsOthersOut() {
    Script.run(
        """
            admin   create-pool p amounts=usd:9                         | pool=p
            alice$p acquire a policy=budget pool=p budget=usd:1 ttl=10s | ACTIVE
            admin   declare s insensitive                            | INVALID_INPUT caseInsensitive
        10s admin   declare s insensitive                 | INVALID_INPUT caseInsensitive # in grace
        70s admin   declare s insensitive                               | insensitive
            alice   acquire b                                           | ACTIVE
            admin   declare s                                        | INVALID_INPUT caseInsensitive
            alice   release b                                           | RELEASED
            admin   declare s                                           | sensitive
        """);
  }

  @Test
  void declaringWhatIsTheCaseAlreadyIsNoEvent() {
    Script script =
        Script.run(
            """
            admin declare s             | sensitive
            admin declare t insensitive | insensitive
            alice acquire a space=t     | ACTIVE
            admin declare t insensitive | insensitive
            """);

    assertThat(script.journal()).hasSize(2);
  }

  @Test
  void theMarkOutlivesTheLeasesAndARestart() {
    Script script =
        Script.run(
            """
               admin declare s insensitive | insensitive
               alice acquire a             | ACTIVE
               alice release a             | RELEASED
            1s admin prune before=1s       | swept=1
               alice acquire b scope=/Q    | ACTIVE
            """);

    script.restart().then("bob acquire c scope=/q | SCOPE_OVERLAP by=b");
    script.recover().then("bob acquire c scope=/q | SCOPE_OVERLAP by=b");
  }

  @Test
  void aRetryIsRecognisedByWhatWasAskedFor() {
    Script.run(
        """
        admin declare s insensitive        | insensitive
        alice acquire a scope=/Q request=r | ACTIVE
        alice acquire b scope=/Q request=r | ACTIVE id=a
        """);
  }
}
