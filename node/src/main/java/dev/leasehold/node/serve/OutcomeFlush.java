package dev.leasehold.node.serve;

import dev.leasehold.node.sequence.Durable;
import dev.leasehold.node.sequence.DurableListener;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the streams that have something to tell: when it comes with a block, after the last reply
 * of the block, so that all of them leave in one message; else at once.
 */
final class OutcomeFlush implements DurableListener {

  private volatile @Nullable Thread writer;

  /** For the writer's thread alone. */
  private final List<Exchange> waiting = new ArrayList<>();

  void schedule(Exchange exchange) {
    if (Thread.currentThread() == writer) {
      waiting.add(exchange);
    } else {
      exchange.flush();
    }
  }

  @Override
  public void onDurable(Durable block) {
    writer = Thread.currentThread();
  }

  @Override
  public void onAnswered() {
    waiting.forEach(Exchange::flush);
    waiting.clear();
  }
}
