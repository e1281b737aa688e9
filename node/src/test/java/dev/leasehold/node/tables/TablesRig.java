package dev.leasehold.node.tables;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Pause;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.codec.BytesOut;
import dev.leasehold.kernel.codec.EventCodec;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.MemoryJournal;
import dev.leasehold.node.persist.files.DiskSpace;
import dev.leasehold.node.sequence.AgentVisibilitySetting;
import dev.leasehold.node.sequence.DurableBlock;
import dev.leasehold.node.sequence.Sequencer;
import dev.leasehold.node.tables.feed.TableFeed;
import dev.leasehold.node.tables.query.Archive;
import dev.leasehold.node.tables.query.LeaseQueries;
import dev.leasehold.node.tables.retry.HistoryBackedSequencer;
import dev.leasehold.node.tables.retry.KeyFilters;
import dev.leasehold.node.tables.retry.LatestLease;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Tables behind a kernel that one thread drives, with a journal in memory; no time passes. */
public final class TablesRig implements AutoCloseable {

  private static final long WALL_START = 1_700_000_000_123_456_789L;

  public final MemoryJournal journal;
  public final Path path;
  public final CompletableFuture<Throwable> failure = new CompletableFuture<>();
  public final Tables tables;
  public final Kernel kernel;

  /** Every lease that ever was, as it was when it was last heard of. */
  public final Map<String, Lease> lastSeen = new HashMap<>();

  private final AgentVisibilitySetting agentsSee;
  private final List<Outcome> open = new ArrayList<>();
  public long tick;

  /** When the server last stood still. */
  Pause pause = Pause.NONE;

  /** All that has happened. */
  public final List<Fact> facts = new ArrayList<>();

  public TablesRig(Path path) throws IOException {
    this(path, new MemoryJournal());
  }

  public TablesRig(Path path, MemoryJournal journal) throws IOException {
    this(path, journal, Integer.MAX_VALUE);
  }

  /**
   * @param mostUnfed a start waits for tables that are further behind
   */
  public TablesRig(Path path, MemoryJournal journal, int mostUnfed) throws IOException {
    this.path = path;
    this.journal = journal;
    this.tables =
        Tables.open(
            path,
            journal,
            new DiskSpace(() -> Long.MAX_VALUE),
            Limits.DEFAULT_LEASES_PER_HOLDER,
            mostUnfed,
            failure::complete);
    this.kernel = tables.kernel();
    this.agentsSee = new AgentVisibilitySetting(kernel.config().agentsSee());
    this.tick = Math.max(kernel.lastTick(), journal.head().tick());
  }

  /** Decides a command; it is durable with the next {@link #flush}. */
  public Outcome execute(Caller caller, Command command) {
    Outcome outcome =
        kernel.execute(new Stamp(tick, wallNanos(tick) + wallLeapNanos, caller, pause), command);
    if (!outcome.events().isEmpty()) {
      facts.addAll(outcome.facts());
      for (Fact fact : outcome.facts()) {
        if (fact.after() != null) {
          lastSeen.put(fact.after().id(), fact.after());
        }
      }
      open.add(outcome);
    }
    return outcome;
  }

  /** How far the wall clock has been set forward. */
  long wallLeapNanos;

  public static long wallNanos(long tick) {
    return WALL_START + tick;
  }

  /** Makes a block of what was decided, and feeds it. */
  public void flush() throws IOException {
    List<Fact> decided = open.stream().flatMap(outcome -> outcome.facts().stream()).toList();
    Block block = append();
    if (block != null) {
      tables.onDurableBlock(block);
      tables.onDurableFacts(new DurableBlock(decided, block.tick(), block.wallNanos()));
    }
  }

  /** Makes a block of what was decided, and feeds nothing. */
  public Block append() throws IOException {
    if (open.isEmpty()) {
      return null;
    }
    BytesOut encoded = new BytesOut();
    List<Event> events = new ArrayList<>();
    for (Outcome outcome : open) {
      events.addAll(outcome.events());
    }
    events.forEach(event -> EventCodec.write(event, encoded));
    long last = events.get(events.size() - 1).position();
    byte[] bytes = encoded.toByteArray();
    Block block =
        Block.following(
            journal.head(),
            events.get(0).position(),
            last,
            tick,
            wallNanos(tick) + wallLeapNanos,
            bytes);
    journal.append(block);
    open.clear();
    return block;
  }

  public void awaitFed() throws IOException, InterruptedException {
    flush();
    tables.await();
  }

  public Lease inTable(String id) throws Exception {
    return tables.file.find(rows -> new LeaseQueries(tables.file).byId(rows, id));
  }

  public TableFile file() {
    return tables.file;
  }

  public LatestLease latest() {
    return tables.latest;
  }

  public TableReaders readers() {
    return tables.readers;
  }

  public KeyFilters filters() {
    return tables.filters;
  }

  public TableFeed feed() {
    return tables.feed;
  }

  public Archive archive() {
    return tables.archive(agentsSee);
  }

  /** Has the tables answer for leases that the kernel has forgotten. */
  public HistoryBackedSequencer withHistory(Sequencer sequencer) {
    return tables.withHistory(sequencer, agentsSee);
  }

  public long storedPosition() {
    return tables.keeper.storedPosition();
  }

  /** All rows of a table as text, in the order of its keys. */
  public List<String> dump(String table) throws Exception {
    return query("SELECT * FROM " + table + " ORDER BY 1, 2");
  }

  public List<String> query(String sql) throws Exception {
    return tables.file.read(
        connection -> {
          try (Statement statement = connection.createStatement();
              ResultSet rows = statement.executeQuery(sql)) {
            return texts(rows);
          }
        });
  }

  private static List<String> texts(ResultSet rows) throws SQLException {
    List<String> texts = new ArrayList<>();
    ResultSetMetaData columns = rows.getMetaData();
    while (rows.next()) {
      StringBuilder text = new StringBuilder();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        text.append(i == 1 ? "" : "|").append(rows.getString(i));
      }
      texts.add(text.toString());
    }
    return texts;
  }

  @Override
  public void close() throws IOException {
    tables.close();
  }
}
