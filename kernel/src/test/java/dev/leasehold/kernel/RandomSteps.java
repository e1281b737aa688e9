package dev.leasehold.kernel;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Commands of all kinds over few names, few paths and few ticks, so that they meet: retries,
 * conflicts, renewals on the last tick, expiries in crowds.
 */
final class RandomSteps {

  /** A command, its caller, and how far time moves before it; back is possible too. */
  record Step(long afterNanos, Caller caller, Command command) {}

  /** Over these and the letters a and b; see {@link SmallUniverse}. */
  static final List<String> PATTERNS =
      List.of(
          "/**",
          "/a",
          "/b",
          "/a/b",
          "/a/**",
          "/b/**",
          "/a/*",
          "/*/b",
          "/**/b",
          "/[ab]/a",
          "/{a,b}/b/a",
          "/?",
          "/b/a/b",
          "/*/a/**");

  static final List<String> SPACES = List.of("s", "t");

  private RandomSteps() {}

  static Arbitrary<List<Step>> steps() {
    return steps(PATTERNS).list().ofMinSize(1).ofMaxSize(60);
  }

  private static Arbitrary<Step> steps(List<String> patterns) {
    Arbitrary<Long> moves =
        Arbitraries.of(
            0L,
            0L,
            1L,
            Limits.MILLISECOND,
            Limits.SECOND,
            9 * Limits.SECOND,
            10 * Limits.SECOND,
            61 * Limits.SECOND,
            Limits.HOUR,
            -Limits.SECOND);
    return Combinators.combine(moves, callers(), commands(patterns)).as(Step::new);
  }

  private static Arbitrary<Caller> callers() {
    return Arbitraries.of("alice", "alice", "bob", "bob", "carol:s", "admin", "admin", "auditor")
        .map(ScriptCallers::parse);
  }

  private static Arbitrary<Command> commands(List<String> patterns) {
    return Arbitraries.frequencyOf(
        Tuple.of(10, acquires(patterns)),
        Tuple.of(8, changes()),
        Tuple.of(3, queries()),
        Tuple.of(3, ownAffairs()));
  }

  private static Arbitrary<Command> acquires(List<String> patterns) {
    Arbitrary<List<String>> scopes = Arbitraries.of(patterns).list().ofMinSize(1).ofMaxSize(2);
    return Combinators.combine(
            ids(),
            Arbitraries.of("file", "file", "file", "work", "workflow", "budget", "checkout"),
            Arbitraries.of(SPACES),
            scopes,
            Arbitraries.of(Mode.EXCLUSIVE, Mode.SHARED),
            Arbitraries.of("alice", "bob", "carol"),
            ttls(),
            requestIds())
        .as(
            (id, policy, space, scope, mode, holder, ttl, request) ->
                new LeaseCommand.Acquire(
                    id,
                    policy.equals("work") && id.hashCode() % 2 == 0,
                    policy,
                    space,
                    ScriptCommands.scope(scope.toArray(String[]::new)),
                    policy.equals("file") ? mode : Mode.EXCLUSIVE,
                    holder,
                    "",
                    ttl,
                    LeaseCommand.UNSET,
                    ttl == 0 ? Map.of("label", id) : Map.of(),
                    request,
                    LeaseCommand.RareTerms.NONE));
  }

  private static Arbitrary<Command> changes() {
    return Combinators.combine(Arbitraries.integers().between(0, 9), ids(), ttls(), requestIds())
        .as(
            (kind, id, ttl, request) ->
                switch (kind) {
                  case 0, 1, 2, 3 -> new LeaseCommand.Renew(id, ttl, request);
                  case 4, 5 -> new LeaseCommand.Release(id, ttl == 0 ? "ABORTED" : "", 0, request);
                  case 6 -> new LeaseCommand.Complete(id, "c0ffee", request);
                  case 7 -> new LeaseCommand.Close(id, request);
                  default -> new LeaseCommand.Revoke(id, "a reason", 0, request);
                });
  }

  private static Arbitrary<Command> queries() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 3),
            ids(),
            Arbitraries.of(SPACES),
            Arbitraries.of(SmallUniverse.PATHS))
        .as(
            (kind, id, space, path) ->
                switch (kind) {
                  case 0 -> new LeaseQuery.GetLease(id);
                  case 1 -> new LeaseQuery.Check(space, ScriptCommands.scope(path), Mode.SHARED);
                  case 2 -> new LeaseQuery.Check(space, ScriptCommands.scope(path), Mode.EXCLUSIVE);
                  default ->
                      new LeaseQuery.ListLeases(
                          space, path, null, "", "", List.of(LeaseState.values()), "", 3, 0);
                });
  }

  private static Arbitrary<Command> ownAffairs() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 7),
            Arbitraries.of(SPACES),
            Arbitraries.integers().between(1, 3),
            ttls())
        .as(
            (kind, space, limit, ttl) ->
                switch (kind) {
                  case 0 -> new NodeCommand.Expire(limit);
                  case 1 -> new NodeCommand.GrantWaiting(limit);
                  case 2, 3 -> new NodeCommand.Prune(limit * Limits.HOUR, limit);
                  case 4 -> new AdminCommand.DeclareSpace(space, limit > 1);
                  case 5 ->
                      new AdminCommand.IssueToken(
                          "t" + limit,
                          "alice",
                          Role.AGENT,
                          List.of(space),
                          "00",
                          ttl,
                          "",
                          List.of());
                  case 6 -> setting(limit, ttl > Limits.SECOND);
                  default -> new AdminCommand.RevokeToken("t" + limit, limit % 2 == 0 ? "" : "why");
                });
  }

  private static Command setting(int which, boolean flag) {
    return switch (which) {
      case 1 -> new AdminCommand.SetConfig("auto_expire_enabled", Boolean.toString(flag));
      case 2 -> new AdminCommand.SetConfig("default_ttl_seconds", flag ? "10" : "3600");
      default -> new AdminCommand.SetConfig("max_renewals", flag ? "1" : "-1");
    };
  }

  private static Arbitrary<String> ids() {
    return Arbitraries.integers().between(0, 19).map(i -> "l" + i);
  }

  private static Arbitrary<String> requestIds() {
    return Arbitraries.of("", "", "r1", "r2", "r3", "r4");
  }

  private static Arbitrary<Long> ttls() {
    return Arbitraries.of(
        0L, Limits.MILLISECOND, Limits.SECOND, 10 * Limits.SECOND, Limits.HOUR, 2 * Limits.HOUR);
  }
}
