package dev.leasehold.testing.rules.broken.node.alerts;

import dev.leasehold.testing.rules.broken.node.http.Surface;

/** Alerts may not know serve. */
public class Alarm {
  Surface surface;
}
