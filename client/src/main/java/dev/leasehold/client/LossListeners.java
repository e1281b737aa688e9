package dev.leasehold.client;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The listeners for the loss of a lease: each is told once, on the listeners' executor. */
final class LossListeners {

  private static final System.Logger LOG = System.getLogger(LossListeners.class.getName());

  private final Executor executor;
  private final List<Consumer<Loss>> listeners = new ArrayList<>();
  private @Nullable Loss told;

  LossListeners(Executor executor) {
    this.executor = executor;
  }

  void add(Consumer<Loss> listener) {
    Loss already;
    synchronized (this) {
      already = told;
      if (already == null) {
        listeners.add(listener);
      }
    }
    if (already != null) {
      tell(listener, already);
    }
  }

  /** Tells the listeners of the loss, unless the holder itself let go. Called once. */
  void tell(Loss loss) {
    List<Consumer<Loss>> all;
    synchronized (this) {
      told = loss;
      all = List.copyOf(listeners);
      listeners.clear();
    }
    all.forEach(listener -> tell(listener, loss));
  }

  private void tell(Consumer<Loss> listener, Loss loss) {
    if (loss.cause() == Loss.Cause.RELEASED) {
      return;
    }
    try {
      executor.execute(() -> run(listener, loss));
    } catch (RejectedExecutionException e) {
      LOG.log(System.Logger.Level.WARNING, "a listener could not be told: " + loss.text(), e);
    }
  }

  private static void run(Consumer<Loss> listener, Loss loss) {
    try {
      listener.accept(loss);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "a listener has failed when told: " + loss.text(), e);
    }
  }
}
