package dev.leasehold.testing.rules.broken.node.metrics;

import dev.leasehold.testing.rules.broken.node.alerts.Alarm;

/** Metrics may not know alerts. */
public class Gauge {
  Alarm alarm;
}
