package dev.leasehold.node.http;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.MediaType;
import dev.leasehold.node.http.receive.Origins;
import dev.leasehold.node.operation.codec.FieldText;
import dev.leasehold.node.operation.codec.JsonReader;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.operation.codec.PercentText;
import dev.leasehold.node.text.NearestName;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts a request's message together from path, query and body. */
record HttpInput(Route route, Message.Builder message) {

  static Message read(Route route, RawTarget target, AggregatedHttpRequest http)
      throws MalformedInput {
    HttpInput input = new HttpInput(route, route.operation().prototype().newBuilderForType());
    input.readPath(target);
    input.readQuery(target.query());
    input.readBody(http);
    return input.message.build();
  }

  private void readPath(RawTarget target) throws MalformedInput {
    List<String> values = route.values(target);
    for (int i = 0; i < values.size(); i++) {
      FieldDescriptor field = route.variables().get(i);
      try {
        message.setField(field, FieldText.parse(field, PercentText.decode(values.get(i))));
      } catch (MalformedInput e) {
        throw e.in(field.getJsonName());
      }
    }
  }

  private void readQuery(String query) throws MalformedInput {
    Set<FieldDescriptor> seen = new HashSet<>();
    for (String pair : query.split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      String name = PercentText.decodeQuery(equals < 0 ? pair : pair.substring(0, equals));
      FieldDescriptor field = queryField(name);
      if (!field.isRepeated() && !seen.add(field)) {
        throw MalformedInput.of(name, "it is there more than once");
      }
      try {
        String text = PercentText.decodeQuery(equals < 0 ? "" : pair.substring(equals + 1));
        addText(field, text);
      } catch (MalformedInput e) {
        throw e.in(name);
      }
    }
  }

  private FieldDescriptor queryField(String name) throws MalformedInput {
    FieldDescriptor field = FieldText.field(message.getDescriptorForType(), name);
    if (field == null || route.takesBody() || route.variables().contains(field)) {
      throw unknownParameter(FieldText.checked(name));
    }
    return field;
  }

  private MalformedInput unknownParameter(String name) {
    List<String> known =
        route.takesBody()
            ? List.of()
            : message.getDescriptorForType().getFields().stream()
                .filter(field -> !route.variables().contains(field))
                .map(FieldDescriptor::getJsonName)
                .toList();
    return MalformedInput.of(
        name, "there is no query parameter of this name" + NearestName.question(name, known));
  }

  private void addText(FieldDescriptor field, String text) throws MalformedInput {
    if (field.isRepeated()) {
      // No value of an enum has a comma in it, so a list of them may be one text.
      boolean isList = field.getJavaType() == JavaType.ENUM;
      for (String part : isList ? List.of(text.split(",", -1)) : List.of(text)) {
        message.addRepeatedField(field, FieldText.parse(field, part));
      }
    } else if (field.getName().equals("page_size")) {
      message.setField(field, FieldText.nearestInt32(text));
    } else {
      message.setField(field, FieldText.parse(field, text));
    }
  }

  private void readBody(AggregatedHttpRequest http) throws MalformedInput {
    if (http.content().isEmpty()) {
      return;
    }
    if (!route.takesBody()) {
      throw MalformedInput.of("body", "this request takes no body");
    }
    checkContentType(http.contentType());
    JsonReader.read(http.content().array(), message, Set.copyOf(route.variables()));
  }

  /** Nothing but JSON: what a web page can send across origins without asking is not among it. */
  private static void checkContentType(@Nullable MediaType type) throws MalformedInput {
    if (!Origins.isJson(type)) {
      throw MalformedInput.of("Content-Type", Origins.SEND_JSON);
    }
  }
}
