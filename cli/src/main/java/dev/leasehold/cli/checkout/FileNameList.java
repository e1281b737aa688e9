package dev.leasehold.cli.checkout;

import java.util.List;

/** Names of files in a sentence. */
final class FileNameList {

  /** More are of no help in one sentence. */
  private static final int MOST = 10;

  private FileNameList() {}

  static String of(List<String> names) {
    String first = String.join(", ", names.subList(0, Math.min(MOST, names.size())));
    int others = names.size() - MOST;
    return others > 0 ? first + " and " + others + " more" : first;
  }
}
