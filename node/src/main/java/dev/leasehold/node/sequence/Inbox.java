package dev.leasehold.node.sequence;

import dev.leasehold.node.time.TimeSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Commands on their way to the kernel: many threads put them in, one takes them out. */
final class Inbox {

  /** A fraction of a second's work: with more waiting, everybody would only be answered later. */
  static final int CAPACITY = 16_384;

  private final TimeSource time;
  private final ArrayDeque<Submission> waiting = new ArrayDeque<>();
  private @Nullable Thread sleeper;
  private boolean woken;
  private boolean closed;

  Inbox(TimeSource time) {
    this.time = time;
  }

  /** Takes the submission, or fails it. */
  void put(Submission submission) {
    RuntimeException refusal = tryPut(submission);
    if (refusal != null) {
      submission.fail(refusal);
    }
  }

  /**
   * Takes all of them in one step, so that the thread that empties the inbox finds them together;
   * or fails them.
   */
  void putAll(List<Submission> submissions) {
    List<Submission> refused = new ArrayList<>();
    RuntimeException refusal = null;
    synchronized (this) {
      for (Submission submission : submissions) {
        RuntimeException why = tryPut(submission);
        if (why != null) {
          refusal = why;
          refused.add(submission);
        }
      }
    }
    if (refusal != null) {
      for (Submission submission : refused) {
        submission.fail(refusal);
      }
    }
  }

  private synchronized @Nullable RuntimeException tryPut(Submission submission) {
    if (closed) {
      return StoppedException.untried();
    }
    if (waiting.size() >= CAPACITY) {
      return new OverloadedException(CAPACITY);
    }
    waiting.add(submission);
    wake();
    return null;
  }

  /** Puts those that were taken before to the head again, also when nothing new is taken. */
  synchronized void putBack(Collection<Submission> taken) {
    if (!taken.isEmpty()) {
      List<Submission> inOrder = new ArrayList<>(taken);
      Collections.reverse(inOrder);
      inOrder.forEach(waiting::addFirst);
      wake();
    }
  }

  /** Nothing is taken after this; what is waiting stays. */
  synchronized void close() {
    closed = true;
    wake();
  }

  synchronized int length() {
    return waiting.size();
  }

  synchronized boolean isClosed() {
    return closed;
  }

  /** Whether it takes commands and none is waiting. */
  synchronized boolean isIdle() {
    return !closed && waiting.isEmpty();
  }

  /** Ends {@link #await} before its time, even if it has yet to begin. */
  synchronized void wake() {
    woken = true;
    if (sleeper != null) {
      LockSupport.unpark(sleeper);
      sleeper = null;
    }
  }

  synchronized void drainTo(List<Submission> target, int limit) {
    for (int i = 0; i < limit && !waiting.isEmpty(); i++) {
      target.add(waiting.remove());
    }
  }

  /** Waits until something is there, or the inbox is closed, or the time has passed. */
  void await(long nanos) {
    synchronized (this) {
      boolean isWoken = woken;
      woken = false;
      if (closed || isWoken || !waiting.isEmpty()) {
        return;
      }
      sleeper = Thread.currentThread();
    }
    time.park(nanos);
  }
}
