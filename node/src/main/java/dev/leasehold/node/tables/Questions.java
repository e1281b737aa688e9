package dev.leasehold.node.tables;

import dev.leasehold.node.sequence.OverloadedException;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Asks the tables on the threads that read them. */
final class Questions {

  /** Something asked of the tables. */
  interface Question<T> {
    @Nullable T ask() throws SQLException, InterruptedException;
  }

  private final Executor executor;

  Questions(Executor executor) {
    this.executor = executor;
  }

  Executor executor() {
    return executor;
  }

  <T> CompletableFuture<@Nullable T> ask(Question<T> question) {
    CompletableFuture<@Nullable T> answer = new CompletableFuture<>();
    Runnable task =
        () -> {
          try {
            answer.complete(question.ask());
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answer.completeExceptionally(e);
          } catch (SQLException | RuntimeException e) {
            answer.completeExceptionally(new CompletionException("leasehold.db", e));
          }
        };
    try {
      executor.execute(task);
    } catch (RejectedExecutionException e) {
      answer.completeExceptionally(new OverloadedException(Tables.MAX_WAITING_READERS));
    }
    return answer;
  }
}
