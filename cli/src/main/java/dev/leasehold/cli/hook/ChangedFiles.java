package dev.leasehold.cli.hook;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Names the files that a change touches, one after the other as git tells them, so that a change of
 * a million files takes no more memory than one of ten. A file that is renamed is told by both of
 * its names, one that is deleted by its old one, and a submodule by the name of its place.
 *
 * @param environment all variables that git gets: they name the repository, and where a push keeps
 *     its objects
 * @param prefix the text before a path of the repository in the names of its files: a slash, or
 *     with one at either end
 */
record ChangedFiles(Path directory, Map<String, String> environment, String prefix) {

  /** Takes files one by one. */
  interface Visitor {

    /** Returns whether more are wanted. */
    boolean visit(ChangedFile file) throws IOException;
  }

  /** Objects count as they are: whoever pushes could show others in their place. */
  static final String NO_REPLACEMENTS = "GIT_NO_REPLACE_OBJECTS";

  private static final List<String> NAMES =
      List.of("-z", "--name-only", "--no-renames", "--ignore-submodules=none", "--no-ext-diff");

  /**
   * Visits what a commit would change.
   *
   * @param base the commit or tree that it is compared with
   */
  void staged(String base, Visitor visitor) throws IOException {
    visit(visitor, List.of("diff-index", "--cached"), List.of(base, "--"));
  }

  /**
   * Visits what a merge changes itself: the files that none of its parents has in this way.
   *
   * @param tree the merge's files
   */
  void ofMerge(String tree, List<String> parents, Visitor visitor) throws IOException {
    List<String> which = new ArrayList<>(List.of(tree));
    which.addAll(parents);
    which.add("--");
    visit(visitor, List.of("diff", "-c", "--no-relative"), which);
  }

  /** Visits what differs between two commits or trees. */
  void between(String before, String after, Visitor visitor) throws IOException {
    visit(visitor, List.of("diff-tree", "-r"), List.of(before, after, "--"));
  }

  /**
   * Visits what commits change that are not known yet. Of a merge that is what none of its parents
   * has: the rest came by commits of its own.
   *
   * @param known the words that say to git which commits are known
   */
  void ofNewCommits(String tip, List<String> known, Visitor visitor) throws IOException {
    List<String> which = new ArrayList<>(List.of(tip, "--not"));
    which.addAll(known);
    which.add("--");
    visit(
        visitor,
        List.of(
            "-c", "log.showRoot=true", "-c", "log.showSignature=false", "log", "--format=", "-c"),
        which);
  }

  private void visit(Visitor visitor, List<String> command, List<String> which) throws IOException {
    List<String> words = new ArrayList<>(List.of("git"));
    words.addAll(command);
    words.addAll(NAMES);
    words.addAll(which);
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(directory.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            // Git tells its own errors to whoever waits for the hook.
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().put(NO_REPLACEMENTS, "1");
    Process process = builder.start();
    try {
      if (visitAll(process.getInputStream(), visitor) && process.waitFor() != 0) {
        throw new IOException("git has failed to name the files that were changed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while git ran", e);
    } finally {
      process.destroy();
    }
  }

  /** Returns whether all were visited. Git separates the files of two commits by an empty name. */
  private boolean visitAll(InputStream stream, Visitor visitor) throws IOException {
    ByteArrayOutputStream name = new ByteArrayOutputStream();
    try (InputStream in = new BufferedInputStream(stream)) {
      for (int next = in.read(); next >= 0; next = in.read()) {
        if (next != 0) {
          name.write(next);
        } else if (name.size() > 0) {
          if (!visitor.visit(ChangedFile.of(prefix, name.toByteArray()))) {
            return false;
          }
          name.reset();
        }
      }
    }
    return true;
  }
}
