package dev.leasehold.client;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that do not keep a program from ending, and that end when nobody needs them. */
final class Threads {

  private static final long IDLE_SECONDS = 30;

  private Threads() {}

  /** Whether everything else in the client would wait if this thread did. */
  static boolean isOwn(Thread thread) {
    return thread instanceof Own;
  }

  /** Threads that must not block. */
  static ThreadFactory own(String name) {
    return task -> daemon(new Own(task, name));
  }

  /** One thread, on which everything happens in order. */
  static Executor inOrder(String name) {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), own(name));
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  /** As many threads as there are tasks that take their time. */
  static Executor forListeners(String name) {
    AtomicInteger count = new AtomicInteger();
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        task -> daemon(new Thread(task, name + "-" + count.incrementAndGet())));
  }

  private static Thread daemon(Thread thread) {
    thread.setDaemon(true);
    return thread;
  }

  private static final class Own extends Thread {
    Own(Runnable task, String name) {
      super(task, name);
    }
  }
}
