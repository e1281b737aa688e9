package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.notice.Notice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A simulated caller, which sends commands and may or may not get the replies. */
interface Party {

  Caller caller();

  /** Returns the command to send next; null to wait. The tick is what the party's clock shows. */
  @Nullable Command act(long tick);

  /** Tells the party the reply to its command, and the notices that come with it. */
  void receive(Command command, Reply reply, List<Notice> notices);
}
