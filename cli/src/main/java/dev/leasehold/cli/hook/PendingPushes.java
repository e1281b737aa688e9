package dev.leasehold.cli.hook;

import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Problem;
import dev.leasehold.cli.remote.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Pushes that were let through and whose check-outs are still to be completed: a file for each, in
 * the repository, written before the push is taken. The next run that finds one whose commit is on
 * its branch completes the check-out, so that a crash in between leaves nothing open for longer
 * than until the next push.
 */
final class PendingPushes {

  /** A push that was let through so long ago and is not there has come to nothing. */
  private static final Duration LONGEST_PUSH = Duration.ofHours(1);

  private static final String TOKEN_TTL = "60s";

  private final HookRepository repository;
  private final Path folder;

  private PendingPushes(HookRepository repository, Path folder) {
    this.repository = repository;
    this.folder = folder;
  }

  static PendingPushes in(HookRepository repository) {
    return new PendingPushes(repository, repository.directory().resolve("leasehold/pushes"));
  }

  void add(PushedRef pushed, Fields lease, String space) throws IOException {
    Properties words = new Properties();
    words.setProperty("lease", lease.text("leaseId"));
    words.setProperty("holder", lease.text("holder"));
    words.setProperty("space", space);
    words.setProperty("ref", pushed.ref());
    words.setProperty("commit", pushed.after());
    Files.createDirectories(folder);
    Path written = Files.createTempFile(folder, "new", "");
    try (var out = Files.newOutputStream(written)) {
      words.store(out, null);
    }
    Files.move(
        written,
        folder.resolve(name(words)),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** One for each lease, ref and commit, however long their names are. */
  private static String name(Properties words) {
    String all =
        words.getProperty("lease")
            + "\n"
            + words.getProperty("ref")
            + "\n"
            + words.getProperty("commit");
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest) + ".push";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Completes the check-outs of pushes that are there, and returns a line for each. */
  List<String> reconcile() throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path file : files()) {
      try {
        reconcile(file, lines);
      } catch (NoSuchFileException e) {
        // Another push has been faster with it.
      } catch (IOException e) {
        lines.add("the note " + file + " is left as it is: " + e.getMessage());
      }
    }
    return lines;
  }

  private void reconcile(Path file, List<String> lines) throws IOException {
    Properties words = new Properties();
    try (var in = Files.newInputStream(file)) {
      words.load(in);
    }
    if (isThere(words)) {
      lines.add(completeOrKeep(file, words));
    } else if (isOld(file)) {
      Files.deleteIfExists(file);
    }
  }

  /**
   * Completes a check-out, or keeps its file for the next time; a failure does not stop the others.
   */
  private String completeOrKeep(Path file, Properties words) throws IOException {
    try {
      String line = complete(words);
      Files.deleteIfExists(file);
      return line;
    } catch (CallFailedException e) {
      return "lease " + words.getProperty("lease") + " is not completed yet: " + e.getMessage();
    }
  }

  private List<Path> files() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(file -> file.toString().endsWith(".push")).sorted().toList();
    }
  }

  private boolean isThere(Properties words) throws IOException {
    return repository
        .git()
        .run(
            "merge-base",
            "--is-ancestor",
            words.getProperty("commit", ""),
            words.getProperty("ref", ""))
        .isDone();
  }

  private boolean isOld(Path file) throws IOException {
    Instant limit = repository.around().clock().instant().minus(LONGEST_PUSH);
    return Files.getLastModifiedTime(file).toInstant().isBefore(limit);
  }

  /**
   * Completes a check-out in the name of its holder, who has pushed: the server's own token makes
   * one for that, which is good for this space and a minute.
   */
  private String complete(Properties words) throws IOException {
    Api api = repository.connect();
    Reply token =
        api.post(
            Address.of("/v1/tokens"),
            new Body()
                .with("actor", words.getProperty("holder"))
                .with("role", "agent")
                .with("spaces", List.of(words.getProperty("space")))
                .with("ttl", TOKEN_TTL));
    try {
      return completeAs(api.as(token.fields().text("token")), words);
    } finally {
      api.delete(Address.of("/v1/tokens/", token.fields().text("tokenId"), ""));
    }
  }

  private static String completeAs(Api holder, Properties words) throws IOException {
    String id = words.getProperty("lease");
    String commit = words.getProperty("commit");
    try {
      holder.post(
          Address.of("/v1/leases/", id, ":complete"),
          new Body().with("commit", commit).with("requestId", id + "-" + commit));
    } catch (CallFailedException e) {
      // A lease that has ended, or is not known any more, stays so.
      if (e.exit() != Exit.ENDED && e.exit() != Exit.NOT_FOUND) {
        throw e;
      }
      if (!isCompletedWith(commit, e)) {
        return "the commit " + commit + " is on the branch, but " + e.getMessage();
      }
    }
    return "checked in: lease " + id + " is completed with the commit " + commit;
  }

  private static boolean isCompletedWith(String commit, CallFailedException refusal) {
    Problem problem = refusal.problem();
    return problem != null
        && problem.fields().text("state").equals("COMPLETED")
        && (!problem.fields().has("commit") || problem.fields().text("commit").equals(commit));
  }
}
