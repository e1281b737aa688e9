package dev.leasehold.node.sequence;

import static dev.leasehold.kernel.policy.Limits.HOUR;
import static dev.leasehold.kernel.policy.Limits.SECOND;
import static dev.leasehold.node.sequence.Rig.acquire;
import static dev.leasehold.node.sequence.Rig.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.sequence.forgotten.EndedLeaseRetention;
import dev.leasehold.node.time.ClockMark;
import dev.leasehold.node.time.TickClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kernel's thread as time passes. */
class DeciderTest {

  /** No expiry in these tests takes more in a block. */
  private static final int EXPIRED_BYTES = 50;

  private static final long STORM_STEP_NANOS = SECOND / 10_000;

  private final Rig rig = new Rig();

  @AfterEach
  void close() {
    rig.close();
  }

  private boolean isMarkedAt(long tick) {
    ClockMark mark = rig.journal.lastMark();
    return mark != null && mark.tick() == tick;
  }

  @Test
  void anExpiryIsRecordedWithoutAnybodyAsking() throws Exception {
    get(rig.submit(acquire("a", SECOND)));
    rig.time.advance(SECOND);
    rig.awaitBlocks(2);
    assertThat(rig.durableEvents().get(1))
        .isInstanceOfSatisfying(
            LeaseEvent.Expired.class, expired -> assertThat(expired.endedTick()).isEqualTo(SECOND));
  }

  @Test
  void nothingExpiresBeforeItsDeadline() throws Exception {
    get(rig.submit(acquire("a", SECOND)));
    rig.time.advance(SECOND - 1);
    Outcome read = get(rig.submit(new LeaseQuery.GetLease("a")));
    assertThat(((Reply.OfLease) read.reply()).lease().state()).isEqualTo(LeaseState.ACTIVE);
    assertThat(rig.journal.blocks()).hasSize(1);
  }

  @Test
  void anOutcomeCarriesTheNoticesOfItsCaller() throws Exception {
    get(rig.submit(acquire("a", SECOND)));
    assertThat(get(rig.submit(new LeaseQuery.GetLease("a"))).notices()).isEmpty();
    rig.time.advance(SECOND);
    Outcome read = get(rig.submit(new LeaseQuery.GetLease("a")));
    assertThat(read.notices()).singleElement().returns("a", Notice::leaseId);
    Caller other = new Caller("other", Role.AGENT, List.of());
    Caller auditor = new Caller("agent", Role.AUDITOR, List.of());
    Command list = new AdminCommand.ListPolicies();
    assertThat(get(rig.sequencer.submit(other, list)).notices()).isEmpty();
    assertThat(get(rig.sequencer.submit(auditor, list)).notices()).isEmpty();
  }

  @Test
  void theWallClockExpiresNothing() throws Exception {
    get(rig.submit(acquire("a", SECOND)));
    rig.time.moveWallClock(HOUR);
    Outcome read = get(rig.submit(new LeaseQuery.GetLease("a")));
    assertThat(((Reply.OfLease) read.reply()).lease().state()).isEqualTo(LeaseState.ACTIVE);
  }

  @Test
  void anAnswerThatRestsOnAnExpiryWaitsForIt() throws Exception {
    get(rig.submit(acquire("a", SECOND)));
    rig.journal.hold();
    rig.time.advance(2 * SECOND);
    CompletableFuture<Outcome> read = rig.submit(new LeaseQuery.GetLease("a"));
    rig.awaitDecided(2);
    assertThat(read).isNotDone();
    rig.journal.release();
    assertThat(((Reply.OfLease) get(read).reply()).lease().state()).isEqualTo(LeaseState.EXPIRED);
    assertThat(rig.durableEvents()).hasSize(2);
  }

  @Test
  void afterAPauseWhoeverIsNextIsGrantedNowWithItsWholeTtl() throws Exception {
    get(rig.submit(acquire("a", SECOND)));
    for (String id : List.of("b", "c")) {
      get(rig.submit(waitingFor("a", id)));
    }
    rig.time.standStill(3 * SECOND);
    await().until(() -> rig.kernel.waitingCount() == 1);
    Lease granted = lease(get(rig.submit(new LeaseQuery.GetLease("b"))));
    assertThat(granted.issuedTick()).isEqualTo(3 * SECOND);
    assertThat(granted.deadlineTick()).isEqualTo(4 * SECOND);
    assertThat(lease(get(rig.submit(new LeaseQuery.GetLease("c")))).state())
        .isEqualTo(LeaseState.PENDING);
  }

  @Test
  void whileAWriteTakesLongNothingIsGrantedThatNobodyCouldBeToldOf() throws Exception {
    get(rig.submit(acquire("a", SECOND)));
    get(rig.submit(waitingFor("a", "b")));
    CompletableFuture<Outcome> other = rig.acquireHeldUp("other");
    rig.time.standStill(2 * SECOND);
    rig.time.advance(5 * SECOND);
    rig.journal.release();
    get(other);
    await().until(() -> rig.kernel.waitingCount() == 0);
    assertThat(lease(get(rig.submit(new LeaseQuery.GetLease("b")))).issuedTick())
        .isEqualTo(7 * SECOND);
  }

