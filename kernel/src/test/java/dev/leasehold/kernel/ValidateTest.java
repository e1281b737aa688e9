package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether an act may rest on a lease (rule 14 and section 1, authority). */
class ValidateTest {

  @Test
  void theAnswerSaysHowLongIsLeftAndForWhat() {
    Script.run(
        """
                alice   acquire a ttl=10s scope=/docs/** | ACTIVE
        4s      alice   validate a              | ACTIVE left=6s scope=/docs/** epoch=0
                auditor validate a              | ACTIVE
                admin   validate a              | ACTIVE
        10s-1ns alice   validate a              | ACTIVE left=1ns
        10s     alice   validate a              | LEASE_EXPIRED
        """);
  }

  @Test
  void validationChangesNothing() {
    Script script =
        Script.run("alice acquire a | ACTIVE").then("alice validate a epoch=0 | ACTIVE");

    assertThat(script.journal()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "epoch=0,                STALE_EPOCH",
    "epoch=1,                STALE_EPOCH",
    "epoch=2,                ACTIVE",
    "epoch=3,                FUTURE_EPOCH",
    "lenient epoch=0,        ACTIVE",
    "lenient epoch=0 last=0, ACTIVE",
    "lenient epoch=1 last=2, STALE_EPOCH",
    "lenient epoch=2 last=2, ACTIVE",
    "lenient epoch=9 last=2, ACTIVE",
    "lenient last=9,         ACTIVE",
    "last=9,                 ACTIVE",
  })
  void strictMeansEqualAndLenientNotSmallerThanTheLastProcessed(String asked, String answer) {
    Script.run(
        """
        alice acquire a            | ACTIVE
        alice advance a expected=0 | ACTIVE
        alice advance a expected=1 | ACTIVE epoch=2
        alice validate a ASKED     | ANSWER
        """
            .replace("ASKED", asked)
            .replace("ANSWER", answer));
  }

  @ParameterizedTest
  @CsvSource({
    "/docs/*.md,        /docs/a.md,     ACTIVE",
    "/docs/*.md,        /docs/a.txt,    LEASE_VIOLATION path",
    "/docs/*.md,        /docs/x/a.md,   LEASE_VIOLATION path",
    "/docs/**,          /docs,          ACTIVE",
    "/docs/**,          /docs/x/y,      ACTIVE",
    "/docs/**,          /docsx,         LEASE_VIOLATION path",
    "/docs/**,          /docs/../x,     INVALID_INPUT path",
    "/**,               /anything,      ACTIVE",
    "/docs/**,          /docs/,         ACTIVE",
    "/docs/**,          /docs/sub/,     ACTIVE",
    "/docs/a.md,        /docs/,         LEASE_VIOLATION path",
    "/docs/*,           /docs/,         LEASE_VIOLATION path",
    "/app/[[]slug],     /app/[slug],    ACTIVE",
    "/app/[s],          /app/[s],       LEASE_VIOLATION path",
  })
  void thePathMustLieInTheScope(String scope, String path, String answer) {
    Script.run("alice acquire a scope=%s | ACTIVE".formatted(scope))
        .then("alice validate a path=%s | %s".formatted(path, answer));
  }

  @Test
  void aSpaceThatIgnoresCaseIgnoresItHereToo() {
    Script.run(
        """
        admin declare s insensitive        | insensitive
        alice acquire a scope=/Docs/*      | ACTIVE
        alice validate a path=/dOCS/x      | ACTIVE
        alice validate a path=/doc/x       | LEASE_VIOLATION path
        """);
  }

  @Test
  void withoutAListEverythingIsAllowedAndAnEmptyListAllowsNothing() {
    Script.run(
        """
        alice acquire a                                  | ACTIVE
        alice validate a tool=t work=w namespace=n       | ACTIVE
        alice acquire b scope=/b tools=t                 | ACTIVE
        alice validate b                                 | ACTIVE
        alice validate b tool=t                          | ACTIVE
        alice validate b tool=T                          | LEASE_VIOLATION tool
        alice validate b work=w                          | LEASE_VIOLATION workId
        alice validate b namespace=n                     | LEASE_VIOLATION namespace
        """);
  }

  @ParameterizedTest
  @CsvSource({
    "a/b,     ACTIVE",
    "a/b/c,   ACTIVE",
    "a/b/c/d, ACTIVE",
    "a,       LEASE_VIOLATION namespace",
    "a/bc,    LEASE_VIOLATION namespace",
    "a/B,     LEASE_VIOLATION namespace",
    "b,       LEASE_VIOLATION namespace",
    "x/a/b,   LEASE_VIOLATION namespace",
  })
  void namespacesMatchByWholeSegments(String namespace, String answer) {
    Script.run("alice acquire a namespaces=a/b | ACTIVE")
        .then("alice validate a namespace=%s | %s".formatted(namespace, answer));
  }

  @Test
  void anotherLeaseOfTheSameHolderIsNoProof() {
    Script.run(
        """
        alice acquire a scope=/a        | ACTIVE
        alice acquire b scope=/b        | ACTIVE
        alice validate a path=/b        | LEASE_VIOLATION path
        """);
  }

  @Test
  void theLongestNames() {
    Script.run(
        """
        alice acquire a tools=~256 works=~256 namespaces=~256     | ACTIVE
        alice validate a tool=~256 work=~256 namespace=~256       | ACTIVE
        alice acquire b scope=/b tools=~257                       | INVALID_INPUT authority.tools
        """);
  }
}
