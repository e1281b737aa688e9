package dev.leasehold.cli.checkout;

import java.io.IOException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The commit of a check-in, from when it is made until the working copy is on it.
 *
 * @param work the files of the working copy when it was made, and where its HEAD was; null if that
 *     is not known
 */
record PreparedCommit(String leaseId, String commit, @Nullable WorkingTree work) {

  /** The one that a check-in before this one left; null if it left none for the lease. */
  static @Nullable PreparedCommit in(Clone clone, String leaseId) throws IOException {
    Properties words = GitDirectoryNote.of(clone, GitDirectoryNote.CHECKIN).read();
    return words == null || !words.getProperty("lease", "").equals(leaseId)
        ? null
        : new PreparedCommit(leaseId, words.getProperty("commit", ""), work(words));
  }

  private static @Nullable WorkingTree work(Properties words) {
    String head = words.getProperty("head");
    String local = words.getProperty("local");
    String tree = words.getProperty("tree");
    return head == null || local == null || tree == null
        ? null
        : new WorkingTree(head, local, words.getProperty("files", tree), tree);
  }

  void remember(Clone clone) throws IOException {
    Properties words = new Properties();
    words.setProperty("lease", leaseId);
    words.setProperty("commit", commit);
    if (work != null) {
      words.setProperty("head", work.head());
      words.setProperty("local", work.local());
      words.setProperty("files", work.files());
      words.setProperty("tree", work.tree());
    }
    GitDirectoryNote.of(clone, GitDirectoryNote.CHECKIN).write(words);
  }
}
