package dev.leasehold.node.tables.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.Acquires;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.sequence.DurableBlock;
import dev.leasehold.node.tables.RandomTraffic;
import dev.leasehold.node.tables.TablesRig;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnfedEventsTest {

  private static final Caller ANN = RandomTraffic.agent("ann");
  private static final long PART = 1L << KeyFilters.PART_SHIFT;

  @TempDir Path directory;
  private final AtomicLong fedPosition = new AtomicLong();
  private final UnfedEvents keys = new UnfedEvents(0, fedPosition::get);
  private TablesRig rig;

  @BeforeEach
  void open() throws Exception {
    rig = new TablesRig(directory.resolve("leasehold.db"));
  }

  @AfterEach
  void close() throws Exception {
    rig.close();
  }

  private void makeAndTransfer() throws Exception {
    rig.execute(ANN, Acquires.ofAnn("a", "/a", "r1"));
    rig.execute(ANN, Acquires.ofAnn("b", "/b", "r2"));
    rig.execute(ANN, new LeaseCommand.Transfer("a", "c", "ann", "", "r3"));
    rig.append();
  }

  private boolean readAfter(long fedBlock, int most, String spaceFromBefore) throws Exception {
    return new UnfedBlocks(rig.journal, keys, transfer -> spaceFromBefore)
        .readAfter(fedBlock, most);
  }

  private boolean knowsRequest(String requestId) {
    return keys.mayHave(RetryKeys.ofRequest("ann", requestId, "repo"));
  }

  private boolean knowsLease(String id) {
    return keys.mayHave(RetryKeys.ofLease(id));
  }

  private void assertKnowsAll() {
    assertThat(List.of("a", "b", "c")).allMatch(this::knowsLease);
    assertThat(List.of("r1", "r2", "r3")).allMatch(this::knowsRequest);
    assertThat(knowsLease("d") || knowsRequest("r4") || knowsLease("r1")).isFalse();
  }

  @Test
  void whatIsDurableIsKnown() throws Exception {
    makeAndTransfer();
    keys.onDurableFacts(new DurableBlock(rig.facts, 0, 0));
    assertKnowsAll();
    assertThat(keys.position()).isEqualTo(rig.kernel.lastPosition());
  }

  @Test
  void aStartReadsTheSameFromTheJournal() throws Exception {
    makeAndTransfer();
    assertThat(readAfter(0, 3, "repo")).isTrue();
    assertKnowsAll();
  }

  @Test
  void aStartDoesNotReadMoreThanItIsToldTo() throws Exception {
    makeAndTransfer();
    assertThat(readAfter(0, 2, "repo")).isFalse();
  }

  @Test
  void aTransferIsInTheSpaceOfTheLeaseThatItEnds() throws Exception {
    makeAndTransfer();
    assertThat(readAfter(0, 3, null)).isTrue();
    assertKnowsAll();
  }

  @Test
  void aTransferOfALeaseThatNobodyKnowsIsNotKnown() throws Exception {
    rig.execute(ANN, Acquires.ofAnn("a", "/a", "r1"));
    rig.append();
    rig.execute(ANN, new LeaseCommand.Transfer("a", "c", "ann", "", "r3"));
    rig.append();
    assertThat(readAfter(1, 3, null)).isFalse();
  }

  @Test
  void aStartThatGaveUpReadingNumbersNoBlockWrong() throws Exception {
    makeAndTransfer();
    assertThat(readAfter(0, 0, "repo")).isFalse();
    rig.execute(ANN, Acquires.ofAnn("d", "/d", ""));
    rig.append();
    rig.execute(ANN, Acquires.ofAnn("e", "/e", ""));
    Block next = rig.append();
    keys.onDurableBlock(next);
    assertThat(keys.blockOf(next.lastPosition())).isEqualTo(next.number());
  }

  @Test
  void whatTheTablesHaveIsDroppedPartByPart() {
    add("a", PART - 1);
    add("b", PART);
    add("c", 2 * PART - 1);
    fedPosition.set(2 * PART - 2);
    assertThat(List.of("a", "b", "c")).allMatch(this::knowsLease);
    add("d", 2 * PART);
    assertThat(knowsLease("a")).isFalse();
    assertThat(List.of("b", "c", "d")).allMatch(this::knowsLease);
    fedPosition.set(2 * PART - 1);
    add("e", 3 * PART);
    assertThat(knowsLease("b") || knowsLease("c")).isFalse();
    assertThat(List.of("d", "e")).allMatch(this::knowsLease);
  }

  /** A reader of older tables asks for events that were dropped since. */
  @Test
  void whatWasDroppedSinceTheTablesWereReadIsNotTakenForNothing() {
    long read = PART - 2;
    add("a", PART - 1);
    fedPosition.set(PART - 1);
    assertThat(keys.positionsOf(RetryKeys.ofLease("a"), read)).containsExactly(PART - 1);
    add("b", PART);
    assertThat(keys.positionsOf(RetryKeys.ofLease("a"), read)).isNull();
    assertThat(keys.positionsOf(RetryKeys.ofLease("a"), PART - 1)).isEmpty();
  }

  @Test
  void eventsThatFollowDroppedOnesAreNotTakenForAll() {
    long read = PART - 2;
    add("a", PART - 1);
    fedPosition.set(PART - 1);
    add("b", PART);
    keys.happened(PART + 1, "a", false);
    assertThat(keys.positionsOf(RetryKeys.ofLease("a"), read)).isNull();
    assertThat(keys.positionsOf(RetryKeys.ofLease("a"), PART - 1)).containsExactly(PART + 1);
  }

  @Test
  void ofALeaseThatChangedTooOftenNoEventsAreTold() {
    add("a", 1);
    for (int i = 2; i <= UnfedEvents.MOST_EVENTS; i++) {
      keys.happened(i, "a", false);
    }
    assertThat(keys.positionsOf(RetryKeys.ofLease("a"), 0)).hasSize(UnfedEvents.MOST_EVENTS);
    keys.happened(UnfedEvents.MOST_EVENTS + 1, "a", false);
    assertThat(keys.positionsOf(RetryKeys.ofLease("a"), 0)).isNull();
    assertThat(keys.positionsOf(RetryKeys.ofLease("a"), 1)).hasSize(UnfedEvents.MOST_EVENTS);
  }

  private void add(String leaseId, long position) {
    keys.made(position, leaseId, "repo", Event.Request.NONE, false);
  }
}
