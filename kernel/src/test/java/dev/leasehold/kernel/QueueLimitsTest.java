package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.budget.BudgetEnd;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.lease.Expiring;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.queue.QueueGrants;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.view.EndReasons;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Queues are bounded, and a full one is handed on one by one without stirring the others. */
class QueueLimitsTest {

  private static Kernel full() {
    Kernel kernel = new Kernel();
    FullQueues.ofOneResource().forEach(kernel::replay);
    return kernel;
  }

  private static String code(Kernel kernel, String row) {
    return ScriptReplies.words(FullQueues.execute(kernel, row)).get(0);
  }

  @Test
  void oneResourceHasItsLimitOfWaitersInWhateverModeAndPriority() {
    Kernel kernel = full();
    assertThat(kernel.waitingCount()).isEqualTo(10_000);
    String more = "alice acquire x space=f scope=/q ";
    assertThat(code(kernel, more + "wait=1h")).isEqualTo("QUEUE_FULL");
    assertThat(code(kernel, more + "wait=1h priority=9")).isEqualTo("QUEUE_FULL");
    assertThat(code(kernel, more + "wait=1h mode=shared")).isEqualTo("QUEUE_FULL");
    assertThat(code(kernel, more)).isEqualTo("ALREADY_LEASED");
    assertThat(code(kernel, "alice acquire y space=f scope=/r wait=1h")).isEqualTo("PENDING");
    assertThat(code(kernel, "waiter77 release w77")).isEqualTo("FAILED");
    assertThat(code(kernel, more + "wait=1h")).isEqualTo("PENDING");
    assertThat(code(kernel, "bob acquire z space=f scope=/q wait=1h")).isEqualTo("QUEUE_FULL");
  }

  @Test
  void whoHoldsNothingMayWaitHoweverManySessionsOfItsTokenWaitForEachOther() {
    Kernel kernel = new Kernel();
    code(kernel, "holder acquire all");
    for (int i = 0; i < 1_000; i++) {
      String mode = i % 2 == 0 ? "shared" : "exclusive";
      String row = "crew acquire w%d session=s%d wait=1h mode=%s".formatted(i, i, mode);
      assertThat(code(kernel, row)).as(row).isEqualTo("PENDING");
    }
    assertThat(code(kernel, "crew acquire x session=s7 wait=1h")).isNotEqualTo("PENDING");
  }

  @Test
  void aConversionNeedsAPlaceInTheQueueToo() {
    Kernel kernel = new Kernel();
    code(kernel, "alice acquire a mode=shared");
    code(kernel, "bob acquire b mode=shared");
    for (int i = 1; i <= Limits.MAX_WAITERS_ON_ONE_RESOURCE; i++) {
      code(kernel, "waiter%d acquire w%d wait=1h".formatted(i, i));
    }
    assertThat(code(kernel, "alice convert a wait=1h")).isEqualTo("QUEUE_FULL");
    assertThat(code(kernel, "waiter9 release w9")).isEqualTo("FAILED");
    assertThat(code(kernel, "alice convert a wait=1h")).isEqualTo("ACTIVE");
    assertThat(kernel.waitingCount()).isEqualTo(10_000);
  }

  @Test
  void allResourcesTogetherHaveALimitToo() {
    Kernel kernel = new Kernel(Limits.MAX_WAITERS + 2);
    code(kernel, "holder acquire all scope=/**");
    LeaseEvent.Queued like =
        (LeaseEvent.Queued)
            FullQueues.execute(kernel, "waiter0 acquire w0 scope=/q0 wait=1h").events().get(0);
    // Replayed, which takes a tenth of the time.
    for (int i = 1; i < Limits.MAX_WAITERS; i++) {
      kernel.replay(another(like, kernel.lastPosition() + 1, "w" + i, "/q" + i, "waiter" + i));
    }
    assertThat(kernel.waitingCount()).isEqualTo(100_000);
    assertThat(code(kernel, "alice acquire x scope=/r wait=1h")).isEqualTo("QUEUE_FULL");
    assertThat(code(kernel, "alice acquire x scope=/r")).isEqualTo("ALREADY_LEASED");
    assertThat(code(kernel, "waiter5 release w5")).isEqualTo("FAILED");
    assertThat(code(kernel, "alice acquire x scope=/r wait=1h")).isEqualTo("PENDING");
  }

