package dev.leasehold.node.operation.codec;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import com.google.protobuf.util.Timestamps;
import dev.leasehold.api.DurationText;
import dev.leasehold.api.MalformedDurationException;
import java.math.BigInteger;
import java.text.ParseException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values of single fields as text: in a URL, or as a JSON string. */
public final class FieldText {

  /** A sign and the digits of a 64-bit integer, with room for leading zeros. */
  static final int MAX_INTEGER_LENGTH = 32;

  private FieldText() {}

  /** The field of this JSON name; null if there is none. */
  public static @Nullable FieldDescriptor field(Descriptor type, String name) {
    return MessageFields.of(type).field(name);
  }

  public static Object parse(FieldDescriptor field, String text) throws MalformedInput {
    return switch (field.getType()) {
      case STRING -> checked(text);
      case BOOL -> bool(text);
      case INT32 -> int32(text);
      case INT64 -> int64(text);
      case ENUM -> enumValue(field.getEnumType(), text);
      case MESSAGE -> message(field, text);
      default -> throw new IllegalStateException(field.getFullName() + " has no text form");
    };
  }

  /** Text that every language, file and terminal can hold: no NUL, no half of a character. */
  public static String checked(String text) throws MalformedInput {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        throw MalformedInput.here("text must not contain the character NUL");
      }
      if (Character.isSurrogate(c)) {
        if (!Character.isHighSurrogate(c)
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          throw MalformedInput.here("text must not contain a lone surrogate");
        }
        i++;
      }
    }
    return text;
  }

  private static Boolean bool(String text) throws MalformedInput {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw MalformedInput.here("expected true or false");
    };
  }

  static Integer int32(String text) throws MalformedInput {
    long value = int64(text);
    if (value != (int) value) {
      throw outOfRange(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
    return (int) value;
  }

  /** The nearest 32-bit integer, for figures whose much closer bounds are checked elsewhere. */
  public static int nearestInt32(String text) throws MalformedInput {
    if (text.length() > MAX_INTEGER_LENGTH || !isInteger(text)) {
      throw MalformedInput.here("expected a whole number");
    }
    return new BigInteger(text)
        .max(BigInteger.valueOf(Integer.MIN_VALUE))
        .min(BigInteger.valueOf(Integer.MAX_VALUE))
        .intValueExact();
  }

  static Long int64(String text) throws MalformedInput {
    if (text.length() > MAX_INTEGER_LENGTH || !isInteger(text)) {
      throw MalformedInput.here("expected a whole number");
    }
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      throw outOfRange(Long.MIN_VALUE, Long.MAX_VALUE);
    }
  }

  private static boolean isInteger(String text) {
    int start = text.startsWith("-") ? 1 : 0;
    return text.length() > start && text.chars().skip(start).allMatch(c -> c >= '0' && c <= '9');
  }

  private static MalformedInput outOfRange(long least, long most) {
    return MalformedInput.here("expected a whole number from " + least + " to " + most);
  }

  /**
   * By name, whatever the case of A to Z; no other letter stands for one of these. The unspecified
   * value has no name on the wire.
   */
  private static EnumValueDescriptor enumValue(EnumDescriptor type, String text)
      throws MalformedInput {
    for (EnumValueDescriptor value : type.getValues()) {
      if (value.getNumber() != 0 && isSame(value.getName(), text)) {
        return value;
      }
    }
    throw unknownValue(type);
  }

  private static boolean isSame(String name, String text) {
    return name.equalsIgnoreCase(text) && text.chars().allMatch(c -> c < 128);
  }

  static MalformedInput unknownValue(EnumDescriptor type) {
    List<String> names =
        type.getValues().stream()
            .filter(value -> value.getNumber() != 0)
            .map(EnumValueDescriptor::getName)
            .toList();
    return MalformedInput.unknownValue(type, "expected one of " + String.join(", ", names));
  }

  /** How a field that is a message is written, for a sentence. */
  static String form(FieldDescriptor field) {
    return switch (field.getMessageType().getFullName()) {
      case "google.protobuf.Duration" -> "a string such as \"300s\"";
      case "google.protobuf.Timestamp" -> "a string such as \"2026-01-31T12:00:00Z\"";
      default -> "an object";
    };
  }

  private static Timestamp time(String text) throws MalformedInput {
    try {
      return Timestamps.parse(text);
    } catch (ParseException e) {
      throw MalformedInput.here("expected a time such as 2026-01-31T12:00:00Z");
    }
  }

  private static Duration duration(String text) throws MalformedInput {
    try {
      java.time.Duration duration = DurationText.parse(text);
      return Duration.newBuilder()
          .setSeconds(duration.getSeconds())
          .setNanos(duration.getNano())
          .build();
    } catch (MalformedDurationException e) {
      throw MalformedInput.here(e.sentence());
    }
  }

  private static Object message(FieldDescriptor field, String text) throws MalformedInput {
    if (field.getMessageType().equals(Duration.getDescriptor())) {
      return duration(text);
    }
    if (field.getMessageType().equals(Timestamp.getDescriptor())) {
      return time(text);
    }
    throw MalformedInput.here("expected an object");
  }
}
