package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.testing.simulation.audit.Step;
import java.util.List;

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
  public Step.Figures figures() {
    return new Step.Figures(
        kernel.livingCount(), kernel.waitingCount(), kernel.endedCount(), kernel.nextDueTick());
  }

  @Override
  public List<Notice> notices(String holder) {
    return kernel.notices(holder, Step.MOST_NOTICES);
  }

  @Override
  public Subject restored(byte[] snapshot) {
    return new KernelSubject(Kernel.restore(snapshot));
  }
}
