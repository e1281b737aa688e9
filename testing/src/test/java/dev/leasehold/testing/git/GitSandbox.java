package dev.leasehold.testing.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The real git in a folder with a home of its own: nothing of the person or machine that runs the
 * tests is read or changed. Remotes are reached by a stand-in for ssh that starts the other side
 * here, so that git and git-lfs take them for another machine.
 */
final class GitSandbox {

  private static final long PATIENCE_SECONDS = 120;

  /**
   * Git looks after each command whether something is to be tidied up, with processes of its own.
   */
  private static final String UNTIDIED =
      "[maintenance]\n\tauto = false\n[receive]\n\tautogc = false\n";

  /**
   * A program that was run to its end.
   *
   * @param text all that it printed, errors included
   */
  record Said(int code, String text) {

    Said succeeded() {
      assertThat(code).as(text).isZero();
      return this;
    }

    Said failed() {
      assertThat(code).as(text).isNotZero();
      return this;
    }
  }

  private final Path folder;
  private final Map<String, String> environment;

  private GitSandbox(Path folder, Map<String, String> environment) {
    this.folder = folder;
    this.environment = environment;
  }

  static GitSandbox in(Path folder) throws IOException {
    Path home = Files.createDirectories(folder.resolve("home"));
    Files.writeString(home.resolve(".gitconfig"), UNTIDIED);
    Path ssh =
        program(
            folder.resolve("ssh"),
            "shift; unset LEASEHOLD_SERVER LEASEHOLD_TOKEN; exec sh -c \"$*\"");
    Map<String, String> environment = new TreeMap<>();
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", home.toString());
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
    environment.put("GIT_TERMINAL_PROMPT", "0");
    environment.put("GIT_SSH", ssh.toString());
    environment.put("GIT_SSH_VARIANT", "simple");
    environment.put("LC_ALL", "C.UTF-8");
    return new GitSandbox(folder, environment);
  }

  static Path program(Path file, String does) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + does + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file;
  }

  /** The same with one more variable. */
  GitSandbox with(String variable, String value) {
    Map<String, String> more = new TreeMap<>(environment);
    more.put(variable, value);
    return new GitSandbox(folder, more);
  }

  Map<String, String> environment() {
    return environment;
  }

  Path folder() {
    return folder;
  }

  /** A repository without work tree, with a branch {@code main}. */
  Path bare(String name) throws IOException {
    Path bare = folder.resolve(name + ".git");
    git(folder, "init", "-q", "--bare", "-b", "main", bare.toString());
    return bare;
  }

  /** A clone of somebody with that name. */
  Path clone(Path bare, String name) throws IOException {
    Path clone = folder.resolve(name);
    git(folder, "clone", "-q", address(bare), clone.toString());
    Files.writeString(
        clone.resolve(".git/config"),
        "[user]\n\tname = " + name + "\n\temail = " + name + "@example.com\n",
        StandardOpenOption.APPEND);
    return clone;
  }

  /** The address by which the stand-in for ssh finds the repository. */
  static String address(Path bare) {
    return "ssh://git@elsewhere.example" + bare;
  }

  /** Writes files, adds and commits all. */
  void commit(Path clone, Map<String, String> files) throws IOException {
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = clone.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    git(clone, "add", "-A");
    git(clone, "commit", "-q", "-m", "Change " + String.join(", ", files.keySet()));
  }

  /** Runs git, which has to succeed, and returns what it printed. */
  String git(Path directory, String... words) throws IOException {
    return run(directory, words).succeeded().text();
  }

  /** Runs git to whatever end. */
  Said run(Path directory, String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    return start(directory, command);
  }

  /** Starts a program and does not wait for it. */
  Process begin(Path directory, List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    return process;
  }

  /** Runs a program to whatever end. */
  Said start(Path directory, List<String> command) throws IOException {
    Process process = begin(directory, command);
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as(command + text).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    return new Said(process.exitValue(), text);
  }
}