  @Test
  void aHeartbeatThatFellDueInAPauseCountsAnew() throws Exception {
    get(rig.submit(withHeartbeat("a", 2 * SECOND)));
    rig.time.standStill(9 * SECOND);
    Lease excused = lease(get(rig.submit(new LeaseQuery.GetLease("a"))));
    assertThat(excused.state()).isEqualTo(LeaseState.ACTIVE);
    assertThat(excused.rare().heartbeatDeadlineTick()).isEqualTo(11 * SECOND);
    rig.time.advance(2 * SECOND);
    assertThat(lease(get(rig.submit(new LeaseQuery.GetLease("a")))).state())
        .isEqualTo(LeaseState.EXPIRED);
  }

  private static Lease lease(Outcome outcome) {
    return ((Reply.OfLease) outcome.reply()).lease();
  }

  /** For a second, by somebody else. */
  private static LeaseCommand.Acquire waitingFor(String file, String id) {
    LeaseCommand.Acquire first = acquire(file, SECOND);
    return new LeaseCommand.Acquire(
        id,
        false,
        first.policy(),
        first.space(),
        first.scope(),
        first.mode(),
        first.holder(),
        id,
        first.ttlNanos(),
        first.maxRenewals(),
        first.labels(),
        "",
        first.rare().withWait(HOUR, 0));
  }

  private static LeaseCommand.Acquire withHeartbeat(String id, long nanos) {
    LeaseCommand.Acquire plain = acquire(id, HOUR);
    return new LeaseCommand.Acquire(
        id,
        false,
        plain.policy(),
        plain.space(),
        plain.scope(),
        plain.mode(),
        plain.holder(),
        "",
        plain.ttlNanos(),
        plain.maxRenewals(),
        plain.labels(),
        "",
        new LeaseCommand.RareTerms(0, 0, nanos, null, "", Amounts.NONE, ""));
  }

  @Test
  void aStormOfDeadlinesIsRecordedInBoundedBlocks() throws Exception {
    int leases = 40_000;
    List<CompletableFuture<Outcome>> grants = new ArrayList<>();
    for (int i = 0; i < leases; i++) {
      grants.add(rig.submit(acquire("lease-" + i, HOUR)));
      if (i % 1_000 == 0) {
        get(grants.get(i));
      }
    }
    get(grants.get(leases - 1));
    int before = rig.journal.blocks().size();
    rig.journal.hold();
    rig.time.advance(HOUR);
    rig.journal.awaitHeldWrite();
    await().until(() -> rig.kernel.lastPosition() > leases + Batch.MAX_BYTES / EXPIRED_BYTES);
    rig.journal.release();
    await().until(() -> expiries() == leases);
    List<Block> storm = rig.journal.blocks().subList(before, rig.journal.blocks().size());
    int stepBytes = EXPIRED_BYTES * Limits.MAX_EXPIRIES_PER_STEP;
    assertThat(storm).allMatch(block -> block.eventsLength() < Batch.MAX_BYTES + stepBytes);
  }

  /** Of those that are durable; their holder loses notices meanwhile, which is recorded, too. */
  private long expiries() throws IOException {
    return rig.durableEvents().stream().filter(LeaseEvent.Expired.class::isInstance).count();
  }

  /** So many leases that a command would have to wait for, one every 100 microseconds. */
  private void acquireLeasesThatEndOneAfterTheOther(int leases) throws Exception {
    acquireLeasesThatEndOneAfterTheOther(leases, STORM_STEP_NANOS);
  }

  private void acquireLeasesThatEndOneAfterTheOther(int leases, long stepNanos) throws Exception {
    CompletableFuture<Outcome> last = new CompletableFuture<>();
    for (int i = 0; i < leases; i++) {
      last = rig.submit(acquire("lease-" + i, HOUR + i * stepNanos));
      if (i % 1_000 == 0) {
        get(last);
      }
    }
    get(last);
  }

  @Test
  void inAStormOfDeadlinesTheClockFallsBehindAndCommandsGetTheirTurn() throws Exception {
    int leases = 4 * ExpirySweep.MAX_ENDS;
    acquireLeasesThatEndOneAfterTheOther(leases);
    rig.time.advance(HOUR + leases * STORM_STEP_NANOS);
    Outcome read = get(rig.submit(new LeaseQuery.GetLease("lease-" + (leases - 1))));
    assertThat(read.stamp().tick()).isLessThan(HOUR + leases * STORM_STEP_NANOS);
    assertThat(((Reply.OfLease) read.reply()).lease().state()).isEqualTo(LeaseState.ACTIVE);
    await()
        .until(
            () -> {
              rig.time.advance(ExpirySweep.MAX_ENDS * STORM_STEP_NANOS);
              return rig.journal.head().position() >= 2L * leases;
            });
  }

