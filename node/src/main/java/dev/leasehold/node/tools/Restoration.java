package dev.leasehold.node.tools;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Token;
import dev.leasehold.kernel.codec.BytesOut;
import dev.leasehold.kernel.codec.EventCodec;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.persist.Recovery;
import dev.leasehold.node.persist.SqliteJournal;
import dev.leasehold.node.time.TickClock;
import dev.leasehold.node.time.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the journal of a backup one that a server may go on from (rule 25): the first thing it gets
 * is the restore, which ends every lease and lifts positions and epochs; then its tokens are
 * revoked, because those that were revoked since the backup would be valid again.
 */
final class Restoration {

  /** Blocks of the usual size, however many leases there were. */
  private static final int BLOCK_BYTES = 1 << 20;

  private final Journal journal;
  private final Kernel kernel;
  private final Stamp stamp;
  private final List<Event> events = new ArrayList<>();

  private Restoration(Journal journal, TimeSource time) throws IOException {
    this.journal = journal;
    this.kernel = Recovery.recover(journal);
    TickClock clock = TickClock.resume(time, journal.lastMark(), journal.head().tick());
    this.stamp = new Stamp(clock.tick(), time.wallNanos(), Caller.SERVER);
    journal.mark(clock.markAt(stamp.tick()));
  }

  /**
   * The position that a restored journal goes on from, what the restore has ended, and how many
   * providers there are.
   */
  record Done(long firstPosition, int endedLeases, int revokedTokens, int providers) {}

  static Done carryOut(Path file, long atLeastPosition, boolean keepTokens, TimeSource time)
      throws IOException {
    try (Journal journal = SqliteJournal.open(file)) {
      Restoration restoration = new Restoration(journal, time);
      Done done = restoration.decide(atLeastPosition, keepTokens);
      restoration.write();
      return done;
    }
  }

  private Done decide(long atLeastPosition, boolean keepTokens) {
    Reply reply = execute(new AdminCommand.Restore(atLeastPosition));
    if (!(reply instanceof Reply.Restored restored)) {
      throw new IllegalStateException("the kernel does not restore: " + reply);
    }
    long first = events.get(0).position();
    int revoked = 0;
    for (Token token : keepTokens ? List.<Token>of() : kernel.tokens()) {
      execute(new AdminCommand.RevokeToken(token.id(), ""));
      revoked++;
    }
    return new Done(first, restored.endedLeases(), revoked, kernel.providers().size());
  }

  private Reply execute(Command command) {
    Outcome outcome = kernel.execute(stamp, command);
    events.addAll(outcome.events());
    return outcome.reply();
  }

  private void write() throws IOException {
    BytesOut out = new BytesOut();
    int first = 0;
    for (int i = 0; i < events.size(); i++) {
      EventCodec.write(events.get(i), out);
      if (out.length() >= BLOCK_BYTES || i == events.size() - 1) {
        journal.append(
            Block.following(
                journal.head(),
                events.get(first).position(),
                events.get(i).position(),
                stamp.tick(),
                stamp.wallNanos(),
                out.toByteArray()));
        journal.tidy();
        out = new BytesOut();
        first = i + 1;
      }
    }
  }
}
