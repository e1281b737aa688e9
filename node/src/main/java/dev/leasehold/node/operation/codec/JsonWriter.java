package dev.leasehold.node.operation.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import dev.leasehold.kernel.policy.Durations;
import dev.leasehold.kernel.policy.Limits;
import java.io.IOException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/**
 * Writes a message as a JSON object. Numbers, booleans, lists and amounts are there even when zero,
 * false or empty, since their absence would leave a reader guessing; left out are empty texts,
 * empty maps of texts, and what the schema calls optional.
 */
public final class JsonWriter {

  private static final JsonFactory FACTORY = new JsonFactory();

  private final JsonGenerator out;
  private final boolean withDefaults;

  private JsonWriter(JsonGenerator out, boolean withDefaults) {
    this.out = out;
    this.withDefaults = withDefaults;
  }

  public static byte[] write(Message message) {
    return write(message, true);
  }

  /** Leaves out whatever is zero, false or empty. */
  public static byte[] writeSparsely(Message message) {
    return write(message, false);
  }

  private static byte[] write(Message message, boolean withDefaults) {
    try (ByteArrayBuilder bytes = new ByteArrayBuilder()) {
      try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
        new JsonWriter(out, withDefaults).writeMessage(message);
      }
      bytes.append('\n'); // people read it on terminals
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory cannot fail", e);
    }
  }

  private void writeMessage(Message message) throws IOException {
    out.writeStartObject();
    for (MessageFields.Field field : MessageFields.of(message.getDescriptorForType()).fields()) {
      if (isShown(message, field)) {
        out.writeFieldName(field.name());
        writeField(field.descriptor(), message.getField(field.descriptor()));
      }
    }
    out.writeEndObject();
  }

  private boolean isShown(Message message, MessageFields.Field shape) {
    FieldDescriptor field = shape.descriptor();
    if (field.isRepeated()) {
      return message.getRepeatedFieldCount(field) > 0 || (withDefaults && shape.shownEmpty());
    }
    if (field.hasPresence()) {
      return message.hasField(field);
    }
    return switch (field.getJavaType()) {
      case INT, LONG, BOOLEAN -> withDefaults || message.hasField(field);
      default -> message.hasField(field);
    };
  }

  private void writeField(FieldDescriptor field, Object value) throws IOException {
    if (field.isMapField()) {
      writeMap(field, (List<?>) value);
    } else if (field.isRepeated()) {
      out.writeStartArray();
      for (Object element : (List<?>) value) {
        writeValue(field, element);
      }
      out.writeEndArray();
    } else {
      writeValue(field, value);
    }
  }

  private void writeMap(FieldDescriptor field, List<?> entries) throws IOException {
    FieldDescriptor keyField = field.getMessageType().findFieldByNumber(1);
    FieldDescriptor valueField = field.getMessageType().findFieldByNumber(2);
    out.writeStartObject();
    for (Object element : entries) {
      Message entry = (Message) element;
      out.writeFieldName((String) entry.getField(keyField));
      writeValue(valueField, entry.getField(valueField));
    }
    out.writeEndObject();
  }

  private void writeValue(FieldDescriptor field, Object value) throws IOException {
    switch (field.getType()) {
      case STRING -> out.writeString((String) value);
      case BOOL -> out.writeBoolean((Boolean) value);
      case INT32 -> out.writeNumber((Integer) value);
      case UINT32 -> out.writeNumber(Integer.toUnsignedLong((Integer) value));
      case INT64 -> out.writeString(value.toString());
      case BYTES ->
          out.writeString(Base64.getEncoder().encodeToString(((ByteString) value).toByteArray()));
      case ENUM -> out.writeString(((EnumValueDescriptor) value).getName());
      case MESSAGE -> writeNested((Message) value);
      default -> throw new IllegalStateException(field.getFullName() + " has no JSON form");
    }
  }

  private void writeNested(Message message) throws IOException {
    switch (message) {
      case Duration duration ->
          out.writeString(
              Durations.seconds(duration.getSeconds() * Limits.SECOND + duration.getNanos()));
      case Timestamp time ->
          out.writeString(Instant.ofEpochSecond(time.getSeconds(), time.getNanos()).toString());
      default -> writeMessage(message);
    }
  }
}
