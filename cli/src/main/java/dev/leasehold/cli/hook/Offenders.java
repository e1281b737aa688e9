package dev.leasehold.cli.hook;

import java.util.ArrayList;
import java.util.List;

/** Files that must not be changed, each with the reason: the first few, by name. */
final class Offenders {

  private static final int MOST_NAMED = 10;

  private final List<String> lines = new ArrayList<>();

  /** Adds a file, once: several commits may change it. */
  void add(ChangedFile file, String reason) {
    String line = file.path() + ": " + reason;
    if (!isFull() && !lines.contains(line)) {
      lines.add(line);
    }
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  /** Whether so many are named that nobody needs to look for further ones. */
  boolean isFull() {
    return lines.size() == MOST_NAMED;
  }

  List<String> lines() {
    List<String> all = new ArrayList<>(lines);
    if (isFull()) {
      all.add("and perhaps more");
    }
    return all;
  }
}
