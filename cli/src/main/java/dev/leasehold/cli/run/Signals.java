package dev.leasehold.cli.run;

import dev.leasehold.cli.acquire.Acquisition;
import dev.leasehold.cli.process.ForwardedSignals;
import dev.leasehold.cli.process.RunningCommand;
import dev.leasehold.cli.process.Supervisor;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** Signals end the wait for a lease; later they are the command's. */
final class Signals {

  private enum Phase {
    WAITING,
    CANCELLED,
    OVER
  }

  private final Supervisor supervisor;
  private final Acquisition acquisition;
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WAITING);
  private final CompletableFuture<RunningCommand> command = new CompletableFuture<>();

  Signals(Supervisor supervisor, Acquisition acquisition) {
    this.supervisor = supervisor;
    this.acquisition = acquisition;
    ForwardedSignals.thatEnd(this::received);
  }

  /** From here on signals go to the command, as soon as there is one. */
  void waitIsOver() {
    if (!phase.compareAndSet(Phase.WAITING, Phase.OVER)) {
      // The signal that cancelled the wait is about to end this process.
      while (true) {
        LockSupport.park();
      }
    }
    ForwardedSignals.all(this::received);
  }

  void started(RunningCommand running) {
    command.complete(running);
  }

  private void received(String signal) {
    if (phase.compareAndSet(Phase.WAITING, Phase.CANCELLED)) {
      try {
        acquisition.giveUp();
      } catch (IOException e) {
        // The server lets nobody wait whose connection is gone.
      }
      supervisor.dieOf(signal);
    } else if (phase.get() == Phase.OVER) {
      command.thenAccept(running -> running.signal(signal));
    }
  }
}
