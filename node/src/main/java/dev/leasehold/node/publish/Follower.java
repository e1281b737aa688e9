package dev.leasehold.node.publish;

import dev.leasehold.node.alerts.Alert;
import dev.leasehold.node.sequence.Durable;
import java.util.List;

/** Follows all that becomes durable, block by block, on the publisher's thread. */
interface Follower {

  /** Returns the alerts that the block gives rise to. */
  List<Alert> follow(Durable block);
}
