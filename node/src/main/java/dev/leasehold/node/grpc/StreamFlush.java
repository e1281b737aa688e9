package dev.leasehold.node.grpc;

import dev.leasehold.node.sequence.DurableBlock;
import dev.leasehold.node.sequence.DurableListener;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the streams that have something to tell: when it comes with a block, after the last reply
 * of the block, so that all of them leave in one message; else at once.
 */
final class StreamFlush implements DurableListener {

  /** The thread that gives the replies of a block at the moment. */
  private volatile @Nullable Thread answering;

  /** The sessions to wake after the block; for that thread alone. */
  private final List<StreamSession> waiting = new ArrayList<>();

  void schedule(StreamSession session) {
    if (Thread.currentThread() == answering) {
      waiting.add(session);
    } else {
      session.flush();
    }
  }

  @Override
  public void onAnswering() {
    answering = Thread.currentThread();
  }

  @Override
  public void onDurableFacts(DurableBlock block) {}

  @Override
  public void onAnswered() {
    answering = null;
    waiting.forEach(StreamSession::flush);
    waiting.clear();
  }
}
