package dev.leasehold.registrar;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A table of events with what becomes of each, applied by one reducer from top to bottom.
 *
 * <pre>
 *   registrar issue a work=w holder=alice at=100 until=200 | applied
 *   registrar issue b work=w                               | WorkAlreadyLeased existingLeaseId=a
 *   alice     release a reason=COMPLETED time=150          | applied
 * </pre>
 *
 * <p>A row names who wrote the event, what it says and, behind the bar, the result: an error with
 * any of its facts, of invalid input the field alone. {@code -} is empty, {@code ~129} is 129 bytes
 * long, {@code sig=4} a signature of 4 bytes, {@code ticks=1..9@5} ticks 1 to 9 at 5 Hz, {@code
 * broken} a payload that cannot be read. Every table also shows that a rejected event changes
 * nothing.
 */
final class LedgerScript {

  private LeaseReducer reducer = new LeaseReducer();
  private final List<EventRecord> events = new ArrayList<>();

  static LedgerScript run(String table) {
    return new LedgerScript().then(table);
  }

  LeaseReducer reducer() {
    return reducer;
  }

  LeaseReducerState state() {
    return reducer.state();
  }

  RegisteredLease lease(String leaseId) {
    return state().get(leaseId).orElseThrow(() -> new AssertionError("no lease " + leaseId));
  }

  /** The events that were applied or rejected so far. */
  List<EventRecord> events() {
    return events;
  }

  /** Goes on with what a checkpoint has kept. */
  LedgerScript restarted() {
    reducer = LeaseReducer.restore(reducer.checkpoint());
    return this;
  }

  LedgerScript then(String table) {
    table.lines().map(String::strip).filter(row -> !row.isEmpty()).forEach(this::play);
    return this;
  }

  private void play(String row) {
    if (row.startsWith("#")) {
      return;
    }
    String[] halves = row.split("\\|");
    assertThat(halves).as(row).hasSize(2);
    EventRecord event = event(halves[0].strip());
    List<RegisteredLease> before = state().leases();
    byte[] kernelBefore = state().register.kernel.stateHash();
    events.add(event);
    Application result = reducer.apply(event, events.size());
    assertThat(describe(result, halves[1].strip())).as(row).isEqualTo(halves[1].strip());
    if (result instanceof Application.Rejected) {
      assertThat(state().leases()).as(row).isEqualTo(before);
      assertThat(state().register.kernel.stateHash()).as(row).isEqualTo(kernelBefore);
    }
  }

  /** The result with those of its facts that are expected to be something. */
  private static String describe(Application result, String expected) {
    if (!(result instanceof Application.Rejected rejected)) {
      return "applied";
    }
    LeaseError error = rejected.error();
    Map<String, String> facts = facts(error);
    StringBuilder text = new StringBuilder(error.getClass().getSimpleName());
    List<String> words = List.of(expected.split(" +"));
    for (String fact : words.subList(1, words.size())) {
      String name = fact.contains("=") ? fact.substring(0, fact.indexOf('=')) : "field";
      String prefix = fact.contains("=") ? name + "=" : "";
      text.append(' ').append(prefix).append(facts.get(name));
    }
    return text.toString();
  }

  private static Map<String, String> facts(LeaseError error) {
    Map<String, String> facts = new TreeMap<>();
    for (RecordComponent component : error.getClass().getRecordComponents()) {
      try {
        String fact = component.getAccessor().invoke(error).toString();
        facts.put(component.getName(), fact.isEmpty() ? "-" : fact);
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(e);
      }
    }
    return facts;
  }

  static EventRecord event(String text) {
    List<String> words = List.of(text.split(" +"));
    Map<String, String> options = new TreeMap<>();
    words.stream()
        .skip(3)
        .map(word -> word.split("=", 2))
        .forEach(option -> options.put(option[0], option.length == 1 ? "" : option[1]));
    Payload payload = payload(words.get(1), text(words.get(2)), options);
    Bytes bytes = options.containsKey("broken") ? Bytes.of((byte) 0xFF) : payload.encode();
    return new EventRecord(
        payload.eventType(), "session-1", text(words.get(0)), bytes, number(options, "time", 0));
  }

  private static Payload payload(String verb, String id, Map<String, String> options) {
    Bytes signature = Bytes.of(new byte[(int) number(options, "sig", 4)]);
    String[] ticks = options.getOrDefault("ticks", "0..0@0").split("\\.\\.|@");
    return switch (verb) {
      case "issue" ->
          new Payload.Issued(
              id,
              text(options.getOrDefault("work", "work-of-" + id)),
              text(options.getOrDefault("holder", "alice")),
              number(options, "at", 100),
              number(options, "until", 200),
              signature,
              Long.parseLong(ticks[0]),
              Long.parseLong(ticks[1]),
              Long.parseLong(ticks[2]));
      case "renew" ->
          new Payload.Renewed(
              id,
              number(options, "until", 300),
              signature,
              Long.parseLong(ticks[1]),
              Long.parseLong(ticks[2]));
      case "release" -> new Payload.Released(id, text(options.getOrDefault("reason", "VOLUNTARY")));
      case "expire" -> new Payload.Expired(id, number(options, "at", 200));
      case "conflict" ->
          new Payload.Conflict(
              id,
              Arrays.asList(options.getOrDefault("leases", "").split(",")),
              text(options.getOrDefault("resolution", Payload.Conflict.CANONICAL_ROOT)));
      case "deny" ->
          new Payload.IssueDenied(
              id, text(options.getOrDefault("reason", Payload.IssueDenied.SOD_VIOLATION)), "");
      default -> throw new AssertionError("no verb " + verb);
    };
  }

  private static long number(Map<String, String> options, String name, long absent) {
    String value = options.get(name);
    return value == null ? absent : Long.parseLong(value);
  }

  private static String text(String word) {
    if (word.startsWith("~")) {
      return "x".repeat(Integer.parseInt(word.substring(1)));
    }
    return word.equals("-") ? "" : word;
  }
}
