package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Notice;
import dev.leasehold.kernel.Reply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Somebody who sends commands and hears, or does not hear, what became of them. */
interface Party {

  Caller caller();

  /** What it sends next; null if it waits. The tick is what its own clock shows. */
  @Nullable Command act(long tick);

  /** What became of a command, and what else it is told. */
  void receive(Command command, Reply reply, List<Notice> notices);
}