  @Test
  void aFullQueueIsHandedOnOneByOneAlsoAfterARestart() {
    Kernel kernel = full();
    FullQueues.execute(kernel, "holder release all");
    for (int i = 1; i < Limits.MAX_WAITERS_ON_ONE_RESOURCE; i++) {
      if (i % 2_500 == 0) {
        kernel = Kernel.restore(kernel.snapshot());
      }
      List<Event> events =
          FullQueues.execute(kernel, "waiter%d release w%d".formatted(i, i)).events();
      assertThat(events).hasSize(2);
      assertThat(events.get(0)).isInstanceOf(LeaseEvent.Ended.class);
      assertThat(((LeaseEvent.GrantedFromQueue) events.get(1)).leaseId()).isEqualTo("w" + (i + 1));
    }
    assertThat(kernel.waitingCount()).isZero();
  }

  @Test
  void aHandOverLooksAtOneLineHoweverManyWaitInItOrElsewhere() {
    State state = new State();
    Dispatch dispatch = new Dispatch(state, new Expiring(state), new QueueGrants(state), 1);
    FullQueues.ofOneResource().forEach(dispatch::apply);
    for (int i = 0; i < 1_000; i++) {
      dispatch.apply(queuedElsewhere(state, i));
    }
    state.waiting.takeLinesAt(0);
    dispatch.apply(
        new LeaseEvent.Ended(
            new Event.At(state.lastPosition + 1, 0, 0),
            "w1",
            LeaseState.FAILED,
            EndReasons.CANCELLED,
            "",
            0,
            Event.Request.NONE,
            BudgetEnd.NONE));
    assertThat(state.waiting.takeLinesAt(0)).hasSize(1);
  }

  private static Event queuedElsewhere(State state, int number) {
    LeaseEvent.Queued like = (LeaseEvent.Queued) FullQueues.ofOneResource().get(1);
    String path = "/elsewhere/" + number;
    return another(like, state.lastPosition + 1, "e" + number, path, "else" + number);
  }

  private static Event another(
      LeaseEvent.Queued like, long position, String id, String path, String holder) {
    Claim claim = like.claim();
    return new LeaseEvent.Queued(
        new Event.At(position, 0, 0),
        new Claim(
            id,
            false,
            claim.policy(),
            claim.policyVersion(),
            claim.space(),
            ScriptCommands.scope(path),
            claim.mode(),
            holder,
            "",
            claim.ttlNanos(),
            claim.maxRenewals(),
            claim.labels(),
            claim.request(),
            claim.rare()),
        0,
        like.waitDeadlineTick());
  }

  @Test
  void tenThousandWaitersTimeOutInOneCommandAndLeaveNothingBehind() {
    Kernel kernel = full();
    Outcome outcome = FullQueues.execute(kernel, Limits.HOUR, "node expire limit=20000");
    assertThat(outcome.events()).hasSize(10_001);
    assertThat(kernel.waitingCount()).isZero();
    assertThat(kernel.livingCount()).isZero();
    assertThat(kernel.nextDueTick()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aSweepRecordsEndsOnlyAndWhoeverIsNextIsGrantedAfterIt() {
    Kernel kernel = new Kernel();
    code(kernel, "alice acquire a ttl=5s");
    code(kernel, "bob acquire b wait=6s");
    code(kernel, "carol acquire c wait=1h");
    Outcome first = FullQueues.execute(kernel, 7 * Limits.SECOND, "node expire limit=1");
    assertThat(ScriptReplies.words(first)).containsExactly("swept=1", "more");
    assertThat(first.events()).hasSize(1);
    Outcome second = FullQueues.execute(kernel, 7 * Limits.SECOND, "node expire limit=1");
    assertThat(ScriptReplies.words(second)).containsExactly("swept=1", "done");
    assertThat(second.events()).hasSize(1);
    Outcome grants = FullQueues.execute(kernel, 9 * Limits.SECOND, "node grant");
    assertThat(ScriptReplies.words(grants)).containsExactly("swept=1", "done");
    LeaseEvent.GrantedFromQueue granted = (LeaseEvent.GrantedFromQueue) grants.events().getLast();
    assertThat(granted.leaseId()).isEqualTo("c");
    assertThat(granted.tick()).isEqualTo(9 * Limits.SECOND);
  }

  @Test
  void grantsAreMadeInSteps() {
    Kernel kernel = new Kernel();
    code(kernel, "alice acquire a ttl=5s");
    for (int i = 0; i < 5; i++) {
      code(kernel, "bob acquire b" + i + " mode=shared wait=1h");
    }
    FullQueues.execute(kernel, 5 * Limits.SECOND, "node expire");
    Outcome first = FullQueues.execute(kernel, 5 * Limits.SECOND, "node grant limit=2");
    assertThat(ScriptReplies.words(first)).containsExactly("swept=2", "more");
    Outcome second = FullQueues.execute(kernel, 6 * Limits.SECOND, "node grant limit=9");
    assertThat(ScriptReplies.words(second)).containsExactly("swept=3", "done");
  }
}
