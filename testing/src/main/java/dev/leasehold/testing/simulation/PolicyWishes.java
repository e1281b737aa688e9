package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.policy.Mode;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** New versions of four policies, with short times so that everything in them happens. */
final class PolicyWishes {

  private static final long SECOND = 1_000_000_000L;

  private final SplittableRandom random;

  PolicyWishes(SplittableRandom random) {
    this.random = random;
  }

  /** The first version of each policy. */
  static List<Command> first() {
    return List.of(
        policy("quick", "checkout", 9 * SECOND, null, 2 * SECOND, null, null),
        policy("flow", "workflow", 9 * SECOND, null, null, null, true),
        policy("beat", "file", 9 * SECOND, null, null, 2 * SECOND, null),
        policy("allowance", "budget", 9 * SECOND, 3 * SECOND, null, null, null));
  }

  Command add() {
    long some = (1 + random.nextInt(4)) * SECOND;
    return switch (random.nextInt(5)) {
      case 0 -> policy("quick", "checkout", 3 * some, null, some, null, null);
      case 1 -> policy("flow", "workflow", 5 * some, null, null, null, true);
      case 2 -> policy("beat", "file", 8 * some, null, null, some, null);
      case 3 -> policy("allowance", "budget", 2 * some, some, null, null, null);
      default -> policy("file", "", some, null, null, null, null);
    };
  }

  private static Command policy(
      String name,
      String base,
      long ttl,
      @Nullable Long grace,
      @Nullable Long lead,
      @Nullable Long heartbeat,
      @Nullable Boolean durable) {
    Set<Mode> modes = name.equals("flow") ? Set.of(Mode.values()) : null;
    Boolean extensions = name.equals("quick") || name.equals("beat") ? true : null;
    return new AdminCommand.AddPolicy(
        name, base, ttl, null, null, grace, lead, modes, null, heartbeat, durable, extensions);
  }
}
