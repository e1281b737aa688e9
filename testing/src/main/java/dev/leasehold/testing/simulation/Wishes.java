package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.Mode;
import dev.leasehold.kernel.scope.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/** Makes up the commands of one holder. Ids of leases are the gateway's affair, mostly. */
final class Wishes {

  private static final long MILLISECOND = 1_000_000L;
  private static final long SECOND = 1_000 * MILLISECOND;

  /** A client acts every half second or so. */
  private static final long[] TTL_MILLIS = {
    100, 500, 500, 1_000, 1_000, 1_000, 2_000, 2_000, 2_000, 3_000, 3_000, 3_000, 5_000, 20_000
  };

  private static final List<String> POLICIES =
      List.of(
          "file",
          "file",
          "file",
          "file",
          "work",
          "work",
          "workflow",
          "workflow",
          "checkout",
          "budget");

  /** Few, so that ids which a caller chose come again when they must not. */
  private static final int OWN_IDS = 120;

  private final String holder;
  private final SplittableRandom random;

  Wishes(String holder, SplittableRandom random) {
    this.holder = holder;
    this.random = random;
  }

  private <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** Seldom the default, which outlasts the whole run. */
  private long ttl() {
    int dice = random.nextInt(6 * TTL_MILLIS.length);
    return dice == 0 ? 0 : TTL_MILLIS[dice % TTL_MILLIS.length] * MILLISECOND;
  }

  Command.Acquire acquire(String requestId) {
    String policy = pick(POLICIES);
    String space = pick(Universe.SPACES);
    boolean ownId = policy.equals("work") && random.nextBoolean();
    boolean shared = policy.equals("file") && random.nextInt(3) > 0;
    return new Command.Acquire(
        ownId ? "job-" + random.nextInt(OWN_IDS) : "",
        ownId,
        policy,
        space,
        scope(space),
        shared ? Mode.SHARED : Mode.EXCLUSIVE,
        holder,
        random.nextInt(4) == 0 ? "session" : "",
        ttl(),
        PolicyFacts.of(policy).renewable() && random.nextInt(4) == 0
            ? random.nextInt(4)
            : Command.UNSET,
        random.nextInt(8) == 0 ? Map.of("why", requestId) : Map.of(),
        requestId);
  }

  private Scope scope(String space) {
    List<String> patterns = new ArrayList<>();
    do {
      String pattern = pick(Universe.PATTERNS);
      boolean loud = space.equals(Universe.FOLDED_SPACE) && random.nextBoolean();
      patterns.add(loud ? pattern.toUpperCase(Locale.ROOT) : pattern);
    } while (random.nextInt(5) == 0);
    return switch (Scope.parse(patterns, List.of())) {
      case Scope.Parsed.Valid valid -> valid.scope();
      case Scope.Parsed.Invalid invalid -> throw new IllegalStateException(invalid.detail());
    };
  }

  Command renew(String leaseId, String requestId) {
    return new Command.Renew(leaseId, random.nextBoolean() ? 0 : ttl(), requestId);
  }

  /** The end that the policy of the lease has in mind, mostly. */
  Command end(Lease lease, String requestId) {
    String policy = random.nextInt(10) == 0 ? pick(POLICIES) : lease.policy().name();
    return switch (policy) {
      case "checkout" -> new Command.Complete(lease.id(), "commit-" + requestId, requestId);
      case "budget" -> new Command.Close(lease.id(), requestId);
      default -> new Command.Release(lease.id(), random.nextBoolean() ? "" : "ABORTED", requestId);
    };
  }

  /** The same request but for one thing. */
  Command almost(Command.Acquire acquire) {
    boolean mode = random.nextBoolean();
    Mode other = acquire.mode() == Mode.SHARED ? Mode.EXCLUSIVE : Mode.SHARED;
    return new Command.Acquire(
        acquire.leaseId(),
        acquire.callersId(),
        acquire.policy(),
        acquire.space(),
        acquire.scope(),
        mode ? other : acquire.mode(),
        acquire.holder(),
        acquire.session(),
        mode ? acquire.ttlNanos() : acquire.ttlNanos() + 1,
        acquire.maxRenewals(),
        acquire.labels(),
        acquire.requestId());
  }

  /** Something that should be refused, or that concerns somebody else's lease. */
  Command mischief(String leaseId, String requestId) {
    return switch (random.nextInt(8)) {
      case 0 -> new Command.Renew(leaseId, -1, requestId);
      case 1 -> new Command.Renew(leaseId, 2 * SECOND, requestId);
      case 2 -> new Command.Release(leaseId, "TIRED", requestId);
      case 3 -> new Command.Release(leaseId, "", requestId);
      case 4 -> new Command.Close(leaseId, requestId);
      case 5 -> new Command.Revoke(leaseId, "mine", requestId);
      case 6 -> new Command.GetLease(leaseId);
      default -> new Command.Complete(leaseId, "", requestId);
    };
  }
}
