package dev.leasehold.node.sequence;

import java.util.List;

/**
 * Decides and writes a few commands on the thread that brings them, when nothing else is under way.
 * A lone request then wakes neither the kernel's thread nor the writer's, and has its answer as
 * soon as the disk has it.
 */
final class DirectExecution {

  /** More than this is worth the work of two threads at a time. */
  static final int MAX_COMMANDS = 8;

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
   * Waits for the disk, if it is known to be quick.
   *
   * @return whether the commands are decided; if not, nothing was done
   */
  boolean tryExecute(List<Submission> few) throws Exception {
    if (few.isEmpty() || few.size() > MAX_COMMANDS || !handover.isIdle() || !writer.isQuick()) {
      return false;
    }
    // An interrupt is meant for the caller, and would end waits and close files in here.
    if (Thread.currentThread().isInterrupted()) {
      return false;
    }
    if (isWriterDue() || !decider.decideHere(few)) {
      return false;
    }
    Batch batch = handover.takeIfIdle();
    if (batch != null) {
      writer.writeHere(batch);
    }
    return true;
  }

  private synchronized boolean isWriterDue() {
    inARow = inARow == MAX_IN_A_ROW ? 0 : inARow + 1;
    return inARow == 0;
  }
}
