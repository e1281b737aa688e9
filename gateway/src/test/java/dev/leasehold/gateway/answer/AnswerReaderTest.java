package dev.leasehold.gateway.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.client.meter.TokenCount;
import dev.leasehold.gateway.answer.AnswerReader.Counting;
import dev.leasehold.gateway.answer.AnswerReader.Encoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Usage is found however the bytes of an answer are cut into pieces. */
class AnswerReaderTest {

  private static final String PLAIN =
      """
      {"id":"a-1","choices":[{"message":{"content":"h\\u00e9llo \\"usage\\":{\\"prompt_tokens\\":9}"}}],
       "usage":{"prompt_tokens":12,"completion_tokens":7,"total_tokens":19,"extra":{"x":[1,2]},
       "completion_tokens_details":{"reasoning_tokens":3}}}
      """;

  private static final String CHAT_EVENTS =
      """
      : a comment

      data: {"id":"a-1","choices":[{"delta":{"content":"four"}}],"usage":null}

      data: {"id":"a-1","choices":[],"usage":{"prompt_tokens":12,"completion_tokens":7}}

      data: [DONE]

      """;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the bytes that pass when the answer comes in pieces of this length. */
  private static byte[] read(AnswerReader reader, byte[] answer, int piece) {
    ByteArrayOutputStream passed = new ByteArrayOutputStream();
    for (int from = 0; from < answer.length; from += piece) {
      int to = Math.min(answer.length, from + piece);
      passed.writeBytes(reader.take(Arrays.copyOfRange(answer, from, to)));
    }
    passed.writeBytes(reader.end());
    return passed.toByteArray();
  }

  private static byte[] packed(String text, boolean gzip) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream out =
        gzip ? new GZIPOutputStream(bytes) : new DeflaterOutputStream(bytes)) {
      out.write(bytes(text));
    }
    return bytes.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 64, 10_000})
  void plainAnswersPassUnchangedAndAreRead(int piece) throws IOException {
    for (Encoding encoding : new Encoding[] {Encoding.IDENTITY, Encoding.GZIP, Encoding.DEFLATE}) {
      AnswerReader reader = new AnswerReader(Counting.OPENAI, false, encoding, false);
      byte[] answer =
          encoding == Encoding.IDENTITY ? bytes(PLAIN) : packed(PLAIN, encoding == Encoding.GZIP);
      assertThat(read(reader, answer, piece)).isEqualTo(answer);
      AnswerSoFar seen = reader.seen();
      assertThat(seen.exact()).as(encoding.name()).isTrue();
      assertThat(seen.told()).isEqualTo(new TokenCount(12, 0, 0, 4, 3));
      assertThat(seen.id()).isEqualTo("a-1");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 64, 10_000})
  void theEventThatNobodyAskedForIsLeftOutAndNoOther(int piece) {
    for (String end : new String[] {"\n", "\r\n", "\r"}) {
      byte[] answer = bytes(CHAT_EVENTS.replace("\n", end));
      AnswerReader open = new AnswerReader(Counting.OPENAI, true, Encoding.IDENTITY, false);
      assertThat(read(open, answer, piece)).isEqualTo(answer);
      assertThat(open.seen())
          .isEqualTo(new AnswerSoFar(TokenCount.of(12, 7), true, 4, false, "a-1"));

      AnswerReader hiding = new AnswerReader(Counting.OPENAI, true, Encoding.IDENTITY, true);
      String passed = new String(read(hiding, answer, piece), StandardCharsets.UTF_8);
      assertThat(passed).contains("four", "[DONE]", ": a comment").doesNotContain("prompt_tokens");
      assertThat(hiding.seen()).isEqualTo(open.seen());
    }
  }

  @Test
  void compressedEventsAreRead() throws IOException {
    AnswerReader reader = new AnswerReader(Counting.OPENAI, true, Encoding.GZIP, true);
    byte[] answer = packed(CHAT_EVENTS, true);
    assertThat(read(reader, answer, 5)).isEqualTo(answer);
    assertThat(reader.seen().exact()).isTrue();
  }

  @Test
  void whatIsCutOffIsKnownInPart() {
    AnswerReader plain = new AnswerReader(Counting.OPENAI, false, Encoding.IDENTITY, false);
    plain.take(bytes(PLAIN.substring(0, PLAIN.length() - 4)));
    assertThat(plain.seen().exact()).isFalse();

    AnswerReader events = new AnswerReader(Counting.ANTHROPIC, true, Encoding.IDENTITY, false);
    events.take(
        bytes(
            "data: {\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":5,"
                + "\"output_tokens\":1}}}\n\ndata: {\"type\":\"content_block_delta\","
                + "\"delta\":{\"text\":\"\\u00e9\\u20ac\"}}\n\ndata: {\"type\""));
    assertThat(events.seen()).isEqualTo(new AnswerSoFar(TokenCount.of(5, 1), false, 5, false, ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "not json",
        "{\"usage\":7}",
        "{\"usage\":{\"prompt_tokens\":-5,\"completion_tokens\":1}}",
        "{\"usage\":{\"prompt_tokens\":1e3}}",
        "{\"usage\":{\"prompt_tokens\":99999999999999999999999}}",
        "{\"a\":{\"usage\":{\"prompt_tokens\":5}}}",
        "[{\"usage\":{\"prompt_tokens\":5}}]",
        "{\"usage\":{\"prompt_tokens\":5}"
      })
  void whatMakesNoSenseTellsNothing(String answer) {
    AnswerReader reader = new AnswerReader(Counting.OPENAI, false, Encoding.IDENTITY, false);
    assertThat(read(reader, bytes(answer), 3)).isEqualTo(bytes(answer));
    assertThat(reader.seen().exact()).isFalse();
  }

  @Test
  void brokenAndUnknownEncodingsPassUnread() {
    for (Encoding encoding : new Encoding[] {Encoding.GZIP, Encoding.DEFLATE, Encoding.OTHER}) {
      AnswerReader reader = new AnswerReader(Counting.OPENAI, false, encoding, false);
      assertThat(read(reader, bytes(PLAIN), 50)).isEqualTo(bytes(PLAIN));
      assertThat(reader.seen().told()).isNull();
    }
  }

  /** A few bytes that become very many are not kept. */
  @Test
  void anEventWithoutEndIsHandedOnInParts() {
    AnswerReader hiding = new AnswerReader(Counting.OPENAI, true, Encoding.IDENTITY, true);
    byte[] piece = bytes("x".repeat(1 << 20));
    long passed = 0;
    for (int i = 0; i < 9; i++) {
      passed += hiding.take(piece).length;
    }
    assertThat(passed).isGreaterThanOrEqualTo(8 << 20);
    assertThat(hiding.seen().told()).isNull();
  }
}
