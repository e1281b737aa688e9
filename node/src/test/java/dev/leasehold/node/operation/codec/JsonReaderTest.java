package dev.leasehold.node.operation.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Duration;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.DeclareSpaceRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesRequest;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON in: what is taken, and what is refused under which field. */
class JsonReaderTest {

  @Test
  void everyKindOfFieldIsRead() throws MalformedInput {
    AcquireRequest read =
        acquire(
            """
            {"policy":"file","space":"r","scope":["/a/**","/b"],"paths":[],"mode":"shared",
             "ttl":"1h30m","wait":"3d","maxRenewals":5,"labels":{"a":"1","b":""},"requestId":null}
            """);

    assertThat(read)
        .isEqualTo(
            AcquireRequest.newBuilder()
                .setPolicy("file")
                .setSpace("r")
                .addScope("/a/**")
                .addScope("/b")
                .setMode(Lease.Mode.SHARED)
                .setTtl(Duration.newBuilder().setSeconds(5400))
                .setWait(Duration.newBuilder().setSeconds(259200))
                .setMaxRenewals(5)
                .putLabels("a", "1")
                .putLabels("b", "")
                .build());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "\t{ }\n"})
  void aBodyMaySayNothing(String body) throws MalformedInput {
    assertThat(acquire(body)).isEqualTo(AcquireRequest.getDefaultInstance());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"waits":"3s"}                             | waits
          {"lease_id":"x"}                           | lease_id
          {"Space":"x"}                              | Space
          {"space":"a","space":"b"}                  | space
          {"space":"a","space":null}                 | space
          {"space":5}                                | space
          {"space":true}                             | space
          {"space":["a"]}                            | space
          {"space":{}}                               | space
          {"scope":"/a"}                             | scope
          {"scope":{}}                               | scope
          {"scope":["/a",5]}                         | scope[1]
          {"scope":["/a",null]}                      | scope[1]
          {"scope":[["/a"]]}                         | scope[0]
          {"labels":[]}                              | labels
          {"labels":"a"}                             | labels
          {"labels":{"a":5}}                         | labels.a
          {"labels":{"a":null}}                      | labels.a
          {"labels":{"a":{}}}                        | labels.a
          {"labels":{"a":"1","a":"2"}}               | labels.a
          {"mode":"both"}                            | mode
          {"mode":1}                                 | mode
          {"mode":"MODE_UNSPECIFIED"}                | mode
          {"ttl":300}                                | ttl
          {"ttl":"300"}                              | ttl
          {"ttl":{"seconds":300}}                    | ttl
          {"maxRenewals":"five"}                     | maxRenewals
          {"maxRenewals":1.0}                        | maxRenewals
          {"maxRenewals":1e2}                        | maxRenewals
          {"maxRenewals":2147483648}                 | maxRenewals
          {"maxRenewals":99999999999999999999}       | maxRenewals
          {"maxRenewals":true}                       | maxRenewals
          {"space":"a\\u0000b"}                      | space
          {"space":"a\\ud800"}                       | space
          {"labels":{"a":"\\udc00b"}}                | labels.a
          {"labels":{"\\ud800":"a"}}                 | body
          {"\\u0000":"a"}                            | body
          {"space":"a"                               | body
          {"space":}                                 | body
          {"space":'a'}                              | body
          {space:"a"}                                | body
          {"space":"a",}                             | body
          {"maxRenewals":01}                         | body
          {"maxRenewals":NaN}                        | body
          {} {}                                      | body
          {}x                                        | body
          // a comment                               | body
          []                                         | body
          null                                       | body
          "a"                                        | body
          5                                          | body
          """)
  void whatDoesNotFitIsRefusedByName(String body, String field) {
    assertThat(refusal(body).field()).isEqualTo(field);
  }

  @ParameterizedTest
  @CsvSource({"path, paths", "tll, ttl", "space_, space", "lease_id, leaseId"})
  void aMisspeltFieldIsAnsweredWithTheOneThatWasMeant(String misspelt, String meant) {
    assertThat(refusal("{\"" + misspelt + "\":\"x\"}").detail())
        .isEqualTo("there is no field of this name; did you mean " + meant + "?");
    assertThat(refusal("{\"colour\":\"x\"}").detail()).doesNotContain("did you mean");
  }

  @Test
  void aDurationThatIsNoStringIsAnsweredWithOne() {
    for (String ttl : new String[] {"300", "{\"seconds\":300}", "true"}) {
      assertThat(refusal("{\"ttl\":" + ttl + "}").detail())
          .contains("expected a string such as \"300s\"");
    }
  }

  @Test
  void depthIsRefusedWhereItBegins() {
    assertThat(refusal("[".repeat(100_000)).field()).isEqualTo("body");
    assertThat(refusal("{\"space\":" + "[".repeat(100_000)).field()).isEqualTo("space");
    assertThat(refusal("{\"x\":".repeat(100_000)).field()).isEqualTo("x");
    assertThat(refusal("{\"labels\":" + "{\"a\":".repeat(100_000)).field()).isEqualTo("labels.a");
  }

  @Test
  void aNumberOfAnyLengthIsRefusedInItsField() {
    assertThat(refusal("{\"maxRenewals\":" + "9".repeat(900) + "}").field())
        .isEqualTo("maxRenewals");
    assertThat(refusal("{\"maxRenewals\":" + "9".repeat(100_000) + "}").field())
        .isIn("maxRenewals", "body");
  }

  @ParameterizedTest
  @CsvSource({
    "C080, an overlong NUL",
    "E08080, an overlong NUL of three bytes",
    "EDA080, a surrogate",
    "FF, no UTF-8 at all",
    "C3, a cut character",
    "F4908080, beyond Unicode"
  })
  void onlyUtf8IsRead(String hexadecimal, String what) {
    byte[] inside = HexFormat.of().parseHex(hexadecimal);
    byte[] start = "{\"space\":\"".getBytes(StandardCharsets.UTF_8);
    byte[] body = new byte[start.length + inside.length + 2];
    System.arraycopy(start, 0, body, 0, start.length);
    System.arraycopy(inside, 0, body, start.length, inside.length);
    body[body.length - 2] = '"';
    body[body.length - 1] = '}';

    assertThat(refusal(body).field()).as(what).isEqualTo("body");
    assertThat(refusal("{\"space\":\"a\"}".getBytes(StandardCharsets.UTF_16)).field())
        .isEqualTo("body");
  }

  @Test
  void textBeyondAsciiIsRead() throws MalformedInput {
    assertThat(acquire("{\"space\":\"\\ud83d\\ude00é😀\"}").getSpace()).isEqualTo("😀é😀");
  }

  @Test
  void whatTheUrlSaysDoesNotBelongInTheBody() {
    Set<FieldDescriptor> given = Set.of(AcquireRequest.getDescriptor().findFieldByName("space"));
    MalformedInput refused =
        catchThrowableOfType(
            MalformedInput.class,
            () ->
                JsonReader.read(
                    "{\"space\":\"a\"}".getBytes(StandardCharsets.UTF_8),
                    AcquireRequest.newBuilder(),
                    given));
    assertThat(refused.field()).isEqualTo("space");
  }

  @Test
  void integersMayBeNumbersOrText() throws MalformedInput {
    assertThat(acquire("{\"maxRenewals\":\"7\"}").getMaxRenewals()).isEqualTo(7);
    assertThat(acquire("{\"maxRenewals\":-1}").getMaxRenewals()).isEqualTo(-1);
  }

  @Test
  void booleansAreNotText() throws MalformedInput {
    DeclareSpaceRequest.Builder read = DeclareSpaceRequest.newBuilder();
    JsonReader.read("{\"caseInsensitive\":true}".getBytes(StandardCharsets.UTF_8), read, Set.of());
    assertThat(read.getCaseInsensitive()).isTrue();

    MalformedInput refused =
        catchThrowableOfType(
            MalformedInput.class,
            () ->
                JsonReader.read(
                    "{\"caseInsensitive\":\"true\"}".getBytes(StandardCharsets.UTF_8),
                    DeclareSpaceRequest.newBuilder(),
                    Set.of()));
    assertThat(refused.field()).isEqualTo("caseInsensitive");
  }

  @Test
  void anUnknownValueNamesItsEnumerationAndTheKnownOnes() {
    MalformedInput refused =
        catchThrowableOfType(
            MalformedInput.class,
            () ->
                JsonReader.read(
                    "{\"state\":[\"gone\"]}".getBytes(StandardCharsets.UTF_8),
                    ListLeasesRequest.newBuilder(),
                    Set.of()));
    assertThat(refused.field()).isEqualTo("state[0]");
    assertThat(refused.unknownValueOf()).isEqualTo(Lease.State.getDescriptor());
    assertThat(refused.detail()).contains("PENDING, ACTIVE").doesNotContain("UNSPECIFIED");
  }

  private static AcquireRequest acquire(String body) throws MalformedInput {
    AcquireRequest.Builder into = AcquireRequest.newBuilder();
    JsonReader.read(body.getBytes(StandardCharsets.UTF_8), into, Set.of());
    return into.build();
  }

  private static MalformedInput refusal(String body) {
    return refusal(body.getBytes(StandardCharsets.UTF_8));
  }

  private static MalformedInput refusal(byte[] body) {
    MalformedInput refused =
        catchThrowableOfType(
            MalformedInput.class,
            () -> JsonReader.read(body, AcquireRequest.newBuilder(), Set.of()));
    assertThat(refused).as(new String(body, StandardCharsets.ISO_8859_1)).isNotNull();
    return refused;
  }
}
