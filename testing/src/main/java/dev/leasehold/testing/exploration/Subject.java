package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.testing.simulation.audit.Step;
import java.util.List;

/** The kernel that is explored, or in tests of the explorer one that is made to err. */
public interface Subject {

  Outcome execute(Stamp stamp, Command command);

  void replay(Event event);

  byte[] snapshot();

  /** Counts of leases, and when time will next change one. */
  Step.Figures figures();

  /** The notices that a reply to this holder carries. */
  List<Notice> notices(String holder);

  default long nextDueTick() {
    return figures().nextDueTick();
  }

  /** Another one of the same kind, in the state of the snapshot. */
  Subject restored(byte[] snapshot);
}
