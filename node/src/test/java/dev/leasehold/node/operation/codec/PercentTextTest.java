package dev.leasehold.node.operation.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PercentTextTest {

  @ParameterizedTest
  @CsvSource({"a%2Fb, a/b", "a%2fb, a/b", "%C3%A9, é", "a+b, a+b", "%25, %", "plain, plain"})
  void encodedBytesAreUtf8(String raw, String text) throws MalformedInput {
    assertThat(PercentText.decode(raw)).isEqualTo(text);
  }

  @Test
  void inAQueryAPlusIsASpace() throws MalformedInput {
    assertThat(PercentText.decodeQuery("a+b%2B")).isEqualTo("a b+");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "%2", "%zz", "a%2", "%C0%80", "%ED%A0%80", "%FF", "é"})
  void anythingElseIsRefused(String raw) {
    assertThatThrownBy(() -> PercentText.decode(raw)).isInstanceOf(MalformedInput.class);
  }
}
