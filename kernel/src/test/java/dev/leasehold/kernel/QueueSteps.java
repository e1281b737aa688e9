package dev.leasehold.kernel;

import dev.leasehold.kernel.RandomSteps.Step;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Histories in which few parties wait a lot for few paths. */
final class QueueSteps {

  private static final List<String> PATTERNS =
      List.of("/a", "/b", "/a/a", "/a/b", "/a/*", "/*", "/**", "/b/**", "/*/b");

  private static final List<String> HOLDERS = List.of("alice", "bob", "carol");

  private QueueSteps() {}

  /** Each step's caller is the holder of what the step is about, or an admin. */
  static Arbitrary<List<Step>> steps(List<Integer> priorities) {
    Arbitrary<Long> moves =
        Arbitraries.of(
            0L,
            0L,
            0L,
            1L,
            Limits.SECOND,
            5 * Limits.SECOND,
            9 * Limits.SECOND,
            10 * Limits.SECOND,
            61 * Limits.SECOND);
    return Combinators.combine(moves, Arbitraries.of(HOLDERS), commands(priorities))
        .as(
            (move, holder, command) ->
                new Step(move, ScriptCallers.parse(holder), named(command, holder)))
        .list()
        .ofMinSize(5)
        .ofMaxSize(40);
  }

  /** The holder is drawn apart from the command. */
  private static Command named(Command command, String holder) {
    return command instanceof LeaseCommand.Acquire a
        ? new LeaseCommand.Acquire(
            a.leaseId(),
            false,
            a.policy(),
            a.space(),
            a.scope(),
            a.mode(),
            holder,
            a.session(),
            a.ttlNanos(),
            LeaseCommand.UNSET,
            Map.of(),
            "",
            a.rare())
        : command;
  }

  private static Arbitrary<Command> commands(List<Integer> priorities) {
    return Arbitraries.frequencyOf(
        Tuple.of(12, acquires(priorities)), Tuple.of(9, changes()), Tuple.of(2, handingOn()));
  }

  private static Arbitrary<Command> acquires(List<Integer> priorities) {
    return Combinators.combine(
            ids(),
            Arbitraries.of(PATTERNS).list().ofMinSize(1).ofMaxSize(2),
            modes(),
            Arbitraries.of("", "", "two"),
            ttls(),
            Arbitraries.of(
                0L, 5 * Limits.SECOND, 30 * Limits.SECOND, Limits.HOUR, Limits.HOUR, Limits.HOUR),
            Arbitraries.of(priorities))
        .as(
            (id, scope, mode, session, ttl, wait, priority) ->
                new LeaseCommand.Acquire(
                    id,
                    false,
                    "file",
                    "s",
                    ScriptCommands.scope(scope.toArray(String[]::new)),
                    mode,
                    "",
                    session,
                    ttl,
                    LeaseCommand.UNSET,
                    Map.of(),
                    "",
                    LeaseCommand.RareTerms.NONE.withWait(wait, priority)));
  }

  private static Arbitrary<Command> changes() {
    return Combinators.combine(Arbitraries.integers().between(0, 9), ids(), modes(), ttls())
        .as(
            (kind, id, mode, ttl) ->
                switch (kind) {
                  case 0, 1, 2 -> new LeaseCommand.Release(id, "", 0, "");
                  case 3 -> new LeaseCommand.Release(id, "", ttl, "");
                  case 4, 5, 6 -> new LeaseCommand.Convert(id, mode, ttl, "");
                  case 7 -> new LeaseCommand.Convert(id, mode, 0, "");
                  case 8 -> new NodeCommand.GiveUp(id, NodeCommand.GiveUp.Why.DISCONNECTED);
                  default -> new LeaseCommand.Renew(id, ttl, "");
                });
  }

  private static Arbitrary<Command> handingOn() {
    return Combinators.combine(ids(), ids(), Arbitraries.of(HOLDERS), Arbitraries.of(PATTERNS))
        .as(
            (id, newId, holder, pattern) ->
                pattern.length() > 3
                    ? new LeaseCommand.Transfer(id, newId, holder, "", "")
                    : new LeaseCommand.Derive(
                        id,
                        newId,
                        holder,
                        "",
                        pattern.equals("/a") ? null : ScriptCommands.scope(pattern),
                        null,
                        null,
                        Amounts.NONE,
                        0,
                        ""));
  }

  private static Arbitrary<String> ids() {
    return Arbitraries.integers().between(0, 29).map(i -> "l" + i);
  }

  private static Arbitrary<Mode> modes() {
    return Arbitraries.of(Mode.EXCLUSIVE, Mode.SHARED);
  }

  private static Arbitrary<Long> ttls() {
    return Arbitraries.of(Limits.SECOND, 10 * Limits.SECOND, 25 * Limits.SECOND, Limits.HOUR);
  }
}
