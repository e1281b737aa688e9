package dev.leasehold.node.publish;

import dev.leasehold.node.alerts.Alert;
import dev.leasehold.node.sequence.DurableBlock;
import java.util.List;

/** Follows all that becomes durable, block by block, on the publisher's thread. */
interface Follower {

  /**
   * Returns the alerts that the block gives rise to.
   *
   * @param durableTick when the block was known to be durable; it may be followed a little later
   */
  List<Alert> follow(DurableBlock block, long durableTick);
}
