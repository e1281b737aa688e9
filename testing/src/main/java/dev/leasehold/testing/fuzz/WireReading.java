package dev.leasehold.testing.fuzz;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.node.operation.codec.FieldText;
import dev.leasehold.node.operation.codec.JsonReader;
import dev.leasehold.node.operation.codec.JsonWriter;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.operation.codec.PercentText;
import dev.leasehold.node.operation.codec.SchemaCheck;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** Checks what the readers of bodies and addresses promise, whatever the input. */
final class WireReading {

  /** Messages with every kind of field that there is: lists, maps, durations, times, words. */
  private static final List<Message> TYPES =
      List.of(
          AcquireRequest.getDefaultInstance(),
          ListLeasesRequest.getDefaultInstance(),
          Lease.getDefaultInstance());

  private WireReading() {}

  /** A body is read or is MalformedInput; what was read is written and read as the same. */
  static void readJson(byte[] input) {
    for (Message type : TYPES) {
      try {
        Message read = read(input, type);
        SchemaCheck.check(read);
        byte[] written = JsonWriter.writeSparsely(read);
        Broken.unless(
            read(written, type).equals(read),
            "%s reads back otherwise",
            new String(written, StandardCharsets.UTF_8));
      } catch (MalformedInput refused) {
        Broken.unless(!refused.detail().isEmpty(), "a refusal without a reason");
      }
    }
  }

  private static Message read(byte[] input, Message type) throws MalformedInput {
    Message.Builder builder = type.newBuilderForType();
    JsonReader.read(input, builder, Set.of());
    return builder.build();
  }

  /** Text in an address, for a field of any kind: durations, times, numbers, words. */
  static void readFields(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    try {
      text = PercentText.decodeQuery(text);
    } catch (MalformedInput refused) {
      Broken.unless(!refused.detail().isEmpty(), "a refusal without a reason");
    }
    for (Message type : TYPES) {
      for (FieldDescriptor field : type.getDescriptorForType().getFields()) {
        if (!field.isMapField() && hasTextForm(field)) {
          readField(field, text);
        }
      }
    }
  }

  private static boolean hasTextForm(FieldDescriptor field) {
    return field.getType() != FieldDescriptor.Type.MESSAGE
        || field.getMessageType().getFullName().startsWith("google.protobuf.");
  }

  private static void readField(FieldDescriptor field, String text) {
    try {
      Object value = FieldText.parse(field, text);
      Broken.unless(value != null, "%s has no value for %s", field.getFullName(), text);
    } catch (MalformedInput refused) {
      Broken.unless(!refused.detail().isEmpty(), "a refusal without a reason");
    }
  }
}
