package dev.leasehold.node.tables.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.codec.StateCopy;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.Acquires;
import dev.leasehold.node.persist.MemoryJournal;
import dev.leasehold.node.persist.Recovery;
import dev.leasehold.node.persist.files.DiskSpace;
import dev.leasehold.node.sequence.StateSource;
import dev.leasehold.node.tables.FullDiskException;
import dev.leasehold.node.tables.RandomTraffic;
import dev.leasehold.node.tables.TableFile;
import dev.leasehold.node.tables.TablesRig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a start begins, and what it does about tables that do not fit. */
class RestartTest {

  @TempDir Path directory;
  private Path file;
  private final MemoryJournal journal = new MemoryJournal();

  @BeforeEach
  void setUp() {
    file = directory.resolve("leasehold.db");
  }

  /** Leaves a journal of which the first part is stored as a state. */
  private long storeInTheMiddle() throws Exception {
    try (TablesRig rig = new TablesRig(file, journal)) {
      RandomTraffic traffic = new RandomTraffic(rig, 11);
      traffic.prepare();
      drive(rig, traffic);
      rig.awaitFed();
      long position = rig.kernel.lastPosition();
      new StoredStates(rig.file()).store(rig.kernel.snapshot(), journal.head());
      drive(rig, traffic);
      return position;
    }
  }

  private static void drive(TablesRig rig, RandomTraffic traffic) throws IOException {
    for (int i = 0; i < 600; i++) {
      traffic.step();
      if (i % 5 == 0) {
        rig.flush();
      }
    }
    rig.flush();
  }

  private byte[] hashOfFullReplay() throws IOException {
    return Recovery.recover(journal.reopen()).stateHash();
  }

  @Test
  void aStartFromTheStoredStateEndsWhereAFullReplayDoes() throws Exception {
    long stored = storeInTheMiddle();
    try (TablesRig again = new TablesRig(file, journal.reopen())) {
      assertThat(again.storedPosition()).isEqualTo(stored);
      assertThat(again.kernel.stateHash()).isEqualTo(hashOfFullReplay());
    }
  }

  @Test
  void aDamagedStateIsNotUsed() throws Exception {
    storeInTheMiddle();
    change("UPDATE kernel_state_chunks SET content = zeroblob(length(content))");
    assertThatAllIsReplayed();
  }

  @Test
  void aStateOfAnotherChainIsNotUsed() throws Exception {
    storeInTheMiddle();
    change("UPDATE kernel_states SET block_hash = zeroblob(32)");
    assertThatAllIsReplayed();
  }

  @Test
  void tablesOfAnOlderLeaseholdAreBuiltAnew() throws Exception {
    storeInTheMiddle();
    List<String> rows;
    try (TablesRig rig = new TablesRig(file, journal.reopen())) {
      rig.awaitFed();
      rows = rig.dump("leases");
    }
    change("UPDATE leases SET file_path = file_path || '/**', path_kind = NULL");
    change("PRAGMA user_version = 9");
    try (TablesRig again = new TablesRig(file, journal.reopen())) {
      assertThat(again.storedPosition()).isZero();
      again.awaitFed();
      assertThat(again.dump("leases")).isEqualTo(rows);
      assertThat(again.kernel.stateHash()).isEqualTo(hashOfFullReplay());
    }
  }

  private void change(String sql) throws Exception {
    TableFile opened = TableFile.open(file);
    opened.write(
        connection -> {
          try (var statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
          }
        });
    opened.close();
  }

  private void assertThatAllIsReplayed() throws Exception {
    try (TablesRig again = new TablesRig(file, journal.reopen())) {
      assertThat(again.storedPosition()).isZero();
      assertThat(again.kernel.stateHash()).isEqualTo(hashOfFullReplay());
    }
  }

  /** Lets the keeper copy the kernel of a rig, with a step of traffic between any two pieces. */
  private static StateSource source(TablesRig rig, Runnable between) {
    return new StateSource() {
      @Override
      public CompletableFuture<StateCopy> beginCopy() {
        return CompletableFuture.completedFuture(rig.kernel.copy());
      }

      @Override
      public CompletableFuture<Optional<byte[]>> copyMore(StateCopy copy) {
        between.run();
        return CompletableFuture.completedFuture(Optional.ofNullable(copy.next(1)));
      }

      @Override
      public void press(boolean now) {}

      @Override
      public void giveUp(StateCopy copy) {
        copy.giveUp();
      }
    };
  }

