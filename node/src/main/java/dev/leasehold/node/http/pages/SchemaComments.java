package dev.leasehold.node.http.pages;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.DescriptorProtos.SourceCodeInfo.Location;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The comments of the proto files, for people who speak JSON. */
final class SchemaComments {

  private static final String RESOURCE = "/leasehold/v1/descriptors.binpb";

  private static final Pattern WORD = Pattern.compile("[a-z0-9]+(_[a-z0-9]+)+");

  private final Map<String, String> byName = new HashMap<>();

  /** Fields by the names that the proto files have for them. */
  private final Map<String, String> jsonNames = new HashMap<>();

  private SchemaComments() {}

  /** Reads what the build has kept of the proto files. */
  static SchemaComments load() {
    SchemaComments comments = new SchemaComments();
    try (InputStream in = SchemaComments.class.getResourceAsStream(RESOURCE)) {
      if (in != null) {
        FileDescriptorSet.parseFrom(in).getFileList().stream()
            .filter(file -> file.getPackage().startsWith("leasehold."))
            .forEach(comments::read);
      }
    } catch (IOException e) {
      throw new IllegalStateException("the schema's descriptors cannot be read", e);
    }
    return comments;
  }

  /** The comment of a message, field, value, service or method; empty if it has none. */
  String of(String fullName) {
    return WORD.matcher(byName.getOrDefault(fullName, ""))
        .replaceAll(word -> jsonNames.getOrDefault(word.group(), word.group()));
  }

  private void read(FileDescriptorProto file) {
    Map<List<Integer>, String> byPath = new HashMap<>();
    for (Location location : file.getSourceCodeInfo().getLocationList()) {
      if (location.hasLeadingComments()) {
        byPath.put(location.getPathList(), tidy(location.getLeadingComments()));
      }
    }
    String prefix = file.getPackage() + ".";
    for (int i = 0; i < file.getMessageTypeCount(); i++) {
      readMessage(prefix, file.getMessageType(i), List.of(4, i), byPath);
    }
    for (int i = 0; i < file.getServiceCount(); i++) {
      ServiceDescriptorProto service = file.getService(i);
      put(prefix + service.getName(), List.of(6, i), byPath);
      for (int j = 0; j < service.getMethodCount(); j++) {
        String name = prefix + service.getName() + "." + service.getMethod(j).getName();
        put(name, List.of(6, i, 2, j), byPath);
      }
    }
  }

  private void readMessage(
      String prefix,
      DescriptorProto message,
      List<Integer> path,
      Map<List<Integer>, String> byPath) {
    String name = prefix + message.getName();
    put(name, path, byPath);
    for (int i = 0; i < message.getFieldCount(); i++) {
      jsonNames.put(message.getField(i).getName(), message.getField(i).getJsonName());
      put(name + "." + message.getField(i).getName(), below(path, 2, i), byPath);
    }
    for (int i = 0; i < message.getNestedTypeCount(); i++) {
      readMessage(name + ".", message.getNestedType(i), below(path, 3, i), byPath);
    }
    for (int i = 0; i < message.getEnumTypeCount(); i++) {
      EnumDescriptorProto type = message.getEnumType(i);
      put(name + "." + type.getName(), below(path, 4, i), byPath);
    }
  }

  private void put(String name, List<Integer> path, Map<List<Integer>, String> byPath) {
    String comment = byPath.get(path);
    if (comment != null) {
      byName.put(name, comment);
    }
  }

  private static List<Integer> below(List<Integer> path, int kind, int index) {
    return Stream.concat(path.stream(), Stream.of(kind, index)).toList();
  }

  /** Lines become sentences again; an empty line stays a paragraph. */
  private static String tidy(String comment) {
    return comment
        .strip()
        .replaceAll("\\n\\s*\\n", "\u0000")
        .replaceAll("\\s*\\n\\s*", " ")
        .replace("\u0000", "\n\n");
  }
}
