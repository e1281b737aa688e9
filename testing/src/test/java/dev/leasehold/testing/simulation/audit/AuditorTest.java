package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.Forgery.with;
import static dev.leasehold.testing.simulation.audit.History.ADMIN;
import static dev.leasehold.testing.simulation.audit.History.ALICE;
import static dev.leasehold.testing.simulation.audit.History.BOB;
import static dev.leasehold.testing.simulation.audit.History.SECOND;
import static dev.leasehold.testing.simulation.audit.History.acquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.testing.simulation.audit.BadHistories.Bad;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A checker is tested too: of a history that is known to be bad it says so, and why. */
class AuditorTest {

  static Stream<Bad> badHistories() {
    return BadHistories.all();
  }

  @ParameterizedTest
  @MethodSource("badHistories")
  void aBadHistoryIsNoticedByTheInvariantsName(Bad bad) {
    History history = new History().tell(ALICE, acquire("a", "/a"));

    AuditFailure failure =
        catchThrowableOfType(AuditFailure.class, () -> bad.history().accept(history));

    assertThat(failure).isNotNull();
    assertThat(failure.invariant()).isEqualTo(bad.invariant());
    assertThat(failure).hasMessageStartingWith(bad.invariant().name());
  }

  @Test
  void everyInvariantHasABadHistory() {
    Set<Invariant> covered = badHistories().map(Bad::invariant).collect(Collectors.toSet());

    // An exception out of the kernel never gets as far as the auditor.
    assertThat(covered).isEqualTo(EnumSet.complementOf(EnumSet.of(Invariant.NOTHING_IS_THROWN)));
  }

  @Test
  void aTrueHistoryIsAccepted() {
    LeaseCommand.Acquire withId = with(acquire("a", "/a"), "requestId", "r");
    History history =
        new History()
            .tell(ALICE, withId)
            .tell(ALICE, with(withId, "leaseId", "x"))
            .tell(BOB, with(acquire("b", "/a/**"), "holder", "bob"))
            .at(3)
            .tell(ALICE, new LeaseCommand.Renew("a", 0, ""))
            .tell(BOB, BadHistories.CHECK)
            .tell(ADMIN, BadHistories.LIST)
            .at(20)
            .tell(ADMIN, new NodeCommand.Expire(1))
            .tell(ADMIN, new NodeCommand.GrantWaiting(1))
            .tell(ADMIN, new NodeCommand.Prune(20 * SECOND, 10));
    history.auditor.acknowledge(history.events.size());
    history.auditor.recover(history.events);

    history.tell(ALICE, BadHistories.LIST);
  }
}
