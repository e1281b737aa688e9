package dev.leasehold.node.tables;

import dev.leasehold.node.sequence.OverloadedException;
import java.sql.SQLException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The threads that read the tables, so that no caller waits for the disk. */
public final class TableReaders implements Executor, AutoCloseable {

  /** As many queries may wait for a reader as commands for the kernel. */
  public static final int MAX_WAITING = 16_384;

  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          TableFile.MAX_READERS,
          TableFile.MAX_READERS,
          1,
          TimeUnit.MINUTES,
          new ArrayBlockingQueue<>(MAX_WAITING),
          Thread.ofPlatform().daemon().name("leasehold-tables-", 0).factory());

  /** A query that may find nothing. */
  public interface Query<T> {
    @Nullable T run() throws SQLException, InterruptedException;
  }

  /**
   * @throws OverloadedException if too many wait
   */
  @Override
  public void execute(Runnable task) {
    try {
      threads.execute(task);
    } catch (RejectedExecutionException e) {
      throw new OverloadedException(MAX_WAITING);
    }
  }

  public <T> CompletableFuture<@Nullable T> ask(Query<T> query) {
    CompletableFuture<@Nullable T> answer = new CompletableFuture<>();
    try {
      execute(() -> complete(answer, query));
    } catch (OverloadedException e) {
      answer.completeExceptionally(e);
    }
    return answer;
  }

  private static <T> void complete(CompletableFuture<@Nullable T> answer, Query<T> query) {
    try {
      answer.complete(query.run());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      answer.completeExceptionally(e);
    } catch (SQLException | RuntimeException e) {
      answer.completeExceptionally(new CompletionException("leasehold.db", e));
    }
  }

  @Override
  public void close() {
    threads.close();
  }
}