  private static void storeOnce(
      TablesRig rig, MemoryJournal running, StoredStates states, StateSource source) {
    long before = rig.kernel.lastPosition();
    try (StateKeeper keeper = new StateKeeper(running, states, 0, 10)) {
      keeper.start(source);
      await().until(() -> keeper.storedPosition() >= before);
    }
  }

  @Test
  void theStateIsStoredAsItWasWhileTheNodeGoesOn() throws Exception {
    storeInTheMiddle();
    MemoryJournal running = journal.reopen();
    byte[] hash;
    byte[] stateAtTheBlock;
    try (TablesRig rig = new TablesRig(file, running)) {
      StoredStates states = new StoredStates(rig.file());
      RandomTraffic traffic = new RandomTraffic(rig, 13);
      hash = running.head().hash();
      stateAtTheBlock = rig.kernel.snapshot();
      storeOnce(rig, running, states, source(rig, () -> stepAndFlush(rig, traffic)));
      StoredStates.Stored stored = states.newest();
      assertThat(stored).isNotNull();
      assertThat(stored.head().hash()).isEqualTo(hash);
      assertThat(stored.state()).isEqualTo(stateAtTheBlock);
      Kernel restored = Kernel.restore(stored.state());
      Recovery.recover(running.reopen(), stored.head(), restored::replay);
      assertThat(restored.snapshot()).isEqualTo(rig.kernel.snapshot());
    }
  }

