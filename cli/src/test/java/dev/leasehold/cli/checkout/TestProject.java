package dev.leasehold.cli.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.api.Programs;
import dev.leasehold.cli.RunningServer;
import dev.leasehold.cli.TestSurroundings;
import dev.leasehold.cli.git.Git;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A bare repository, clones of it, and people who work in them. */
public final class TestProject {

  public static final Map<String, String> ENVIRONMENT =
      Map.of(
          "GIT_CONFIG_GLOBAL", "/dev/null",
          "GIT_CONFIG_NOSYSTEM", "1",
          "PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));

  /**
   * Git looks after each command whether something is to be tidied up, with processes of its own.
   */
  private static final String UNTIDIED =
      "[maintenance]\n\tauto = false\n[receive]\n\tautogc = false\n";

  private final RunningServer server;
  private final Path directory;
  public final Path remote;

  private TestProject(RunningServer server, Path directory, Path remote) {
    this.server = server;
    this.directory = directory;
    this.remote = remote;
  }

  /** A repository with a few files in {@code docs} and {@code src} on the branch main. */
  public static TestProject in(Path directory, String name, RunningServer server)
      throws IOException {
    Programs.need("git");
    Path remote = directory.resolve(name + ".git");
    Begun.REPOSITORY.writeTo(remote);
    return new TestProject(server, directory.toRealPath(), remote);
  }

  /** The first state of every project: git makes it once, with a dozen processes. */
  private record Begun(List<Path> folders, Map<Path, byte[]> files) {

    static final Begun REPOSITORY = make();

    private static Begun make() {
      try {
        Path directory = Files.createTempDirectory("begun");
        try {
          makeIn(directory);
          return read(directory.resolve("it.git"));
        } finally {
          delete(directory);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void delete(Path directory) throws IOException {
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }

    private static void makeIn(Path directory) throws IOException {
      Path remote = directory.resolve("it.git");
      Git git = Git.in(directory, ENVIRONMENT);
      git.must("init", "-q", "--bare", "-b", "main", remote.toString());
      configure(remote, UNTIDIED);
      Person first =
          TestProject.clone(git, remote, directory.resolve("first"), new TestSurroundings());
      first.write("docs/api.md", "api\n");
      first.write("docs/guide.md", "one\ntwo\nthree\nfour\nfive\n");
      first.write("src/main.c", "int main;\n");
      first.git.must("add", "--all");
      first.git.must("commit", "-q", "-m", "Begin");
      first.git.must("push", "-q", "-u", "origin", "main");
    }

    private static Begun read(Path repository) throws IOException {
      List<Path> folders = new ArrayList<>();
      Map<Path, byte[]> files = new TreeMap<>();
      try (Stream<Path> all = Files.walk(repository)) {
        for (Path each : all.toList()) {
          Path relative = repository.relativize(each);
          if (Files.isDirectory(each)) {
            folders.add(relative);
          } else {
            files.put(relative, Files.readAllBytes(each));
          }
        }
      }
      return new Begun(folders, files);
    }

    void writeTo(Path repository) throws IOException {
      for (Path folder : folders) {
        Files.createDirectories(repository.resolve(folder.toString()));
      }
      for (Map.Entry<Path, byte[]> file : files.entrySet()) {
        Files.write(repository.resolve(file.getKey().toString()), file.getValue());
      }
    }
  }

  /** Somebody with a token and a clone of their own. */
  public Person person(String name) throws IOException {
    return person(name, server.agent(name));
  }

  public Person person(String name, TestSurroundings shell) throws IOException {
    return clone(Git.in(directory, ENVIRONMENT), remote, directory.resolve(name), shell);
  }

  private static Person clone(Git git, Path remote, Path clone, TestSurroundings shell)
      throws IOException {
    String name = clone.getFileName().toString();
    git.must("clone", "-q", remote.toString(), clone.toString());
    Git own = git.at(clone);
    configure(
        clone.resolve(".git"),
        UNTIDIED + "[user]\n\tname = " + name + "\n\temail = " + name + "@example.com\n");
    ENVIRONMENT.forEach(shell::with);
    return new Person(shell.in(clone), own, clone);
  }

  /** Adds to the settings of a repository without a process for each. */
  private static void configure(Path repository, String settings) throws IOException {
    Files.writeString(repository.resolve("config"), settings, StandardOpenOption.APPEND);
  }

  /** Commits of the remote's branch, the newest first. */
  public List<String> log() throws IOException {
    return Git.in(remote, ENVIRONMENT).text("log", "--format=%s", "main").lines().toList();
  }

  public String tip() throws IOException {
    return Git.in(remote, ENVIRONMENT).text("rev-parse", "main");
  }

  public String file(String path) throws IOException {
    return Git.in(remote, ENVIRONMENT).text("show", "main:" + path);
  }

  public List<String> files() throws IOException {
    return Git.in(remote, ENVIRONMENT).must("ls-tree", "-r", "-z", "--name-only", "main").parts();
  }

  /** A person, a shell, and a clone. */
  public record Person(TestSurroundings shell, Git git, Path place) {

    public int run(String... words) {
      return shell.run(words);
    }

    /** Runs a command that has to succeed, and returns what it printed. */
    public String must(String... words) {
      assertThat(shell.run(words)).as(shell.out() + shell.err()).isZero();
      return shell.out().strip();
    }

    public void write(String path, String text) throws IOException {
      Path file = place.resolve(path);
      Files.createDirectories(java.util.Objects.requireNonNull(file.getParent()));
      Files.writeString(file, text);
    }

    /** The same person in another working copy. */
    public Person at(Path directory) throws IOException {
      Path real = directory.toRealPath();
      return new Person(shell.in(real), git.at(real), real);
    }

    public String status() throws IOException {
      return git.text("status", "--porcelain");
    }

    /** Pushes a change by hand, without any lease. */
    public void push(String path, String text) throws IOException {
      if (status().isEmpty()) {
        git.must("pull", "-q", "--rebase", "origin", "main");
      }
      write(path, text);
      git.must("add", "--all");
      git.must("commit", "-q", "-m", "Change " + path);
      git.must("push", "-q", "origin", "HEAD:main");
    }
  }
}
