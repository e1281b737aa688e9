package dev.leasehold.node.serve.waiting;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** A request that is under way, as far as waiting needs to know it. */
public interface OpenRequest {

  /** Where its answer is given, off the threads that all others wait for. */
  Executor executor();

  /** It may take as long as a wait may. */
  void stay();

  /** Its answer is known and has the usual time to leave. */
  void hurry();

  /**
   * Comes when the request is over, whatever the reason: true if its reply has left whole, false if
   * whoever asked has gone before.
   */
  CompletionStage<Boolean> delivery();
}
