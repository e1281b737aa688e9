package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.Lease;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Properties of trees of leases, for any commands and however late they are recorded. */
class FamilyProperties {

  private static final List<LeaseState> ALL = List.of(LeaseState.values());

  /** One thing that may happen, with numbers to choose by. */
  record Happening(int kind, int which, int how, int pause) {}

  @Provide
  Arbitrary<List<Happening>> happenings() {
    Arbitrary<Integer> number = Arbitraries.integers().between(0, 99);
    return Combinators.combine(number, number, number, number)
        .as(Happening::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(40);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void everyLivingChildHasALivingParentWithNoEarlierDeadline(
      @ForAll("happenings") List<Happening> happenings) {
    Village village = new Village(false);
    for (Happening happening : happenings) {
      village.let(happening);
      for (Lease lease : village.leases()) {
        String parentId = lease.rare().parentId();
        if (lease.state() == LeaseState.ACTIVE && !parentId.isEmpty()) {
          Lease parent = village.lease(parentId);
          assertThat(parent.state()).as("parent of %s", lease).isEqualTo(LeaseState.ACTIVE);
          assertThat(lease.deadlineTick()).isLessThanOrEqualTo(parent.deadlineTick());
        }
      }
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void leasesEndInTheSameWayHoweverLateItIsRecorded(
      @ForAll("happenings") List<Happening> happenings) {
    Village late = new Village(false);
    Village prompt = new Village(true);
    for (Happening happening : happenings) {
      assertThat(late.let(happening)).isEqualTo(prompt.let(happening));
    }
    assertThat(late.fates()).isEqualTo(prompt.fates());
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void aRestartAndAReplayChangeNothingThatFollows(
      @ForAll("happenings") List<Happening> before, @ForAll("happenings") List<Happening> after) {
    Village lasting = new Village(false);
    before.forEach(lasting::let);
    Village restarted = lasting.copy(Kernel.restore(lasting.kernel.snapshot()));
    Kernel replayed = new Kernel();
    lasting.journal.forEach(replayed::replay);
    Village recovered = lasting.copy(replayed);

    for (Happening happening : after) {
      String outcome = lasting.let(happening);
      assertThat(restarted.let(happening)).isEqualTo(outcome);
      assertThat(recovered.let(happening)).isEqualTo(outcome);
    }
    assertThat(restarted.kernel.stateHash()).isEqualTo(lasting.kernel.stateHash());
    assertThat(recovered.kernel.stateHash()).isEqualTo(lasting.kernel.stateHash());
  }

  /** Families that hold, hand on and give up parts of what they have. */
  private static final class Village {
    private final Kernel kernel;
    private final boolean prompt;
    private final List<Event> journal = new ArrayList<>();
    private int made;
    private long tick;

    Village(boolean prompt) {
      this(new Kernel(), prompt);
    }

    private Village(Kernel kernel, boolean prompt) {
      this.kernel = kernel;
      this.prompt = prompt;
    }

    Village copy(Kernel same) {
      Village copy = new Village(same, prompt);
      copy.made = made;
      copy.tick = tick;
      return copy;
    }

    /** Says whether it was done. */
    String let(Happening happening) {
      long until = tick + happening.pause * Limits.SECOND;
      while (prompt && kernel.nextDueTick() <= until) {
        tick = kernel.nextDueTick();
        execute("admin expire limit=1");
      }
      tick = until;
      return execute(row(happening));
    }

    private String row(Happening happening) {
      String some = "l" + happening.which % Math.max(1, made);
      int seconds = 1 + 7 * happening.how;
      String path = "/r" + happening.which % 3 + (happening.how % 2 == 0 ? "/**" : "/x/**");
      return switch (happening.kind % 11) {
        case 0 -> "alice acquire l%d ttl=%ds scope=%s".formatted(made++, seconds, path);
        case 1 ->
            "alice acquire l%d heartbeat=%ds scope=%s".formatted(made++, 3 + seconds / 4, path);
        case 2 ->
            "alice acquire l%d policy=checkout ttl=%ds scope=%s"
                .formatted(made++, 7_000 + seconds, path);
        case 3, 4, 5 -> "alice derive %s as=l%d ttl=%ds".formatted(some, made++, seconds);
        case 6 -> "alice transfer %s as=l%d to=alice".formatted(some, made++);
        case 7 -> "alice renew %s ttl=%ds".formatted(some, 2 * seconds);
        case 8 -> "alice release %s after=%ds".formatted(some, seconds / 3);
        case 9 -> "admin revoke %s notice=%ds".formatted(some, seconds / 2);
        default -> "alice heartbeat " + some;
      };
    }

    private String execute(String row) {
      List<String> words = List.of(row.split(" "));
      Caller caller = ScriptCallers.parse(words.getFirst());
      Command command = ScriptCommands.parse(caller, words.subList(1, words.size()));
      Outcome outcome = kernel.execute(new Stamp(tick, tick, caller), command);
      journal.addAll(outcome.events());
      return ScriptReplies.words(outcome).getFirst();
    }

    List<Lease> leases() {
      Caller admin = ScriptCallers.parse("admin");
      Command all =
          new LeaseQuery.ListLeases("", "", null, "", "", ALL, "", Limits.MAX_PAGE_SIZE, 0);
      return ((Reply.Leases) kernel.execute(new Stamp(tick, tick, admin), all).reply()).leases();
    }

    Lease lease(String id) {
      return leases().stream().filter(lease -> lease.id().equals(id)).findFirst().orElseThrow();
    }

    List<String> fates() {
      return leases().stream()
          .map(lease -> "%s %s %s".formatted(lease.id(), lease.state(), lease.ending()))
          .toList();
    }
  }
}