  @ParameterizedTest
  @ValueSource(longs = {150, 10, 1})
  void alsoWhenMoreFallDueInOneMillisecondThanOneStepRecords(long stepNanos) throws Exception {
    int leases = 4 * ExpirySweep.MAX_ENDS;
    acquireLeasesThatEndOneAfterTheOther(leases, stepNanos);
    rig.time.advance(HOUR + leases * stepNanos);
    Outcome read = get(rig.submit(new LeaseQuery.GetLease("lease-" + (leases - 1))));
    assertThat(((Reply.OfLease) read.reply()).lease().state()).isEqualTo(LeaseState.ACTIVE);
  }

  @Test
  void afterAStormTheNextSessionGoesOnFromTheSlowedClock() throws Exception {
    int leases = 4 * ExpirySweep.MAX_ENDS;
    acquireLeasesThatEndOneAfterTheOther(leases);
    rig.time.advance(HOUR + leases * STORM_STEP_NANOS);
    get(rig.submit(acquire("new", SECOND)));
    ClockMark mark = rig.journal.lastMark();
    assertThat(mark.offsetNanos()).isEqualTo(rig.clock.offsetNanos());
    TickClock next = TickClock.resume(rig.time, mark, rig.journal.head().tick());
    assertThat(next.tick()).isEqualTo(rig.clock.tick());
  }

  @Test
  void whatWasDueLongAgoGetsNoMoreTime() throws Exception {
    int leases = 2 * ExpirySweep.MAX_ENDS;
    acquireLeasesThatEndOneAfterTheOther(leases);
    rig.time.advance(HOUR + leases * STORM_STEP_NANOS + ExpirySweep.MAX_BEHIND_NANOS);
    Outcome read = get(rig.submit(new LeaseQuery.GetLease("lease-" + (leases - 1))));
    assertThat(((Reply.OfLease) read.reply()).lease().state()).isEqualTo(LeaseState.EXPIRED);
  }

  @Test
  void theTickIsMadeDurableWhileADeadlineIsOutstandingAndNoBlockIsWritten() throws Exception {
    get(rig.submit(acquire("a", HOUR)));
    for (long tick = SECOND; tick <= 5 * SECOND; tick += SECOND) {
      rig.time.advance(SECOND);
      long reached = tick;
      await().until(() -> isMarkedAt(reached));
    }
    assertThat(rig.journal.blocks()).hasSize(1);
  }

  @Test
  void withoutADeadlineTheTickIsLeftAlone() throws Exception {
    get(rig.submit(acquire("a", HOUR)));
    get(rig.submit(new LeaseCommand.Release("a", "", 0, "")));
    rig.time.advance(10 * SECOND);
    get(rig.submit(new LeaseQuery.GetLease("a")));
    assertThat(rig.journal.lastMark()).isNull();
  }

  @Test
  void theEndOfATokenIsADeadlineToo() throws Exception {
    Command issue =
        new AdminCommand.IssueToken(
            "t", "agent", Role.AGENT, List.of(), "00".repeat(32), 3 * SECOND, "", List.of());
    get(rig.sequencer.submit(Caller.SERVER, issue));
    rig.time.advance(2 * SECOND);
    await().until(() -> isMarkedAt(2 * SECOND));
    rig.time.advance(2 * SECOND);
    await().until(() -> isMarkedAt(4 * SECOND));
    rig.time.advance(2 * SECOND);
    get(rig.submit(new LeaseQuery.GetLease("a")));
    assertThat(isMarkedAt(4 * SECOND)).isTrue();
  }

  @Test
  void ticksOfCommandsNeverGoBack() throws Exception {
    rig.time.advance(5 * SECOND);
    Outcome first = get(rig.submit(acquire("a", 0)));
    rig.time.advance(-3 * SECOND);
    Outcome second = get(rig.submit(acquire("b", 0)));
    assertThat(second.stamp().tick()).isGreaterThanOrEqualTo(first.stamp().tick());
  }

  @Test
  void leasesThatEndedAMinuteAgoAreForgottenAtTheNextLook() throws Exception {
    get(rig.submit(acquire("a", 0)));
    get(rig.submit(new LeaseCommand.Release("a", "", 0, "")));
    rig.time.advance(EndedLeaseRetention.REMEMBERED_NANOS - 1);
    assertThat(get(rig.submit(new LeaseQuery.GetLease("a"))).reply())
        .isInstanceOf(Reply.OfLease.class);
    rig.time.advance(EndedLeaseRetention.LOOK_EVERY_NANOS);
    await()
        .until(
            () -> get(rig.submit(new LeaseQuery.GetLease("a"))).reply() instanceof Reply.Refused);
    assertThat(rig.durableEvents().get(2)).isInstanceOf(AdminEvent.Pruned.class);
  }
}
