package dev.leasehold.node.operation.codec;

import com.google.protobuf.Descriptors.EnumDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Input that does not fit the schema. It is thrown where the value is read and learns on its way
 * out which field that was.
 */
public final class MalformedInput extends Exception {

  private static final long serialVersionUID = 1L;

  /** The field that stands for input whose fields cannot be told apart. */
  private static final String BODY = "body";

  private final String field;
  private final String detail;
  private final transient @Nullable EnumDescriptor unknownValueOf;

  private MalformedInput(String field, String detail, @Nullable EnumDescriptor unknownValueOf) {
    // An answer to the caller, not a failure of the server: nobody reads its stack.
    super(detail, null, false, false);
    this.field = field;
    this.detail = detail;
    this.unknownValueOf = unknownValueOf;
  }

  public static MalformedInput of(String field, String detail) {
    return new MalformedInput(field, detail, null);
  }

  /** The value that is being read, or the body as a whole. */
  static MalformedInput here(String detail) {
    return new MalformedInput("", detail, null);
  }

  static MalformedInput unknownValue(EnumDescriptor type, String detail) {
    return new MalformedInput("", detail, type);
  }

  /** A copy whose field is named from the message that holds it. */
  public MalformedInput in(String name) {
    String separator = field.isEmpty() || field.startsWith("[") ? "" : ".";
    return new MalformedInput(name + separator + field, detail, unknownValueOf);
  }

  MalformedInput in(int index) {
    return in("[" + index + "]");
  }

  /** The place of the fault, such as {@code labels.team} or {@code scope[2]}. */
  public String field() {
    return field.isEmpty() ? BODY : field;
  }

  public String detail() {
    return detail;
  }

  /** The enumeration that has no such value; null if something else was wrong. */
  public @Nullable EnumDescriptor unknownValueOf() {
    return unknownValueOf;
  }
}
