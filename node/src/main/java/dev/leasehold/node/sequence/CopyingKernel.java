package dev.leasehold.node.sequence;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.codec.StateCopy;
import dev.leasehold.kernel.policy.Limits;
import java.io.ByteArrayOutputStream;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Copies the state in slices that hold up no command for long. */
final class CopyingKernel implements StateSource {

  /** A run of commands takes as long. */
  static final long SLICE_NANOS = Limits.MILLISECOND;

  /** Leases between two looks at the clock. */
  private static final int LEASES = 64;

  private final Kernel kernel;
  private final Handover handover;
  private final KernelTasks betweenRuns;

  CopyingKernel(Kernel kernel, Handover handover, KernelTasks betweenRuns) {
    this.kernel = kernel;
    this.handover = handover;
    this.betweenRuns = betweenRuns;
  }

  @Override
  public CompletableFuture<StateCopy> beginCopy() {
    return betweenRuns.ask(
        () -> {
          handover.endBlock();
          return kernel.copy();
        });
  }

  @Override
  public CompletableFuture<Optional<byte[]>> copyMore(StateCopy copy) {
    return betweenRuns.ask(() -> slice(copy));
  }

  @Override
  public void press(boolean now) {
    betweenRuns.press(now);
  }

  @Override
  public void giveUp(StateCopy copy) {
    betweenRuns.press(false);
    var unused =
        betweenRuns.ask(
            () -> {
              copy.giveUp();
              return copy;
            });
  }

  private static Optional<byte[]> slice(StateCopy copy) {
    long began = System.nanoTime();
    ByteArrayOutputStream slice = new ByteArrayOutputStream();
    do {
      byte[] piece = copy.next(LEASES);
      if (piece == null) {
        return Optional.empty();
      }
      slice.writeBytes(piece);
    } while (!copy.hasAllLeases() && System.nanoTime() - began < SLICE_NANOS);
    return Optional.of(slice.toByteArray());
  }
}
