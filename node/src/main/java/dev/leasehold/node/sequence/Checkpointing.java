package dev.leasehold.node.sequence;

import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.persist.Checkpoint;
import dev.leasehold.node.persist.Head;
import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.prove.GrantSigner;
import java.io.IOException;

/** Signs how far the journal has come, now and then, after the replies have left. */
final class Checkpointing {

  /** One signature and one more commit among so many cost nothing that shows. */
  static final int EVERY_BLOCKS = 1_024;

  /** Where little happens, what happened is signed before long. */
  static final long EVERY_NANOS = Limits.MINUTE;

  private final Journal journal;
  private final GrantSigner signer;
  private Head signed;

  Checkpointing(Journal journal, GrantSigner signer) throws IOException {
    this.journal = journal;
    this.signer = signer;
    Checkpoint last = journal.lastCheckpoint();
    this.signed = last == null ? new Head(0, 0, 0, new byte[0]) : last.head();
  }

  void signIfDue() throws IOException {
    Head head = journal.head();
    if (head.block() - signed.block() >= EVERY_BLOCKS
        || (head.block() > signed.block() && head.tick() - signed.tick() >= EVERY_NANOS)) {
      sign(head);
    }
  }

  /** Signs the last block, before the journal is closed. */
  void signLast() throws IOException {
    if (journal.head().block() > signed.block()) {
      sign(journal.head());
    }
  }

  private void sign(Head head) throws IOException {
    journal.checkpoint(signer.checkpoint(head));
    signed = head;
  }
}
