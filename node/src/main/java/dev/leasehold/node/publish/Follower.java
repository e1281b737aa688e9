package dev.leasehold.node.publish;

import dev.leasehold.node.alerts.Alert;
import dev.leasehold.node.alerts.AlertDetector;
import dev.leasehold.node.metrics.Figures;
import dev.leasehold.node.sequence.DurableBlock;
import java.util.List;

/** Follows all that becomes durable, block by block, on the publisher's thread. */
public interface Follower {

  /**
   * Returns the alerts that the block gives rise to.
   *
   * @param durableTick when the block was known to be durable; it may be followed a little later
   */
  List<Alert> follow(DurableBlock block, long durableTick);

  /** Counts what happens. */
  static Follower counting(Figures figures) {
    return (block, durableTick) -> {
      figures.follow(block, durableTick);
      return List.of();
    };
  }

  /** Raises alerts, and counts them. */
  static Follower alerting(AlertDetector detector, Figures figures) {
    return (block, durableTick) -> {
      List<Alert> raised = detector.follow(block);
      raised.forEach(alert -> figures.alerted(alert.kind().word()));
      return raised;
    };
  }
}
