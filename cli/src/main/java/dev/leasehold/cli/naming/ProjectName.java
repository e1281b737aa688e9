package dev.leasehold.cli.naming;

import dev.leasehold.cli.git.Git;
import dev.leasehold.cli.git.GitResult;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the space of a project: in git's configuration, in a committed file, in its remote. */
public final class ProjectName {

  public static final String SETTING = "leasehold.space";

  /** The committed file that names the space for all clones. */
  static final String FILE = ".leasehold";

  /** A name and a few remarks. */
  private static final int MOST_BYTES = 4 << 10;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@/-]{1,128}");

  private static final Pattern SPACE_LINE = Pattern.compile("space\\s*=\\s*(.*)");

  private ProjectName() {}

  /**
   * Finds the name of the project that a clone belongs to. A clone inside another work tree is a
   * part of the project there, unless it is given a name of its own or that project has none.
   *
   * @param clone at the top of the clone
   * @param remote of the clone's branch; empty if it has none
   * @param around at the root of the project around the clone; null if there is none
   */
  public static String find(Git clone, String remote, @Nullable Git around) throws IOException {
    String name = around == null ? "" : ofPart(clone, around);
    if (name.isEmpty()) {
      name = named(clone, remote);
    }
    if (name.isEmpty()) {
      throw new CallFailedException(
          Exit.USAGE,
          "the project has no name: say which it is, or set it with git config "
              + SETTING
              + " NAME");
    }
    return name;
  }

  private static String ofPart(Git clone, Git around) throws IOException {
    // A setting of the person, for all repositories, does not tell this one from the one around.
    String own = clone.textOrNothing("config", "--local", "--get", SETTING).strip();
    return own.isEmpty()
        ? named(around, Remotes.ofCurrentBranch(around))
        : checked(own, "git config " + SETTING);
  }

  /** The name that a repository has by itself; empty if it has none. */
  private static String named(Git git, String remote) throws IOException {
    String configured = git.textOrNothing("config", "--get", SETTING).strip();
    if (!configured.isEmpty()) {
      return checked(configured, "git config " + SETTING);
    }
    String committed = committed(git);
    if (!committed.isEmpty()) {
      return committed;
    }
    String address =
        remote.isEmpty() ? "" : git.textOrNothing("config", "--get", "remote." + remote + ".url");
    String last = lastPart(address);
    return last.isEmpty() ? "" : checked(last, "the address of the remote " + remote);
  }

  /** The name in the committed file; empty if there is no such file. */
  private static String committed(Git git) throws IOException {
    GitResult listed = git.run("ls-tree", "-z", "-l", "HEAD", "--", FILE);
    if (!listed.isDone() || listed.out().length == 0) {
      return "";
    }
    // Such as "100644 blob 4f2a...      12<tab>.leasehold".
    String[] entry = listed.text().split("\\s+");
    if (entry.length < 4 || !entry[0].startsWith("100") || !entry[1].equals("blob")) {
      throw odd("is no plain file");
    }
    if (entry[3].length() > 9 || Integer.parseInt(entry[3]) > MOST_BYTES) {
      throw odd("is longer than " + MOST_BYTES + " bytes");
    }
    List<String> lines =
        git.text("cat-file", "blob", entry[2])
            .lines()
            .map(line -> line.replaceFirst("#.*", "").strip())
            .filter(line -> !line.isEmpty())
            .toList();
    for (String line : lines) {
      Matcher space = SPACE_LINE.matcher(line);
      if (space.matches()) {
        return checked(space.group(1), "the committed file " + FILE);
      }
    }
    throw odd("has no line space = NAME");
  }

  private static CallFailedException odd(String how) {
    return new CallFailedException(
        Exit.USAGE,
        "the committed file "
            + FILE
            + " "
            + how
            + "; put it right, or name the project on the command line");
  }

  /** The last part of an address of a repository, without {@code .git}. */
  public static String lastPart(String address) {
    String path = address;
    while (path.endsWith("/")) {
      path = path.substring(0, path.length() - 1);
    }
    if (path.endsWith("/.git")) {
      path = path.substring(0, path.length() - "/.git".length());
    }
    String last = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf(':')) + 1);
    return last.endsWith(".git") ? last.substring(0, last.length() - ".git".length()) : last;
  }

  private static String checked(String name, String source) throws CallFailedException {
    if (!NAME.matcher(name).matches()) {
      throw new CallFailedException(
          Exit.USAGE,
          source
              + " says '"
              + name
              + "', which is no name of a space: those have 1 to 128 of A-Z a-z 0-9 . _ @ / -; name"
              + " the project on the command line, or set it with git config "
              + SETTING);
    }
    return name;
  }
}
