package dev.leasehold.node.http;

import com.google.api.AnnotationsProto;
import com.google.api.HttpRule;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.linecorp.armeria.common.HttpMethod;
import dev.leasehold.node.operation.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How an operation is reached over HTTP, as the option {@code google.api.http} of its method says.
 *
 * @param segments of the path; null in a place that a variable takes
 * @param variables the fields that these places stand for, in order
 * @param takesBody whether the fields that are not in the path come in the body or in the query
 */
public record Route(
    Operation operation,
    HttpMethod method,
    List<Optional<String>> segments,
    String verb,
    List<FieldDescriptor> variables,
    boolean takesBody) {

  public static Route of(Operation operation) {
    HttpRule rule = operation.schema().getOptions().getExtension(AnnotationsProto.http);
    Descriptor request = operation.schema().getInputType();
    RawTarget template = RawTarget.parse(template(rule));
    List<Optional<String>> segments = new ArrayList<>();
    List<FieldDescriptor> variables = new ArrayList<>();
    for (String segment : template.segments()) {
      if (segment.startsWith("{")) {
        String name = segment.substring(1, segment.length() - 1);
        variables.add(Objects.requireNonNull(request.findFieldByName(name), name));
        segments.add(Optional.empty());
      } else {
        segments.add(Optional.of(segment));
      }
    }
    return new Route(
        operation,
        HttpMethod.valueOf(rule.getPatternCase().name()),
        segments,
        template.verb(),
        variables,
        rule.getBody().equals("*"));
  }

  private static String template(HttpRule rule) {
    return switch (rule.getPatternCase()) {
      case GET -> rule.getGet();
      case PUT -> rule.getPut();
      case POST -> rule.getPost();
      case DELETE -> rule.getDelete();
      default -> throw new IllegalStateException("no HTTP binding: " + rule);
    };
  }

  boolean fits(RawTarget target) {
    if (target.segments().size() != segments.size() || !target.verb().equals(verb)) {
      return false;
    }
    for (int i = 0; i < segments.size(); i++) {
      String given = target.segments().get(i);
      Optional<String> wanted = segments.get(i);
      if (wanted.isPresent() ? !wanted.get().equals(given) : given.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** The values in the variables' places, of a target that fits. */
  List<String> values(RawTarget target) {
    List<String> values = new ArrayList<>(variables.size());
    for (int i = 0; i < segments.size(); i++) {
      if (segments.get(i).isEmpty()) {
        values.add(target.segments().get(i));
      }
    }
    return values;
  }
}
