package dev.leasehold.node.tools;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.scope.Scope;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An event as plain values under the names that it has in the kernel. All of it but the hashes of
 * tokens and encrypted keys, so that the output may be handed around.
 */
final class EventFields {

  private static final Set<String> HIDDEN = Set.of("secretHash", "encryptedKey");

  /** The fields that all events have stand beside those of one kind. */
  private static final String COMMON = "at";

  private EventFields() {}

  static Map<String, @Nullable Object> of(long block, Event event) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("position", event.position());
    fields.put("block", block);
    fields.put("type", type(event));
    fields.put("time", time(event.wallNanos()).toString());
    addComponents(event.at(), fields);
    addComponents((Record) event, fields);
    fields.remove(COMMON);
    return fields;
  }

  /** Scripts read these names, of which two are older than the names of the classes. */
  private static String type(Event event) {
    return switch (event) {
      case LeaseEvent.GrantedFromQueue e -> "Admitted";
      case LeaseEvent.HeartbeatReceived e -> "Beaten";
      default -> event.getClass().getSimpleName();
    };
  }

  static Instant time(long wallNanos) {
    return Instant.ofEpochSecond(
        Math.floorDiv(wallNanos, Limits.SECOND), Math.floorMod(wallNanos, Limits.SECOND));
  }

  private static void addComponents(Record value, Map<String, @Nullable Object> fields) {
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      if (!HIDDEN.contains(component.getName())) {
        fields.put(component.getName(), plain(read(component, value)));
      }
    }
  }

  private static @Nullable Object read(RecordComponent component, Record value) {
    try {
      return component.getAccessor().invoke(value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("an event that cannot be read: " + component, e);
    }
  }

  private static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Scope scope -> scope.patternTexts();
      case Amounts amounts -> amounts.asMap();
      case Record nested -> {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        addComponents(nested, fields);
        yield fields;
      }
      case Iterable<?> values -> {
        List<@Nullable Object> plain = new ArrayList<>();
        values.forEach(element -> plain.add(plain(element)));
        yield plain;
      }
      case Map<?, ?> map -> {
        Map<String, @Nullable Object> plain = new TreeMap<>();
        map.forEach((key, element) -> plain.put(key.toString(), plain(element)));
        yield plain;
      }
      default -> value;
    };
  }
}