  private static void stepAndFlush(TablesRig rig, RandomTraffic traffic) {
    try {
      traffic.step();
      rig.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aStateThatIsNotWholeLeavesTheOneBefore() throws Exception {
    long position = storeInTheMiddle();
    try (TablesRig rig = new TablesRig(file, journal.reopen())) {
      StoredStates states = new StoredStates(rig.file(), () -> Long.MAX_VALUE, 100);
      List<String> before = rig.query("SELECT id, position FROM kernel_states");
      StoredStates.Writing unfinished = states.begin(0);
      unfinished.add(rig.kernel.snapshot());
      // Here the process ends, or goes on.
      StoredStates.Stored stored = states.newest();
      assertThat(stored).isNotNull();
      assertThat(stored.head().position()).isEqualTo(position);
      unfinished.close();
      assertThat(rig.query("SELECT id, position FROM kernel_states")).isEqualTo(before);
      assertThat(rig.query("SELECT count(DISTINCT state_id) FROM kernel_state_chunks"))
          .containsExactly("1");
    }
  }

  @Test
  void aStateAheadOfTheTablesIsUsed() throws Exception {
    storeInTheMiddle();
    MemoryJournal running = journal.reopen();
    TablesRig rig = new TablesRig(file, running);
    rig.execute(RandomTraffic.ADMIN, Acquires.ofAnn("new", "/new", ""));
    rig.append();
    long position = rig.kernel.lastPosition();
    new StoredStates(rig.file()).store(rig.kernel.copy(), running.head());
    rig.close();
    try (TablesRig again = new TablesRig(file, running.reopen())) {
      assertThat(again.storedPosition()).isEqualTo(position);
      assertThat(again.kernel.stateHash())
          .isEqualTo(Recovery.recover(running.reopen()).stateHash());
      again.awaitFed();
      assertThat(again.inTable("new")).isNotNull();
    }
  }

  @Test
  void aStateThatCannotBeReadIsReplacedWhileTheNodeRuns() throws Exception {
    storeInTheMiddle();
    TableFile opened = TableFile.open(file);
    new StoredStates(opened).store(new byte[] {1, 2, 3}, journal.head());
    opened.close();
    assertThatAStateIsStored();
  }

  @Test
  void aStateOfAnotherChainIsReplacedWhileTheNodeRuns() throws Exception {
    storeInTheMiddle();
    change("UPDATE kernel_states SET block_hash = zeroblob(32)");
    assertThatAStateIsStored();
  }

  private void assertThatAStateIsStored() throws Exception {
    MemoryJournal running = journal.reopen();
    try (TablesRig rig = new TablesRig(file, running)) {
      StoredStates states = new StoredStates(rig.file());
      storeOnce(rig, running, states, source(rig, () -> {}));
      StoredStates.Stored stored = states.newest();
      assertThat(stored).isNotNull();
      assertThat(stored.state()).isEqualTo(rig.kernel.snapshot());
    }
  }

  @Test
  void aStateIsNotStoredWhereTheJournalMayNeedTheRoom() throws Exception {
    storeInTheMiddle();
    try (TablesRig rig = new TablesRig(file, journal.reopen())) {
      byte[] large = new byte[3 << 20];
      long enough = 2L * large.length + DiskSpace.RESERVE_BYTES;
      List<String> before = rig.query("SELECT id, position FROM kernel_states");
      List<String> chunks = rig.query("SELECT state_id, number FROM kernel_state_chunks");
      AtomicLong usable = new AtomicLong(enough - 1);
      StoredStates full = new StoredStates(rig.file(), usable::get, 1 << 20);
      assertThatExceptionOfType(FullDiskException.class)
          .isThrownBy(() -> full.store(large, journal.head()));
      // Others fill the disk meanwhile.
      usable.set(enough + (3L << 20));
      StoredStates filling =
          new StoredStates(rig.file(), () -> usable.getAndAdd(-(3L << 20)), 1 << 20);
      assertThatExceptionOfType(FullDiskException.class)
          .isThrownBy(() -> filling.store(large, journal.head()));
      assertThat(rig.query("SELECT id, position FROM kernel_states")).isEqualTo(before);
      assertThat(rig.query("SELECT state_id, number FROM kernel_state_chunks")).isEqualTo(chunks);
    }
  }

  @Test
  void tablesAheadOfTheJournalRefuseToStart() throws Exception {
    storeInTheMiddle();
    MemoryJournal older = new MemoryJournal();
    try (TablesRig other = new TablesRig(directory.resolve("other.db"), older)) {
      other.execute(RandomTraffic.ADMIN, Acquires.ofAnn("l1", "/a", ""));
      other.flush();
    }
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new TablesRig(file, older.reopen()))
        .withMessageContaining("the journal is older than the tables");
  }

  @Test
  void tablesOfAnotherJournalAreBuiltAnew() throws Exception {
    storeInTheMiddle();
    MemoryJournal other = new MemoryJournal();
    long position;
    List<String> history;
    try (TablesRig rig = new TablesRig(directory.resolve("other.db"), other)) {
      RandomTraffic traffic = new RandomTraffic(rig, 12);
      traffic.prepare();
      drive(rig, traffic);
      drive(rig, traffic);
      drive(rig, traffic);
      drive(rig, traffic);
      position = rig.kernel.lastPosition();
      rig.awaitFed();
      history = rig.dump("lease_history");
    }
    try (TablesRig rig = new TablesRig(file, other.reopen())) {
      rig.awaitFed();
      assertThat(rig.kernel.lastPosition()).isEqualTo(position);
      assertThat(rig.dump("lease_history")).isEqualTo(history);
    }
  }

  @Test
  void missingTablesAreBuiltAnew() throws Exception {
    storeInTheMiddle();
    Files.delete(file);
    assertThatAllIsReplayed();
  }

  @Test
  void whatTheKernelHasForgottenIsFoundHoweverFarTheTablesAreBehind() throws Exception {
    Caller ann = RandomTraffic.agent("ann");
    try (TablesRig rig = new TablesRig(file, journal)) {
      rig.execute(ann, Acquires.ofAnn("a", "/a", "r1"));
      rig.execute(ann, new LeaseCommand.Release("a", "", 0, ""));
      rig.tick += Limits.DAY;
      rig.execute(RandomTraffic.ADMIN, new NodeCommand.Prune(rig.tick, 1));
      rig.awaitFed();
    }
    Files.delete(file);
    try (TablesRig rig = new TablesRig(file, journal.reopen())) {
      assertThat(rig.kernel.recorded().leases()).isEmpty();
      Command retry = Acquires.ofAnn("b", "/a", "r1");
      assertThat(rig.tables.mayKnow(ann, retry)).isTrue();
      Reply found = rig.tables.lookUp(ann, retry).get(60, TimeUnit.SECONDS);
      assertThat(((Reply.OfLease) found).lease().id()).isEqualTo("a");
    }
  }
}
