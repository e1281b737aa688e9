package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Gathers the actions of two agents and an admin. The request id of an action is its name. */
final class Letters {

  static final Caller ANN = agent("ann");
  static final Caller BOB = agent("bob");

  /** Its token names another space than the one that all leases are in. */
  static final Caller STRANGER = new Caller("eve", Role.AGENT, List.of("elsewhere"));

  static final Caller ADMIN = new Caller("admin", Role.ADMIN, List.of());
  static final String POOL = "pool";
  static final String SPACE = "s";
  static final long SECOND = Limits.SECOND;

  private final List<Action> actions = new ArrayList<>();

  private static Caller agent(String name) {
    return new Caller(name, Role.AGENT, List.of(), POOL, "", 0, "");
  }

  List<Action> all() {
    return actions;
  }

  static Scope scope(String... patterns) {
    return Scope.ofCanonical(List.of(patterns));
  }

  static Amounts usd(long figure) {
    return Amounts.of("usd_micros", figure);
  }

  /** Any other command. */
  Letters send(Caller caller, Command command) {
    actions.add(new Action.Send(caller.actor() + ": " + command, caller, command));
    return this;
  }

  Letters acquire(
      Caller who, String id, Mode mode, String path, long ttl, LeaseCommand.RareTerms more) {
    return acquire(who, id, "file", mode, path, ttl, more, "make-" + id);
  }

  Letters acquire(
      Caller who,
      String id,
      String policy,
      Mode mode,
      String path,
      long ttl,
      LeaseCommand.RareTerms more,
      String requestId) {
    return send(
        who,
        new LeaseCommand.Acquire(
            id,
            false,
            policy,
            SPACE,
            scope(path),
            mode,
            who.actor(),
            "",
            ttl,
            LeaseCommand.UNSET,
            Map.of(),
            requestId,
            more));
  }

  static LeaseCommand.RareTerms waiting(long nanos, int priority) {
    return LeaseCommand.RareTerms.NONE.withWait(nanos, priority);
  }

  Letters release(Caller who, String id) {
    return send(who, new LeaseCommand.Release(id, "", 0, "end-" + id));
  }

  /** Time passes, whether the node records at once what falls due or is late. */
  Letters time() {
    actions.add(new Action.Pass("time passes"));
    return send(Caller.SERVER, new NodeCommand.Expire(1))
        .send(Caller.SERVER, new NodeCommand.GrantWaiting(1));
  }
}
