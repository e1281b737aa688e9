package dev.leasehold.cli.hook;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Files that must not be changed, each with the reason: the first few, by name. */
final class Offenders {

  private static final int MOST_NAMED = 10;

  /** Looks for offenders, and may fail on its way. */
  interface Search {
    void run() throws IOException;
  }

  private final List<String> lines = new ArrayList<>();
  private boolean mayBeMore;

  /** Runs a search. If it fails, those that it found until then are offenders all the same. */
  void find(Search search) throws IOException {
    try {
      search.run();
    } catch (IOException e) {
      if (isEmpty()) {
        throw e;
      }
      mayBeMore = true;
    }
  }

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
    if (isFull() || mayBeMore) {
      all.add("and perhaps more");
    }
    return all;
  }
}
