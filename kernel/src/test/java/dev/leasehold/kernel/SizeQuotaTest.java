package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.RefusalCode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All that one holder keeps is bounded by what is written in its leases, not by number alone. */
class SizeQuotaTest {

  /** So few that the least that a holder may have is its bound. */
  private static final int LEASES = 1_000;

  private static final int BOUND = Limits.MIN_CHARACTERS_PER_HOLDER;

  /** A scope of this size has to fit several times, and not evenly. */
  private static final int LARGE = 250_000;

  private static final int FITTING = BOUND / LARGE;

  private Kernel kernel = new Kernel(LEASES);

  @BeforeEach
  void acquireAllButOne() {
    for (int i = 1; i < FITTING; i++) {
      assertThat(acquire("bob", i)).isInstanceOf(Reply.OfLease.class);
    }
  }

  private Reply execute(String caller, String... words) {
    Caller who = ScriptCallers.parse(caller);
    return kernel
        .execute(new Stamp(0, 0, who), ScriptCommands.parse(who, new ArrayList<>(List.of(words))))
        .reply();
  }

  private Reply acquire(String caller, int number) {
    return execute(caller, "acquire", "l" + number, large(number));
  }

  /** A scope of plain names. */
  private static String large(int number) {
    String name = "/" + number + "/" + "x".repeat(240) + "/" + "y".repeat(240) + "/";
    return IntStream.range(0, 250)
        .mapToObj(i -> name + "z".repeat(LARGE / 250 - name.length() - 3) + (100 + i))
        .collect(Collectors.joining(",", "scope=", ""));
  }

  private static void assertRefused(Reply reply) {
    assertThat(reply)
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            refused -> assertThat(refused.refusal().code()).isEqualTo(RefusalCode.QUOTA_EXCEEDED));
  }

  @Test
  void whatGoesBeyondTheBoundIsRefusedAndTheSmallerIsNot() {
    assertThat(acquire("bob", FITTING)).isInstanceOf(Reply.OfLease.class);
    assertRefused(acquire("bob", FITTING + 1));
    assertThat(execute("bob", "acquire", "small", "scope=/small"))
        .isInstanceOf(Reply.OfLease.class);
  }

  @Test
  void anEndGivesRoom() {
    acquire("bob", FITTING);
    assertRefused(acquire("bob", FITTING + 1));
    execute("bob", "release", "l1");
    assertThat(acquire("bob", FITTING + 1)).isInstanceOf(Reply.OfLease.class);
  }

  @Test
  void aWaitCounts() {
    acquire("alice", FITTING);
    assertThat(execute("bob", "acquire", "w", large(FITTING), "wait=1h"))
        .isInstanceOf(Reply.OfLease.class);
    assertRefused(acquire("bob", FITTING + 1));
    execute("alice", "release", "l" + FITTING);
    assertRefused(acquire("bob", FITTING + 1));
  }

  @Test
  void whatIsDerivedOrHandedOnCountsForWhoeverGetsIt() {
    acquire("bob", FITTING);
    acquire("alice", FITTING + 1);
    assertRefused(execute("alice", "transfer", "l" + (FITTING + 1), "to=bob"));
    assertRefused(execute("alice", "derive", "l" + (FITTING + 1), "as=c", "holder=bob"));
    assertThat(execute("alice", "derive", "l" + (FITTING + 1), "as=c", "holder=carol"))
        .isInstanceOf(Reply.OfLease.class);
  }

  @Test
  void aCheckAnswersWhatAnAcquireWould() {
    acquire("bob", FITTING);
    assertRefused(execute("bob", "check", large(FITTING + 1)));
  }

  @Test
  void aRestoredStateCountsTheSame() {
    acquire("bob", FITTING);
    kernel = Kernel.restore(kernel.snapshot(), LEASES);
    assertRefused(acquire("bob", FITTING + 1));
    execute("bob", "release", "l1");
    assertThat(acquire("bob", FITTING + 1)).isInstanceOf(Reply.OfLease.class);
    assertRefused(acquire("bob", FITTING + 2));
  }

  /** Events of a journal are applied, whatever their size, with any quota. */
  @Test
  void whatWasGrantedBeforeIsNeverRefused() {
    List<Event> journal = new ArrayList<>();
    Kernel generous = new Kernel(Limits.DEFAULT_LEASES_PER_HOLDER);
    Caller bob = ScriptCallers.parse("bob");
    for (int i = 1; i <= FITTING + 2; i++) {
      Command command =
          ScriptCommands.parse(bob, new ArrayList<>(List.of("acquire", "l" + i, large(i))));
      generous
          .execute(new Stamp(0, 0, bob), command)
          .facts()
          .forEach(fact -> journal.add(fact.event()));
    }
    kernel = new Kernel(LEASES);
    journal.forEach(kernel::replay);
    assertThat(kernel.stateHash()).isEqualTo(generous.stateHash());
    assertRefused(execute("bob", "acquire", "small", "scope=/small"));
  }

  @Test
  void aLargerQuotaAllowsMore() {
    kernel = new Kernel(2 * BOUND / Limits.CHARACTERS_PER_LEASE);
    for (int i = 1; i <= 2 * FITTING; i++) {
      assertThat(acquire("bob", i)).isInstanceOf(Reply.OfLease.class);
    }
    assertRefused(acquire("bob", 2 * FITTING + 1));
  }
}
