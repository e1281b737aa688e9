package dev.leasehold.cli.checkout;

import dev.leasehold.cli.git.Git;
import dev.leasehold.cli.remote.Fields;
import java.io.IOException;
import java.util.List;

/**
 * The last lines of a commit that was made by a check-in: under which lease, and with which proof.
 */
record Footer(String leaseId, String fencingToken) {

  private static final String LEASE = "Leasehold-Lease: ";
  private static final String TOKEN = "Leasehold-Fencing-Token: ";

  static Footer of(Fields lease) {
    return new Footer(lease.text("leaseId"), lease.text("fencingToken"));
  }

  /** The message with these lines behind it, and with no others of their names. */
  String under(Git git, String message) throws IOException {
    return git.with(message.strip() + "\n")
        .text(
            "interpret-trailers",
            "--if-exists",
            "replace",
            "--trailer",
            LEASE + leaseId,
            "--trailer",
            TOKEN + fencingToken);
  }

  /**
   * The commit that ends with these lines, among those that the branch got since the base and that
   * whoever calls has committed; or empty. Others can copy the lines.
   */
  String find(Clone clone, String base, String tip) throws IOException {
    List<String> candidates =
        clone
            .git()
            .text(
                "rev-list",
                "--fixed-strings",
                "--grep",
                LEASE + leaseId,
                "--end-of-options",
                tip,
                "^" + base)
            .lines()
            .toList();
    String committer = candidates.isEmpty() ? "" : committer(clone.git());
    for (String commit : candidates) {
      List<String> lines =
          clone
              .git()
              .text(
                  "log",
                  "-1",
                  "--no-show-signature",
                  "--format=<%ce>%n%(trailers:only,unfold)",
                  commit)
              .lines()
              .toList();
      if (lines.get(0).equals(committer)
          && lines.contains(LEASE + leaseId)
          && lines.contains(TOKEN + fencingToken)) {
        return commit;
      }
    }
    return "";
  }

  /** The address of whoever commits here, in angle brackets. */
  private static String committer(Git git) throws IOException {
    String said = git.text("var", "GIT_COMMITTER_IDENT");
    return said.substring(said.lastIndexOf('<'), said.lastIndexOf('>') + 1);
  }
}
