package dev.leasehold.node.sequence;

import java.util.List;

/**
 * Decides commands that come together on the thread that brings them, when the kernel's thread
 * rests: it need not be woken for them. A few that come while nothing is being written are written
 * here as well, so that a lone request has its answer as soon as the disk has it; more are worth
 * the work of two threads, and the writer's writes them while the next are on their way.
 */
final class DirectExecution {

  /** More than this are written by the writer's thread. */
  static final int MAX_WRITTEN = 8;

  /** So many blocks are written here before one goes to the writer, which tidies the journal. */
  static final int MAX_IN_A_ROW = 64;

  private final Decider decider;
  private final Handover handover;
  private final BlockWriter writer;
  private int inARow;

  DirectExecution(Decider decider, Handover handover, BlockWriter writer) {
    this.decider = decider;
    this.handover = handover;
    this.writer = writer;
  }

  /**
   * Waits for nobody but for a disk that is known to be quick.
   *
   * @return whether the commands are decided; if not, nothing was done
   */
  boolean tryExecute(List<Submission> together) throws Exception {
    // An interrupt is meant for the caller, and would end waits and close files in here.
    if (together.isEmpty() || Thread.currentThread().isInterrupted()) {
      return false;
    }
    boolean writesHere = isWrittenHere(together.size());
    if (!decider.decideHere(together)) {
      return false;
    }
    Batch batch = writesHere ? handover.takeIfIdle() : null;
    if (batch != null) {
      writer.writeHere(batch);
    } else {
      handover.flush();
    }
    return true;
  }

  private boolean isWrittenHere(int count) {
    return count <= MAX_WRITTEN && handover.isIdle() && writer.isQuick() && !isWriterDue();
  }

  private synchronized boolean isWriterDue() {
    inARow = inARow == MAX_IN_A_ROW ? 0 : inARow + 1;
    return inARow == 0;
  }
}
