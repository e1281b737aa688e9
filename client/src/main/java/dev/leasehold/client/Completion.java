package dev.leasehold.client;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Runs an action when a future is done; unlike a dependent future, it logs a failing action. */
final class Completion {

  private static final System.Logger LOG = System.getLogger(Completion.class.getName());

  private Completion() {}

  static <T> void of(
      CompletableFuture<T> future, BiConsumer<@Nullable T, @Nullable Throwable> action) {
    CompletableFuture<T> unused =
        future.whenComplete(
            (value, failure) -> {
              try {
                action.accept(value, failure);
              } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.ERROR, "a reply could not be dealt with", e);
              }
            });
  }
}
