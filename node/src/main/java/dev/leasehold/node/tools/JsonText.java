package dev.leasehold.node.tools;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import dev.leasehold.node.json.PlainJson;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Plain values as JSON on one line that a terminal can show. */
public final class JsonText {

  private static final JsonFactory JSON =
      new JsonFactoryBuilder().characterEscapes(new UnprintableEscapes()).build();

  private JsonText() {}

  /**
   * @param value null, or what {@link PlainJson} writes
   */
  public static String of(@Nullable Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = new QuotedLongs(JSON.createGenerator(text))) {
      PlainJson.write(out, value);
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
    return text.toString();
  }

  /** Text that callers gave must not move a terminal's cursor, nor break a line. */
  static String printable(String text) {
    return text.chars()
        .mapToObj(c -> isPrintable(c) ? Character.toString(c) : escaped(c))
        .collect(Collectors.joining());
  }

  private static boolean isPrintable(int c) {
    int type = Character.getType(c);
    return !Character.isISOControl(c)
        && type != Character.FORMAT
        && type != Character.LINE_SEPARATOR
        && type != Character.PARAGRAPH_SEPARATOR;
  }

  private static String escaped(int c) {
    return "\\u%04x".formatted(c);
  }

  /** Writes 64-bit integers as protobuf's JSON does: many readers would round them. */
  private static final class QuotedLongs extends JsonGeneratorDelegate {

    QuotedLongs(JsonGenerator out) {
      super(out);
    }

    @Override
    public void writeNumber(long number) throws IOException {
      writeString(Long.toString(number));
    }
  }

  private static final class UnprintableEscapes extends CharacterEscapes {

    private static final long serialVersionUID = 1;

    private static final int[] ASCII = ofAscii();

    private static int[] ofAscii() {
      int[] codes = standardAsciiEscapesForJSON();
      for (int c = 0; c < codes.length; c++) {
        if (!isPrintable(c)) {
          codes[c] = ESCAPE_CUSTOM;
        }
      }
      return codes;
    }

    @Override
    public int[] getEscapeCodesForAscii() {
      return ASCII;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int c) {
      return isPrintable(c) ? null : new SerializedString(escaped(c));
    }
  }
}
