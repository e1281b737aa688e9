package dev.leasehold.node.operation.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import dev.leasehold.api.v1.OptionsProto;
import dev.leasehold.node.text.NearestName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads a JSON object into a message. */
public final class JsonReader {

  /** The schema is flat; whatever nests deeper is wrong before its depth matters. */
  private static final int MAX_DEPTH = 16;

  /** Jackson's pools and symbol tables pay off over many documents, not over one short one. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          .build();

  private final JsonParser parser;

  private JsonReader(JsonParser parser) {
    this.parser = parser;
  }

  /**
   * Adds what the body says. An empty body says nothing.
   *
   * @param given fields that have their value from elsewhere and must not be in the body
   */
  public static void read(byte[] body, Message.Builder into, Set<FieldDescriptor> given)
      throws MalformedInput {
    if (body.length == 0) {
      return;
    }
    char[] text = decode(body);
    try (JsonParser parser = FACTORY.createParser(text)) {
      new JsonReader(parser).readDocument(into, given);
    } catch (JsonProcessingException e) {
      throw MalformedInput.here("the body is not valid JSON" + place(e));
    } catch (IOException e) {
      throw new IllegalStateException("reading from memory cannot fail", e);
    }
  }

  /**
   * The text of a body. Jackson would let overlong forms and surrogates pass, and guess at UTF-16.
   */
  public static char[] decode(byte[] body) throws MalformedInput {
    try {
      CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
      char[] chars = new char[text.remaining()];
      text.get(chars);
      return chars;
    } catch (CharacterCodingException e) {
      throw MalformedInput.here("the body is not valid UTF-8");
    }
  }

  private static String place(JsonProcessingException e) {
    return e.getLocation() == null
        ? ""
        : " at line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr();
  }

  private void readDocument(Message.Builder into, Set<FieldDescriptor> given)
      throws IOException, MalformedInput {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw MalformedInput.here("the body must be a JSON object");
    }
    readMessage(into, given);
    if (parser.nextToken() != null) {
      throw MalformedInput.here("the body goes on after its JSON object");
    }
  }

  private void readMessage(Message.Builder into, Set<FieldDescriptor> given)
      throws IOException, MalformedInput {
    boolean[] seen = new boolean[into.getDescriptorForType().getFields().size()];
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      FieldDescriptor field = MessageFields.of(into.getDescriptorForType()).field(name);
      if (field == null) {
        throw unknownField(into, FieldText.checked(name), given);
      }
      if (given.contains(field)) {
        throw MalformedInput.of(name, "it is part of the URL and does not belong in the body");
      }
      if (seen[field.getIndex()]) {
        throw MalformedInput.of(name, "it is there more than once");
      }
      seen[field.getIndex()] = true;
      parser.nextToken();
      try {
        readField(into, field);
      } catch (MalformedInput e) {
        throw e.in(name);
      }
    }
  }

  private static MalformedInput unknownField(
      Message.Builder into, String name, Set<FieldDescriptor> given) {
    List<String> known =
        into.getDescriptorForType().getFields().stream()
            .filter(field -> !given.contains(field))
            .map(FieldDescriptor::getJsonName)
            .toList();
    return MalformedInput.of(
        name, "there is no field of this name" + NearestName.question(name, known));
  }

  private void readField(Message.Builder into, FieldDescriptor field)
      throws IOException, MalformedInput {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    if (field.isMapField()) {
      readMap(into, field);
    } else if (field.isRepeated()) {
      readList(into, field);
    } else if (field.getJavaType() == JavaType.MESSAGE
        && parser.currentToken() == JsonToken.START_OBJECT) {
      readNested(into, field);
    } else {
      into.setField(field, readValue(field));
    }
  }

  private void readNested(Message.Builder into, FieldDescriptor field)
      throws IOException, MalformedInput {
    if (field.getMessageType().getFile().getPackage().startsWith("google.")) {
      throw MalformedInput.here("expected " + expected(field));
    }
    Message.Builder nested = into.newBuilderForField(field);
    readMessage(nested, Set.of());
    into.setField(field, nested.build());
  }

  private void readList(Message.Builder into, FieldDescriptor field)
      throws IOException, MalformedInput {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw MalformedInput.here("expected a list");
    }
    int count = 0;
    for (; parser.nextToken() != JsonToken.END_ARRAY; count++) {
      try {
        into.addRepeatedField(field, readValue(field));
      } catch (MalformedInput e) {
        throw e.in(count);
      }
    }
    if (count == 0 && field.getOptions().getExtension(OptionsProto.notEmpty)) {
      throw MalformedInput.here("the list is empty; leave it out or name at least one");
    }
  }

  private void readMap(Message.Builder into, FieldDescriptor field)
      throws IOException, MalformedInput {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw MalformedInput.here("expected an object");
    }
    FieldDescriptor keyField = field.getMessageType().findFieldByNumber(1);
    FieldDescriptor valueField = field.getMessageType().findFieldByNumber(2);
    Set<String> seen = new HashSet<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = FieldText.checked(parser.currentName());
      parser.nextToken();
      try {
        if (!seen.add(key)) {
          throw MalformedInput.here("it is there more than once");
        }
        Message.Builder entry = into.newBuilderForField(field);
        entry.setField(keyField, FieldText.parse(keyField, key));
        entry.setField(valueField, readValue(valueField));
        into.addRepeatedField(field, entry.build());
      } catch (MalformedInput e) {
        throw e.in(key);
      }
    }
  }

  private Object readValue(FieldDescriptor field) throws IOException, MalformedInput {
    return switch (parser.currentToken()) {
      case VALUE_STRING -> readText(field, parser.getText());
      case VALUE_NUMBER_INT -> readNumber(field);
      case VALUE_TRUE, VALUE_FALSE -> readBoolean(field);
      default -> throw MalformedInput.here("expected " + expected(field));
    };
  }

  private static Object readText(FieldDescriptor field, String text) throws MalformedInput {
    if (field.getJavaType() == JavaType.BOOLEAN) {
      throw MalformedInput.here("expected " + expected(field));
    }
    return FieldText.parse(field, text);
  }

  private Object readNumber(FieldDescriptor field) throws IOException, MalformedInput {
    return switch (field.getJavaType()) {
      case INT, LONG -> FieldText.parse(field, parser.getText());
      default -> readScalar(field);
    };
  }

  private Object readScalar(FieldDescriptor field) throws IOException, MalformedInput {
    if (!field.getOptions().getExtension(OptionsProto.anyScalar)) {
      throw MalformedInput.here("expected " + expected(field));
    }
    return parser.getText();
  }

  private Object readBoolean(FieldDescriptor field) throws IOException, MalformedInput {
    if (field.getJavaType() == JavaType.STRING) {
      return readScalar(field);
    }
    if (field.getJavaType() != JavaType.BOOLEAN) {
      throw MalformedInput.here("expected " + expected(field));
    }
    return parser.getBooleanValue();
  }

  private static String expected(FieldDescriptor field) {
    if (field.getOptions().getExtension(OptionsProto.anyScalar)) {
      return "a whole number in digits, true, false or a string";
    }
    return switch (field.getJavaType()) {
      case BOOLEAN -> "true or false";
      case INT, LONG -> "a whole number";
      case MESSAGE -> FieldText.form(field);
      default -> "a string";
    };
  }
}
