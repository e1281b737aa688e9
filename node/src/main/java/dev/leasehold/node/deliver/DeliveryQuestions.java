package dev.leasehold.node.deliver;

import dev.leasehold.node.sequence.OverloadedException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The thread that asks the file of messages, so that no thread that serves requests waits for it.
 */
final class DeliveryQuestions implements AutoCloseable {

  /** More than all webhooks and addresses together have owners who ask at the same time. */
  static final int MAX_WAITING = 1_024;

  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          1,
          TimeUnit.MINUTES,
          new ArrayBlockingQueue<>(MAX_WAITING),
          Thread.ofPlatform().daemon().name("leasehold-deliveries-", 0).factory());

  DeliveryQuestions() {
    // Hardly anybody asks.
    thread.allowCoreThreadTimeOut(true);
  }

  /** The future fails with {@link OverloadedException} if too many wait. */
  <T> CompletableFuture<T> ask(Callable<T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    try {
      thread.execute(() -> complete(answer, question));
    } catch (RejectedExecutionException e) {
      answer.completeExceptionally(new OverloadedException(MAX_WAITING));
    }
    return answer;
  }

  private static <T> void complete(CompletableFuture<T> answer, Callable<T> question) {
    try {
      answer.complete(question.call());
    } catch (Throwable e) {
      answer.completeExceptionally(new CompletionException(DeliveryStore.FILE_NAME, e));
      if (e instanceof Error error) {
        // Ends the thread, as it should; the next question gets a new one.
        throw error;
      }
    }
  }

  @Override
  public void close() {
    thread.shutdown();
  }
}
