package dev.leasehold.kernel.command;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** The labels that callers give to leases and to what they spend. */
final class Labels {

  private Labels() {}

  /** A copy whose order shows the same everywhere. */
  static Map<String, String> sorted(Map<String, String> labels) {
    return labels.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(labels));
  }
}
