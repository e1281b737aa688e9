package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.view.Lease;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Epochs that outlive their leases never fall, and no token is given twice (rules 13, 14, 25). */
class DurableEpochProperties {

  private static final String[] SPACES = {"s", "t"};
  private static final String[] SCOPES = {"/a", "/A", "/b"};

  /** One thing that may happen, with two numbers to choose by. */
  record Happening(int kind, int one, int other) {}

  @Provide
  Arbitrary<List<Happening>> happenings() {
    return Arbitraries.integers()
        .between(0, 9)
        .flatMap(
            kind ->
                Arbitraries.integers()
                    .between(0, 99)
                    .flatMap(
                        one ->
                            Arbitraries.integers()
                                .between(0, 99)
                                .map(other -> new Happening(kind, one, other))))
        .list()
        .ofMinSize(1)
        .ofMaxSize(60);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void epochsAndTokensOnlyRise(@ForAll("happenings") List<Happening> happenings) {
    World world = new World();
    happenings.forEach(world::let);
  }

  /** A kernel in which workflows come and go. */
  private static final class World {
    private Kernel kernel = new Kernel();
    private final List<String> leases = new ArrayList<>(List.of("none"));
    private final Map<String, Long> reached = new HashMap<>();
    private final Map<String, Long> tokens = new HashMap<>();
    private long largestToken;
    private long tick;

    void let(Happening happening) {
      tick++;
      String some = leases.get(happening.one % leases.size());
      switch (happening.kind) {
        case 0, 1, 2 -> acquire(SPACES[happening.one % 2], SCOPES[happening.other % 3]);
        case 3 -> look(take("alice advance " + some + " expected=" + happening.other % 3));
        case 4 -> look(take("alice transfer " + some + " to=alice as=" + fresh()));
        case 5 -> take("alice release " + some);
        case 6 -> take("admin prune before=" + tick + "ns limit=" + (1 + happening.one % 3));
        case 7 -> take("admin restore");
        case 8 ->
            take(
                "admin declare "
                    + SPACES[happening.one % 2]
                    + (happening.other % 2 == 0 ? " insensitive" : ""));
        default -> kernel = Kernel.restore(kernel.snapshot());
      }
    }

    private void acquire(String space, String scope) {
      String words = "alice acquire %s policy=workflow space=%s scope=%s";
      look(take(words.formatted(fresh(), space, scope)));
    }

    private String fresh() {
      leases.add("l" + leases.size());
      return leases.getLast();
    }

    private Reply take(String row) {
      List<String> words = List.of(row.split(" "));
      Caller caller = ScriptCallers.parse(words.getFirst());
      Command command = ScriptCommands.parse(caller, words.subList(1, words.size()));
      return kernel.execute(new Stamp(tick, tick, caller), command).reply();
    }

    private void look(Reply reply) {
      if (!(reply instanceof Reply.OfLease of)) {
        return;
      }
      Lease lease = of.lease();
      String resource = lease.space() + lease.scope().patternTexts();
      Long before = reached.put(resource, lease.epoch());
      assertThat(lease.epoch()).as(resource).isGreaterThan(before == null ? -1 : before);
      if (tokens.put(lease.id(), lease.fencingToken()) == null) {
        assertThat(lease.fencingToken()).isGreaterThan(largestToken);
        largestToken = lease.fencingToken();
      }
    }
  }
}
