package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Stamp;

/** What is explored: the kernel, or in tests of the explorer one that is made to err. */
public interface Subject {

  Outcome execute(Stamp stamp, Command command);

  void replay(Event event);

  byte[] snapshot();

  long nextDueTick();

  /** Leases that keep others out or wait. */
  int livingCount();

  /** Another one of the same kind, in the state of the snapshot. */
  Subject restored(byte[] snapshot);
}
