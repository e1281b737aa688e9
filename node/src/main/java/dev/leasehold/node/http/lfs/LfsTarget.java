package dev.leasehold.node.http.lfs;

import com.linecorp.armeria.common.HttpMethod;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.operation.codec.PercentText;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The part of the locking or batch API that a request means, read from its target before
 * percent-decoding, so that an encoded slash belongs to a name.
 *
 * @param lockId of the lock to unlock; empty for all others
 * @param query the decoded parameters
 */
record LfsTarget(Kind kind, String space, String lockId, Map<String, String> query) {

  /** The path below which these requests lie. */
  static final String ROOT = "/lfs/";

  enum Kind {
    /** Create by POST, list by GET. */
    LOCKS,
    VERIFY,
    UNLOCK,
    BATCH;

    /** The methods that it takes, as the header {@code Allow} names them. */
    String allowed() {
      return this == LOCKS ? "GET, POST" : "POST";
    }

    boolean takes(HttpMethod method) {
      return method == HttpMethod.POST || (this == LOCKS && method == HttpMethod.GET);
    }
  }

  /** Reads a target; null if there is nothing at that path. */
  static @Nullable LfsTarget parse(String rawTarget) throws MalformedInput {
    int mark = rawTarget.indexOf('?');
    String path = mark < 0 ? rawTarget : rawTarget.substring(0, mark);
    if (!path.startsWith(ROOT)) {
      return null;
    }
    List<String> parts = List.of(path.substring(ROOT.length()).split("/", -1));
    Kind kind = parts.get(0).isEmpty() ? null : kind(parts.subList(1, parts.size()));
    if (kind == null) {
      return null;
    }
    return new LfsTarget(
        kind,
        decode("space", parts.get(0)),
        kind == Kind.UNLOCK ? decode("id", parts.get(2)) : "",
        query(mark < 0 ? "" : rawTarget.substring(mark + 1)));
  }

  private static @Nullable Kind kind(List<String> parts) {
    return switch (String.join("/", parts)) {
      case "locks" -> Kind.LOCKS;
      case "locks/verify" -> Kind.VERIFY;
      case "objects/batch" -> Kind.BATCH;
      default ->
          parts.size() == 3
                  && parts.get(0).equals("locks")
                  && !parts.get(1).isEmpty()
                  && parts.get(2).equals("unlock")
              ? Kind.UNLOCK
              : null;
    };
  }

  private static String decode(String field, String raw) throws MalformedInput {
    try {
      return PercentText.decode(raw);
    } catch (MalformedInput e) {
      throw e.in(field);
    }
  }

  /** A parameter that is there twice could mean one thing here and another to a proxy. */
  private static Map<String, String> query(String raw) throws MalformedInput {
    Map<String, String> values = new TreeMap<>();
    for (String pair : raw.split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      String name = PercentText.decodeQuery(equals < 0 ? pair : pair.substring(0, equals));
      String value = PercentText.decodeQuery(equals < 0 ? "" : pair.substring(equals + 1));
      if (values.putIfAbsent(name, value) != null) {
        throw MalformedInput.of(name, "it is there more than once");
      }
    }
    return values;
  }

  /** The value of a parameter; empty if it is not there. */
  String parameter(String name) {
    return query.getOrDefault(name, "");
  }
}
