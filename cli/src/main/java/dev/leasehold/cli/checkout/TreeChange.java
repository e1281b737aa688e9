package dev.leasehold.cli.checkout;

import dev.leasehold.cli.git.GitFailedException;
import dev.leasehold.cli.git.GitResult;
import java.util.ArrayList;
import java.util.List;

/**
 * One file that differs between two trees.
 *
 * @param kind git's letter for it: A, M, D, R, T
 * @param mode of the file afterwards, in octal; all zeros if there is none
 * @param path its path in the repository afterwards, or before if it is gone
 * @param from the path before; the same unless it was renamed
 */
record TreeChange(char kind, String mode, String path, String from) {

  private static final String REPOSITORY = "160000";

  /** Reads the output of {@code git diff-tree -r -z --raw}. */
  static List<TreeChange> read(GitResult result) throws GitFailedException {
    List<TreeChange> changes = new ArrayList<>();
    List<String> parts = result.parts();
    for (int i = 0; i + 1 < parts.size(); i++) {
      // Such as ":100644 100644 4f2a... 9b1c... M".
      String[] head = parts.get(i).substring(1).split(" ", -1);
      char kind = head[4].charAt(0);
      String from = parts.get(++i);
      boolean hasTwo = kind == 'R' || kind == 'C';
      String path = hasTwo ? parts.get(++i) : from;
      changes.add(new TreeChange(kind, head[1], path, kind == 'R' ? from : path));
    }
    return changes;
  }

  boolean isDeletion() {
    return kind == 'D';
  }

  /** Whether a repository of its own is there now that was not before. */
  boolean addsRepository() {
    return kind == 'A' && mode.equals(REPOSITORY);
  }
}
