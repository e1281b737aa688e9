package dev.leasehold.kernel.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.ExpiryCause;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The lease that is due first comes first; among equals the one with the smaller token. */
class DeadlinesTest {

  private static final Comparator<LeaseRecord> BY_DUE_THEN_TOKEN =
      Comparator.<LeaseRecord>comparingLong(record -> record.dueTick())
          .thenComparingLong(record -> record.birth);

  private final Deadlines deadlines = new Deadlines();

  /** Other ones in each run; the name of a failed test tells its seed. */
  static LongStream seeds() {
    return new Random().longs(20);
  }

  /** A lease with nothing to tell but its id, token and deadline. */
  static LeaseRecord record(String id, long token, long deadline) {
    Claim claim =
        new Claim(
            id,
            false,
            Policy.FILE.name(),
            1,
            "space",
            Scope.ofCanonical(List.of("/a")),
            Mode.EXCLUSIVE,
            "holder",
            "",
            1,
            Policy.UNLIMITED,
            Map.of(),
            Event.Request.NONE,
            Claim.RareTerms.NONE);
    LeaseRecord record =
        new LeaseRecord(claim, token, Policy.FILE, new Space("space"), new Holder("holder"));
    record.grant(token, 0, deadline - 1, 0, deadline);
    return record;
  }

  private static LeaseRecord due(long token, long deadline) {
    return record("lease-" + token, token, deadline);
  }

  private static void renew(LeaseRecord record, long deadline) {
    record.renew(deadline, 1, record.renewalCount() + 1, deadline - 1, 1);
  }

  /** An expired lease in grace is due again when the grace is over. */
  private static void expireWithGrace(LeaseRecord record, long graceEnd) {
    Ending ending = new Ending(0, 0, ExpiryCause.TIME, "", "", graceEnd);
    record.end(LeaseState.EXPIRED, ending);
  }

  private List<Long> drainTokens() {
    List<Long> tokens = new ArrayList<>();
    for (LeaseRecord first = deadlines.first(); first != null; first = deadlines.first()) {
      tokens.add(first.birth);
      deadlines.remove(first);
    }
    return tokens;
  }

  @Test
  void withoutLeasesNothingIsDue() {
    assertThat(deadlines.first()).isNull();
    assertThat(deadlines.size()).isZero();
  }

  @Test
  void aRenewalMovesALeaseBackInTheOrder() {
    LeaseRecord renewed = due(1, 10);
    LeaseRecord other = due(2, 20);
    deadlines.add(renewed);
    deadlines.add(other);

    renew(renewed, 30);

    assertThat(deadlines.first()).isSameAs(other);
    assertThat(drainTokens()).containsExactly(2L, 1L);
  }

  @Test
  void aLeaseInGraceIsDueWhenTheGraceIsOver() {
    LeaseRecord inGrace = due(1, 10);
    deadlines.add(inGrace);
    deadlines.add(due(2, 50));
    deadlines.add(due(3, 80));

    expireWithGrace(inGrace, 70);

    assertThat(drainTokens()).containsExactly(2L, 1L, 3L);
  }

  @Test
  void aLeaseThatIsDueEarlierThanBeforeMovesForward() {
    LeaseRecord refreshed = due(1, 10);
    deadlines.add(refreshed);
    deadlines.add(due(2, 50));
    expireWithGrace(refreshed, 70);
    assertThat(deadlines.first()).isNotSameAs(refreshed);

    refreshed.refresh(40, 39, 1);
    deadlines.moved(refreshed);

    assertThat(drainTokens()).containsExactly(1L, 2L);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void manyLeasesDueTogetherComeInTheOrderOfTheirTokens(long seed) {
    Random random = new Random(seed);
    List<Long> tokens = new ArrayList<>(LongStream.range(1, 2_000).boxed().toList());
    Collections.shuffle(tokens, random);
    tokens.forEach(token -> deadlines.add(due(token, 7)));

    assertThat(drainTokens()).isSorted().hasSize(tokens.size());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void leasesRenewedToTheSameTickComeInTheOrderOfTheirTokens(long seed) {
    Random random = new Random(seed);
    List<LeaseRecord> all =
        LongStream.range(1, 500).mapToObj(token -> due(token, random.nextInt(20))).toList();
    all.forEach(deadlines::add);

    all.forEach(record -> renew(record, 20));

    assertThat(drainTokens()).isSorted().hasSize(all.size());
  }

  @Test
  void aLeaseThatIsNotThereCannotBeRemoved() {
    LeaseRecord present = due(1, 10);
    LeaseRecord absent = due(2, 20);
    deadlines.add(present);

    assertThatThrownBy(() -> deadlines.remove(absent)).isInstanceOf(IllegalStateException.class);

    deadlines.remove(present);

    assertThatThrownBy(() -> deadlines.remove(present)).isInstanceOf(IllegalStateException.class);
  }

  /** Ticks are few, so that many leases are due together; renewals leave stale keys behind. */
  @ParameterizedTest
  @MethodSource("seeds")
  void theFirstIsTheFirstOfASortedSet(long seed) {
    Random random = new Random(seed);
    TreeSet<LeaseRecord> model = new TreeSet<>(BY_DUE_THEN_TOKEN);
    List<LeaseRecord> present = new ArrayList<>();
    int ticks = 1 + random.nextInt(200);
    int growth = 3 + random.nextInt(4);
    for (long token = 1; token <= 1_500; token++) {
      int choice = random.nextInt(10);
      if (choice < growth || present.isEmpty()) {
        LeaseRecord added = due(token, random.nextInt(ticks));
        deadlines.add(added);
        model.add(added);
        present.add(added);
      } else if (choice < 8) {
        LeaseRecord later = present.get(random.nextInt(present.size()));
        long extended = later.dueTick() + 1 + random.nextInt(ticks);
        model.remove(later);
        if (later.ending() == null && random.nextInt(4) == 0) {
          expireWithGrace(later, extended);
        } else if (later.ending() == null) {
          renew(later, extended);
        }
        model.add(later);
      } else {
        LeaseRecord removed = present.remove(random.nextInt(present.size()));
        deadlines.remove(removed);
        model.remove(removed);
      }
      assertThat(deadlines.size()).isEqualTo(model.size());
      if (random.nextInt(4) == 0 && !model.isEmpty()) {
        assertThat(deadlines.first()).isSameAs(model.first());
      }
    }
    assertThat(drainTokens()).isEqualTo(model.stream().map(record -> record.birth).toList());
  }
}
