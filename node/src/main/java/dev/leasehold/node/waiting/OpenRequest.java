package dev.leasehold.node.waiting;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A request that is under way, as far as waiting needs to know it. */
public interface OpenRequest {

  /** The executor that gives the answer, off the threads that all others wait for. */
  Executor executor();

  /** The credential that it came with; null if it was its connection's certificate. */
  @Nullable String authorization();

  /** Lets the request take as long as a wait may. */
  void stay();

  /** Gives the answer, which is known by now, the usual time to leave. */
  void hurry();

  /**
   * Completes when the request is over, whatever the reason: true if its reply has left whole,
   * false if the caller has gone before.
   */
  CompletionStage<Boolean> delivery();
}
