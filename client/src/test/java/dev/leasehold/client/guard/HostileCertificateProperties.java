package dev.leasehold.client.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.client.guard.Certifier.Claims;
import java.util.List;
import java.util.regex.Matcher;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Any input is either believed with good reason or refused with one exception. */
class HostileCertificateProperties {

  private final Certifier registrar = new Certifier();
  private final RegistrarKeys keys = RegistrarKeys.parse(registrar.jwks());

  private void assertRefusedInOrder(String certificate) {
    try {
      keys.check(certificate, Certifier.NOW);
    } catch (InvalidCertificateException e) {
      assertThat(e).hasMessageMatching("[a-zA-Z].*");
      return;
    }
    throw new AssertionError("believed: " + certificate);
  }

  @Property(tries = 500)
  void unsignedTextIsRefused(@ForAll String text, @ForAll("json") String json) {
    assertRefusedInOrder(text);
    assertRefusedInOrder(text + "." + text + "." + text);
    assertRefusedInOrder(Certifier.encode(json) + "." + Certifier.encode(json) + ".AAAA");
  }

  @Property(tries = 500)
  void signedNonsenseIsRefused(@ForAll("json") String json) {
    assertRefusedInOrder(registrar.sign(json));
    assertRefusedInOrder(registrar.sign(json, Claims.of("lease-1", 5L).json()));
  }

  @Property(tries = 500)
  void signedClaimsWithAFieldReplacedAreRefusedOrRead(
      @ForAll("fields") String field, @ForAll("values") String value) {
    String claims =
        Claims.of("lease-1", 5L)
            .json()
            .replaceFirst("\"" + field + "\":(\"[^\"]*\"|\\[[^]]*]|\\d+)", quote(field, value));
    try {
      assertThat(keys.check(registrar.sign(claims), Certifier.NOW).grant().epoch()).isNotNegative();
    } catch (InvalidCertificateException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }

  private static String quote(String field, String value) {
    return Matcher.quoteReplacement("\"" + field + "\":" + value);
  }

  @Provide
  Arbitrary<String> fields() {
    return Arbitraries.of(
        "iss",
        "sub",
        "iat",
        "proves",
        "leaseId",
        "space",
        "scope",
        "mode",
        "holder",
        "issuedAtTick",
        "issuedAtNanos",
        "expiresAtTick",
        "fencingToken",
        "fencePath",
        "epoch",
        "parentId");
  }

  @Provide
  Arbitrary<String> values() {
    return Arbitraries.of(
        "null",
        "true",
        "{}",
        "[]",
        "[[]]",
        "\"\"",
        "0",
        "-1",
        "1.5",
        "1e400",
        "\"5\"",
        "\"9223372036854775807\"",
        "\"-9223372036854775808\"",
        "\"9223372036854775808\"",
        "[\"5\"]",
        "[5]",
        "[null]",
        "[\"-1\"]",
        "\"\\u0000\"",
        "\"\\ud800\"");
  }

  @Provide
  Arbitrary<String> json() {
    Arbitrary<String> deep =
        Arbitraries.integers()
            .between(0, 5_000)
            .map(depth -> "{\"a\":".repeat(depth) + "1" + "}".repeat(depth));
    Arbitrary<String> words =
        Arbitraries.of(
                "{", "}", "[", "]", ":", ",", "\"a\"", "\"alg\"", "1", "null", "NaN", "'a'", " ")
            .list()
            .ofMaxSize(12)
            .map(list -> String.join("", (List<String>) list));
    return Arbitraries.oneOf(deep, words);
  }
}
