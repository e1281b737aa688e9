package dev.leasehold.kernel;

import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Events with any content that their types allow, whether a kernel would make them or not. */
final class RandomEvents {

  private RandomEvents() {}

  static Arbitrary<Event> events() {
    return Arbitraries.oneOf(
        granted(), renewed(), expired(), ended(), pruned(), declared(), issued(), revoked());
  }

  private static Arbitrary<Event> granted() {
    Arbitrary<String> texts = texts();
    return Combinators.combine(
            numbers().array(long[].class).ofSize(7),
            texts.list().ofSize(8),
            Arbitraries.of(true, false),
            Arbitraries.integers(),
            Arbitraries.of(RandomSteps.PATTERNS).list().ofMinSize(1).ofMaxSize(4),
            Arbitraries.of(Mode.class),
            Arbitraries.maps(texts, texts).ofMaxSize(4))
        .as(
            (n, text, callersId, integer, patterns, mode, labels) ->
                new Event.Granted(
                    n[0],
                    n[1],
                    n[2],
                    text.get(0),
                    callersId,
                    text.get(1),
                    integer,
                    text.get(2),
                    ScriptCommands.scope(patterns.toArray(String[]::new)),
                    mode,
                    text.get(3),
                    text.get(4),
                    n[3],
                    -integer,
                    n[4],
                    new TreeMap<>(labels),
                    text.get(5),
                    text.get(6),
                    n[5]));
  }

  private static Arbitrary<Event> renewed() {
    return Combinators.combine(
            numbers().array(long[].class).ofSize(6), texts(), texts(), Arbitraries.integers())
        .as(
            (n, id, caller, count) ->
                new Event.Renewed(n[0], n[1], n[2], id, n[3], n[4], count, caller, id, n[5]));
  }

  private static Arbitrary<Event> expired() {
    return Combinators.combine(
            numbers().array(long[].class).ofSize(5),
            texts(),
            Arbitraries.of(ExpiryCause.class),
            Arbitraries.integers())
        .as(
            (n, id, cause, count) ->
                new Event.Expired(n[0], n[1], n[2], id, cause, n[3], count, n[4]));
  }

  private static Arbitrary<Event> ended() {
    return Combinators.combine(
            numbers().array(long[].class).ofSize(4),
            texts().list().ofSize(4),
            Arbitraries.of(LeaseState.class))
        .as(
            (n, text, state) ->
                new Event.Ended(
                    n[0],
                    n[1],
                    n[2],
                    text.get(0),
                    state,
                    text.get(1),
                    text.get(2),
                    text.get(3),
                    n[3]));
  }

  private static Arbitrary<Event> pruned() {
    return Combinators.combine(numbers().array(long[].class).ofSize(3), Arbitraries.integers())
        .as((n, count) -> new Event.Pruned(n[0], n[1], n[2], count));
  }

  private static Arbitrary<Event> declared() {
    return Combinators.combine(
            numbers().array(long[].class).ofSize(3), texts(), Arbitraries.of(true, false))
        .as((n, space, mark) -> new Event.SpaceDeclared(n[0], n[1], n[2], space, mark));
  }

  private static Arbitrary<Event> issued() {
    return Combinators.combine(
            numbers().array(long[].class).ofSize(4),
            texts().list().ofSize(3),
            Arbitraries.of(Role.class),
            texts().list().ofMaxSize(3))
        .as(
            (n, text, role, spaces) ->
                new Event.TokenIssued(
                    n[0],
                    n[1],
                    n[2],
                    text.get(0),
                    text.get(1),
                    role,
                    List.copyOf(spaces),
                    text.get(2),
                    n[3]));
  }

  private static Arbitrary<Event> revoked() {
    return Combinators.combine(numbers().array(long[].class).ofSize(3), texts())
        .as((n, id) -> new Event.TokenRevoked(n[0], n[1], n[2], id));
  }

  private static Arbitrary<Long> numbers() {
    return Arbitraries.oneOf(
        Arbitraries.longs(), Arbitraries.of(0L, 1L, 127L, 128L, -1L, Long.MAX_VALUE));
  }

  /** Well-formed Unicode, beyond the basic plane too. */
  private static Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ascii().ofMaxLength(12),
        Arbitraries.of("", "naïve", "日本語", "𝔘𝔫𝔦", "x".repeat(200)));
  }
}
