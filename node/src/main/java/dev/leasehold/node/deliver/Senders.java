package dev.leasehold.node.deliver;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that messages leave by. They are no virtual ones: looking up a name, and mail, hold
 * the thread below, and the watchers would wait for it as well.
 */
final class Senders {

  private Senders() {}

  /**
   * @param most messages that are on their way at a time, which is for the caller to see to
   */
  static ExecutorService open(int most) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            most,
            most,
            1,
            TimeUnit.MINUTES,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("leasehold-send-", 0).factory());
    // Most of the time there is nothing to send.
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }
}
