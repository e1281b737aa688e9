package dev.leasehold.node.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {

  @Test
  void numbersOf64BitsAreQuotedAndOthersAreNot() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("long", Long.MAX_VALUE);
    fields.put("int", -7);
    fields.put("truth", true);
    fields.put("none", null);
    fields.put("list", new ArrayList<>(List.of("a", 1L, Map.of())));

    assertThat(JsonText.of(fields))
        .isEqualTo(
            "{\"long\":\"9223372036854775807\",\"int\":-7,\"truth\":true,\"none\":null,"
                + "\"list\":[\"a\",\"1\",{}]}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "000a", "0009", "001b", "007f", "0085", "00ad", "200b", "202e", "2028", "2029", "feff"
      })
  void whatATerminalWouldActOnIsEscapedInKeysAndValues(String code) {
    String text = "x" + (char) Integer.parseInt(code, 16) + "y";

    assertThat(JsonText.of(Map.of(text, text)))
        .isEqualTo("{\"x\\u%sy\":\"x\\u%sy\"}".formatted(code, code));
    assertThat(JsonText.printable(text)).isEqualTo("x\\u%sy".formatted(code));
  }

  @Test
  void otherTextIsWrittenAsItIs() {
    assertThat(JsonText.of("a/b é 🔒 <>&'")).isEqualTo("\"a/b é 🔒 <>&'\"");
    assertThat(JsonText.of("say \"a\\b\"")).isEqualTo("\"say \\\"a\\\\b\\\"\"");
  }
}
