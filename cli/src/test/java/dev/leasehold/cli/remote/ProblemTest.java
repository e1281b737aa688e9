package dev.leasehold.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.node.operation.problem.ProblemCode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Refusals in the words of the command line. */
class ProblemTest {

  private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"code":"LEASE_EXPIRED","leaseId":"a","issuedAt":"2026-05-01T11:50:00Z","ttl":"300s",\
          "expiredAt":"2026-05-01T11:55:00Z"} \
          | lease a expired 5 min ago; it was acquired 10 min ago for 5 min
          {"code":"LEASE_EXPIRED","detail":"refresh or close it","issuedAt":"2026-05-01T11:50:00Z",\
          "ttl":"300s","expiredAt":"2026-05-01T11:55:00Z","graceRemaining":"9s"} \
          | refresh or close it
          {"code":"LEASE_EVICTED","leaseId":"a","state":"EVICTED","endedBy":"root","reason":"flood",\
          "terminatedAt":"2026-05-01T11:59:30Z"} \
          | lease a was evicted 30 s ago by root: flood
          {"code":"LEASE_EVICTED","leaseId":"a","state":"EVICTED","endedBy":"root","reason":"flood",\
          "terminatedAt":"2026-05-01T12:00:00Z"} \
          | lease a was evicted just now by root: flood
          {"code":"LEASE_EXPIRED","leaseId":"a","issuedAt":"2026-05-01T11:55:00Z","ttl":"300s",\
          "expiredAt":"2026-05-01T12:00:00Z"} \
          | lease a expired just now; it was acquired 5 min ago for 5 min
          {"code":"LEASE_REVOKED","leaseId":"a","state":"REVOKED","reason":"PARENT_ENDED",\
          "terminatedAt":"2026-05-01T11:59:30Z"} \
          | lease a was revoked 30 s ago: PARENT_ENDED
          {"code":"INVALID_INPUT","field":"maxRenewals","detail":"maxRenewals is -1 for unlimited"} \
          | --max-renewals is -1 for unlimited
          {"code":"INVALID_INPUT","field":"note","detail":"note is longer than 500 bytes"} \
          | note is longer than 500 bytes
          """)
  void tellWhatWasWrongInWordsOfTheCommandLine(String json, String sentence) throws IOException {
    assertThat(sentence(json)).isEqualTo(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"code":"ACQUISITION_TIMEOUT","waited":"30s","conflicts":[{"leaseId":"a","holder":"eve",\
          "state":"ACTIVE","scope":["/x"],"expiresAt":"2026-05-01T12:05:00Z"}]} \
          | it did not become free within 30 s: eve holds /x, for another 5 min (lease a)
          {"code":"ACQUISITION_TIMEOUT","waited":"30s","conflicts":[{"leaseId":"a","holder":"eve",\
          "state":"ACTIVE","scope":["/x"],"scopeLeftOut":255}]} \
          | it did not become free within 30 s: eve holds /x and 255 more (lease a)
          {"code":"UNAUTHENTICATED","reason":"lost laptop","terminatedAt":"2026-04-30T12:00:00Z"} \
          | the server does not accept the token from --token, which was revoked 24 h ago: lost laptop
          """)
  void tellHowLongWasWaitedAndWhyATokenWasRevoked(String json, String sentence) throws IOException {
    assertThat(sentence(json)).startsWith(sentence + "; ");
  }

  /** A server names 16 at most, so that with so many the number of all is not known. */
  @ParameterizedTest
  @CsvSource({"4, ', and 1 more; '", "15, ', and 12 more; '", "16, ', and at least 13 more; '"})
  void tellHowManyMoreAreInTheWay(int conflicts, String end) throws IOException {
    String conflict =
        "{\"leaseId\":\"a\",\"holder\":\"eve\",\"state\":\"ACTIVE\",\"scope\":[\"/x\"]}";
    String json =
        "{\"code\":\"ACQUISITION_TIMEOUT\",\"waited\":\"30s\",\"conflicts\":["
            + String.join(",", Collections.nCopies(conflicts, conflict))
            + "]}";
    assertThat(sentence(json)).contains("(lease a)" + end);
  }

  @Test
  void aWaitThatEndsHereLooksLikeOneThatEndsAtTheServer() throws IOException {
    Problem here =
        new Problem(Fields.parse("{}"), "{}", NOW)
            .timedOut(List.of(), Duration.ofSeconds(30), "it did not become free");

    ProblemCode there = ProblemCode.ACQUISITION_TIMEOUT;
    assertThat(here.code()).isEqualTo(there.name());
    assertThat(here.fields().number("status")).isEqualTo(there.httpStatus());
    assertThat(here.fields().text("title")).isEqualTo(there.title());
  }

  private static String sentence(String json) throws IOException {
    return new Problem(Fields.parse(json), json, NOW)
        .sentence(new Endpoint("http://127.0.0.1:1", "secret", "--token", TlsPaths.NONE));
  }
}
