package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.policy.Mode;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Makes up acquires of many holders for the same few paths, some for two at a time. So one waits
 * only for another that waits for something else itself, and its age alone lets it go first.
 */
final class CrowdedResources {

  private static final String SPACE = "jam";
  private static final int HOLDERS = 9;
  private static final long SECOND = 1_000_000_000L;
  private static final long[] TTL_SECONDS = {2, 4, 7, 60, 200};

  private static final List<List<String>> WANTED =
      List.of(
          List.of("/a"),
          List.of("/a"),
          List.of("/b"),
          List.of("/c.md"),
          List.of("/a", "/b"),
          List.of("/b", "/c.md"));

  private final SplittableRandom random;
  private int asked;

  CrowdedResources(SplittableRandom random) {
    this.random = random;
  }

  Caller caller() {
    return new Caller("jammed-" + asked % HOLDERS, Role.AGENT, List.of());
  }

  /** The next of the callers wants something, for long or not, and waits as long as it takes. */
  Command next() {
    asked++;
    return new LeaseCommand.Acquire(
        "jam-" + asked,
        false,
        "file",
        SPACE,
        Wishes.scopeOf(WANTED.get(random.nextInt(WANTED.size()))),
        random.nextInt(4) == 0 ? Mode.SHARED : Mode.EXCLUSIVE,
        caller().actor(),
        "",
        TTL_SECONDS[random.nextInt(TTL_SECONDS.length)] * SECOND,
        LeaseCommand.UNSET,
        Map.of(),
        "",
        LeaseCommand.RareTerms.NONE.withWait(150 * SECOND, random.nextInt(3)));
  }
}
