package dev.leasehold.cli.hook;

import dev.leasehold.cli.git.Git;
import java.io.IOException;
import java.util.Map;

/**
 * The check-out that a push says it is made under.
 *
 * @param id empty if the push names none
 * @param fencingToken as the commit's footer has it; empty if it has none
 */
record PushedLease(String id, String fencingToken) {

  private static final String OPTION = "leasehold-lease=";
  private static final int MOST_OPTIONS = 100;

  /** The option of the push, else the footer of the commit. */
  static PushedLease of(PushedRef pushed, Git git, Map<String, String> environment)
      throws IOException {
    String option = option(environment);
    if (!option.isEmpty()) {
      return new PushedLease(option, "");
    }
    return pushed.isDeleted()
        ? new PushedLease("", "")
        : new PushedLease(
            footer(git, pushed.after(), "Leasehold-Lease"),
            footer(git, pushed.after(), "Leasehold-Fencing-Token"));
  }

  private static String option(Map<String, String> environment) {
    for (int i = 0; i < MOST_OPTIONS; i++) {
      String option = environment.get("GIT_PUSH_OPTION_" + i);
      if (option == null) {
        return "";
      }
      if (option.startsWith(OPTION)) {
        return option.substring(OPTION.length());
      }
    }
    return "";
  }

  /** The last one counts, as to git. */
  private static String footer(Git git, String commit, String key) throws IOException {
    return git.text(
            "log",
            "-1",
            "--no-show-signature",
            "--format=%(trailers:key=" + key + ",valueonly,separator=%x0a)",
            "--end-of-options",
            commit)
        .lines()
        .reduce("", (first, last) -> last)
        .strip();
  }
}
