package dev.leasehold.kernel;

import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.access.Token;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.config.EncryptedKey;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Authority;
import dev.leasehold.kernel.policy.Mode;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import org.jspecify.annotations.Nullable;

/**
 * Events with any content that their types allow, whether a kernel would make them or not. They are
 * made from their components, so that a new kind of event is here without being listed.
 */
final class RandomEvents {

  private static final List<String> TEXTS =
      List.of("", "a", "l1", "naïve", "日本語", "𝔘𝔫𝔦", "x".repeat(200));

  private static final List<Long> NUMBERS =
      List.of(0L, 1L, 127L, 128L, -1L, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40);

  private final Random random;

  private RandomEvents(long seed) {
    this.random = new Random(seed);
  }

  static Arbitrary<Event> events() {
    List<Class<?>> kinds = kinds(Event.class);
    return Arbitraries.longs()
        .map(
            seed -> {
              RandomEvents events = new RandomEvents(seed);
              return (Event) events.record(kinds.get(events.random.nextInt(kinds.size())));
            });
  }

  /** The records of a sealed type, however deep they are. */
  static List<Class<?>> kinds(Class<?> type) {
    if (type.isRecord()) {
      return List.of(type);
    }
    return Arrays.stream(type.getPermittedSubclasses())
        .flatMap(kind -> kinds(kind).stream())
        .distinct()
        .toList();
  }

  private Object record(Class<?> type) {
    if (type == Event.Request.class) {
      String id = text();
      return new Event.Request(text(), id, id.isEmpty() ? 0 : number());
    }
    if (type == Token.class) {
      return token();
    }
    RecordComponent[] components = type.getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(components[i]);
    }
    try {
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new);
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type.getName(), e);
    }
  }

  /** A token that an event issues is for no single lease. */
  private Token token() {
    Role role = Role.values()[random.nextInt(Role.values().length)];
    return new Token(
        text(), text(), role, texts(), text(), number(), number(), text(), texts(), "");
  }

  private @Nullable Object value(RecordComponent component) {
    Class<?> type = component.getType();
    if (type == long.class) {
      return number();
    } else if (type == int.class) {
      return random.nextBoolean() ? random.nextInt() : random.nextInt(3);
    } else if (type == boolean.class) {
      return random.nextBoolean();
    } else if (type == String.class) {
      return text();
    } else if (type.isEnum()) {
      return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
    } else if (type == Map.class) {
      return labels();
    } else if (type == Amounts.class) {
      return amounts();
    } else if (type == Set.class) {
      return Collections.unmodifiableSet(EnumSet.of(Mode.values()[random.nextInt(2)]));
    } else if (type == SortedSet.class) {
      return new TreeSet<>(texts());
    } else if (type == List.class) {
      return component.getGenericType().toString().contains("Long") ? numbers() : texts();
    } else if (type == EncryptedKey.class) {
      return new EncryptedKey(text().getBytes(StandardCharsets.UTF_8));
    } else if (type == Authority.class && random.nextBoolean()) {
      return null;
    } else if (type.isRecord()) {
      return record(type);
    }
    return ScriptCommands.scope(
        RandomSteps.PATTERNS.get(random.nextInt(RandomSteps.PATTERNS.size())),
        RandomSteps.PATTERNS.get(random.nextInt(RandomSteps.PATTERNS.size())));
  }

  private long number() {
    return random.nextBoolean()
        ? NUMBERS.get(random.nextInt(NUMBERS.size()))
        : random.nextLong() >>> random.nextInt(64);
  }

  private String text() {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }

  private List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (int left = random.nextInt(4); left > 0; left--) {
      texts.add(text());
    }
    return List.copyOf(texts);
  }

  private List<Long> numbers() {
    List<Long> numbers = new ArrayList<>();
    for (int left = random.nextInt(4); left > 0; left--) {
      numbers.add(number());
    }
    return List.copyOf(numbers);
  }

  private Map<String, String> labels() {
    Map<String, String> labels = new TreeMap<>();
    for (String key : texts()) {
      labels.put(key, text());
    }
    return labels;
  }

  private Amounts amounts() {
    Map<String, Long> figures = new TreeMap<>();
    for (String unit : texts()) {
      figures.put(unit, number() & Long.MAX_VALUE);
    }
    return Amounts.of(figures);
  }
}
