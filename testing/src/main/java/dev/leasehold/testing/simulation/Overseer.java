package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Mode;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Role;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** An admin who takes leases away, or a reader who looks at everything. */
final class Overseer implements Party {

  private static final int MOST_LEASES = 1_000;

  private final Caller caller;
  private final SplittableRandom random;
  private final Gossip gossip;
  private int acts;

  Overseer(String name, Role role, SplittableRandom random, Gossip gossip) {
    this.caller = new Caller(name, role, List.of());
    this.random = random;
    this.gossip = gossip;
  }

  @Override
  public Caller caller() {
    return caller;
  }

  @Override
  public @Nullable Command act(long tick) {
    acts++;
    return caller.role() == Role.ADMIN && random.nextInt(3) == 0 ? rule() : look();
  }

  private Command rule() {
    String space = Universe.SPACES.get(random.nextInt(2));
    return switch (random.nextInt(8)) {
      case 0 -> new Command.DeclareSpace(Universe.WAVERING_SPACE, random.nextBoolean());
      case 1 ->
          new Command.IssueToken(
              "t" + random.nextInt(9), "agent", Role.AGENT, List.of(space), "00", 0);
      case 2 -> new Command.RevokeToken("t" + random.nextInt(9));
      default -> new Command.Revoke(gossip.hear(random), "reason " + acts, "r" + acts / 2);
    };
  }

  private Command look() {
    String space = Universe.SPACES.get(random.nextInt(Universe.SPACES.size()));
    String path = Universe.PATHS.get(random.nextInt(Universe.PATHS.size()));
    if (space.equals(Universe.FOLDED_SPACE) && random.nextBoolean()) {
      path = path.toUpperCase(Locale.ROOT);
    }
    return switch (random.nextInt(6)) {
      case 0, 1 -> new Command.GetLease(gossip.hear(random));
      case 2 -> new Command.Check(space, path, Mode.EXCLUSIVE);
      case 3 -> new Command.Check(space, path, Mode.SHARED);
      case 4 ->
          new Command.ListLeases(space, path, "", "", List.of(), "", 1 + random.nextInt(9), 0);
      default -> new Command.ListLeases("", "", "", "", List.of(), "", MOST_LEASES, 0);
    };
  }

  @Override
  public void receive(Command command, Reply reply) {}
}
