package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Stamp;

/** The kernel as it is. */
public final class KernelSubject implements Subject {

  private final Kernel kernel;

  public KernelSubject() {
    this(new Kernel());
  }

  private KernelSubject(Kernel kernel) {
    this.kernel = kernel;
  }

  @Override
  public Outcome execute(Stamp stamp, Command command) {
    return kernel.execute(stamp, command);
  }

  @Override
  public void replay(Event event) {
    kernel.replay(event);
  }

  @Override
  public byte[] snapshot() {
    return kernel.snapshot();
  }

  @Override
  public long nextDueTick() {
    return kernel.nextDueTick();
  }

  @Override
  public int livingCount() {
    return kernel.livingCount();
  }

  @Override
  public Subject restored(byte[] snapshot) {
    return new KernelSubject(Kernel.restore(snapshot));
  }
}
