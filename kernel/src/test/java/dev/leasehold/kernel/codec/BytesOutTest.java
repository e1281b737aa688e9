package dev.leasehold.kernel.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BytesOutTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plain",
        "\u007f",
        "\u0080",
        "plain at first, then naïve",
        "ünicode at first",
        "日本",
        "a\uD83D\uDE00b"
      })
  void aTextIsItsUtf8BehindTheLengthOfThat(String text) {
    for (String written : new String[] {text, text.repeat(300)}) {
      BytesOut out = new BytesOut(1);
      out.writeByte(7);
      out.writeString(written);
      out.writeByte(8);

      BytesOut expected = new BytesOut();
      byte[] encoded = written.getBytes(StandardCharsets.UTF_8);
      expected.writeByte(7);
      expected.writeVarint(encoded.length);
      expected.writeBytes(encoded);
      expected.writeByte(8);
      assertThat(out.toByteArray()).isEqualTo(expected.toByteArray());
    }
  }
}
