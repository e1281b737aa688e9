package dev.leasehold.cli.naming;

import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Patterns;
import dev.leasehold.cli.terminal.Surroundings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that name what a lease is on. {@link FileNames} decides what they mean. */
public final class PathOptions {

  @Option(
      names = "--path",
      paramLabel = "PATH",
      description =
          "A file or directory, there or not, and everything below it; as often as you like, and no"
              + " character is special. It is named from the root, from wherever you are. One with"
              + " a leading / that is not in the root is a name in the space.")
  private List<String> paths = new ArrayList<>();

  @Option(
      names = "--glob",
      paramLabel = "PATTERN",
      description =
          "A pattern, as often as you like: * and ? inside one segment, [a-z], {a,b}, ** for any"
              + " number of segments. Named from the root like a path. Quote it.")
  private List<String> globs = new ArrayList<>();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description =
          "A name in the space as it is written, without what is below it unless it ends with /.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--root",
      paramLabel = "DIR",
      description =
          "Where names of files begin. Default: LEASEHOLD_ROOT, else the top of the outermost git"
              + " work tree.")
  private @Nullable String root;

  /**
   * The names to ask the server for.
   *
   * @param paths plain names; a slash at the end means all below
   * @param patterns beside them
   */
  public record Wanted(List<String> paths, List<String> patterns) {

    /** All of it as patterns. */
    public List<String> scope() {
      List<String> scope = new ArrayList<>(patterns);
      paths.forEach(path -> scope.add(Patterns.ofPath(path)));
      return scope;
    }
  }

  public boolean isGiven() {
    return !paths.isEmpty() || !globs.isEmpty() || !names.isEmpty();
  }

  /** These paths alone, named from the same root. */
  public PathOptions of(List<String> others) {
    PathOptions same = new PathOptions();
    same.root = root;
    same.paths = others;
    return same;
  }

  /** Where names of files begin; null if that is not told. */
  public @Nullable String root() {
    return root;
  }

  /** Has names of files begin there, unless the caller said otherwise. */
  public void rootedAt(String directory) {
    root = root == null ? directory : root;
  }

  /** Refuses to go on where nothing is named. */
  public void requireGiven() throws CallFailedException {
    if (!isGiven()) {
      throw new CallFailedException(Exit.USAGE, "say what it is on, with --path, --glob or --name");
    }
  }

  /** Adds a path that was given without the option. */
  public void add(String path) {
    paths.add(path);
  }

  /**
   * @param items whether these are no files but items, which are named as they are written
   * @param quiet whether no notes are wanted
   */
  public Wanted wanted(boolean items, boolean quiet, Surroundings surroundings)
      throws CallFailedException {
    List<String> plain = new ArrayList<>();
    List<String> patterns = new ArrayList<>();
    if (items) {
      for (String path : paths) {
        plain.add(FileNames.item(path));
      }
      for (String glob : globs) {
        patterns.add(FileNames.asWritten(glob));
      }
    } else if (!paths.isEmpty() || !globs.isEmpty()) {
      FileNames files = FileNames.of(root, quiet, surroundings);
      for (String path : paths) {
        plain.add(files.subtree(path));
      }
      for (String glob : globs) {
        patterns.add(files.pattern(glob));
      }
    }
    for (String name : names) {
      plain.add(FileNames.asWritten(name));
    }
    return new Wanted(List.copyOf(plain), List.copyOf(patterns));
  }
}
