package dev.leasehold.cli.checkout;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A check-out as its working copy remembers it.
 *
 * @param base the commit that the work began with
 * @param prefix the text before a path of the repository in the names of its files
 * @param local the full name of the local branch that the work is done on; empty if on none, null
 *     if that is not known
 */
record CheckedOut(
    String leaseId,
    String space,
    Branch branch,
    String base,
    String prefix,
    @Nullable String local) {

  /** Null if the working copy has none. */
  static @Nullable CheckedOut in(Clone clone) throws IOException {
    Properties words = GitDirectoryNote.of(clone, GitDirectoryNote.CHECKOUT).read();
    return words == null
        ? null
        : new CheckedOut(
            words.getProperty("lease", ""),
            words.getProperty("space", ""),
            new Branch(words.getProperty("remote", ""), words.getProperty("ref", "refs/heads/")),
            words.getProperty("base", ""),
            words.getProperty("prefix", ""),
            words.getProperty("local"));
  }

  void remember(Path gitDirectory) throws IOException {
    Properties words = new Properties();
    words.setProperty("lease", leaseId);
    words.setProperty("space", space);
    words.setProperty("remote", branch.remote());
    words.setProperty("ref", branch.ref());
    words.setProperty("base", base);
    words.setProperty("prefix", prefix);
    if (local != null) {
      words.setProperty("local", local);
    }
    GitDirectoryNote.of(gitDirectory, GitDirectoryNote.CHECKOUT).write(words);
  }
}
