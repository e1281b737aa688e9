package dev.leasehold.node;

import java.util.ArrayList;
import java.util.List;

/** The parts of a node that were opened so far, to be closed if the next one cannot be opened. */
final class OpenedParts {

  private final List<AutoCloseable> parts = new ArrayList<>();

  <T extends AutoCloseable> T add(T part) {
    parts.add(part);
    return part;
  }

  /** Replaces a part by one that wraps it and closes it. */
  <T extends AutoCloseable> T replace(AutoCloseable old, T part) {
    parts.set(parts.indexOf(old), part);
    return part;
  }

  /** Closes the last first. */
  void closeAfter(Exception failure) {
    for (AutoCloseable part : parts.reversed()) {
      try {
        part.close();
      } catch (Exception e) {
        failure.addSuppressed(e);
      }
    }
  }
}
