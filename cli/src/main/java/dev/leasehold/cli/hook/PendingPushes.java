package dev.leasehold.cli.hook;

import dev.leasehold.cli.git.NoteFile;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Problem;
import dev.leasehold.cli.remote.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Pushes that were let through and whose check-outs are still to be completed: a file for each, in
 * the repository, written before the push is taken. The next run that finds one whose commit is on
 * its branch completes the check-out, so that a crash in between leaves nothing open for longer
 * than until the next push.
 */
record PendingPushes(HookRepository repository, Path folder) {

  /** The ending of the names of notes. */
  static final String ENDING = ".push";

  /** A push that was let through so long ago and is not there has come to nothing. */
  private static final Duration LONGEST_PUSH = Duration.ofHours(1);

  private static final String TOKEN_TTL = "60s";

  static PendingPushes in(HookRepository repository) {
    return new PendingPushes(repository, repository.directory().resolve("leasehold/pushes"));
  }

  void add(PushedRef pushed, Fields lease, String space) throws IOException {
    PendingPush push = PendingPush.of(pushed, lease, space);
    NoteFile.write(folder.resolve(push.fileName()), push.words());
  }

  /** A push by its file, and when that was written. */
  private record Note(Path file, PendingPush push, Instant at) {}

  /** Works on a note, which others may take away meanwhile. */
  private interface Step {
    void run() throws IOException;
  }

  /** Completes the check-outs of pushes that are there, and returns a line for each. */
  List<String> reconcile() throws IOException {
    List<String> lines = new ArrayList<>();
    List<Note> there = new ArrayList<>();
    for (Path file : files()) {
      attempt(file, lines, () -> look(file, there));
    }
    there.sort(Comparator.comparing(Note::at));
    for (int i = 0; i < there.size(); i++) {
      Note note = there.get(i);
      List<Note> later = there.subList(i + 1, there.size());
      attempt(note.file, lines, () -> settle(note, later, lines));
    }
    return lines;
  }

  private static void attempt(Path file, List<String> lines, Step step) {
    try {
      step.run();
    } catch (NoSuchFileException e) {
      // Another push has been faster with it.
    } catch (IOException e) {
      lines.add("the note " + file + " is left as it is: " + e.getMessage());
    }
  }

  private void look(Path file, List<Note> there) throws IOException {
    Note note = new Note(file, PendingPush.read(file), Files.getLastModifiedTime(file).toInstant());
    if (isThere(note.push, note.push.ref())) {
      there.add(note);
    } else if (isOld(note)) {
      Files.deleteIfExists(file);
    }
  }

  private void settle(Note note, List<Note> later, List<String> lines) throws IOException {
    if (isOvertaken(note, later)) {
      Files.deleteIfExists(note.file);
    } else {
      lines.add(completeOrKeep(note));
    }
  }

  /**
   * Whether the commit is there by another push: one that was judged later and found the ref
   * without it.
   */
  private boolean isOvertaken(Note note, List<Note> later) throws IOException {
    for (Note other : later) {
      if (other.push.ref().equals(note.push.ref()) && !isThere(note.push, other.push.before())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Completes a check-out, or keeps its file for the next time; a failure does not stop the others.
   */
  private String completeOrKeep(Note note) throws IOException {
    try {
      String line = complete(note.push);
      Files.deleteIfExists(note.file);
      return line;
    } catch (CallFailedException e) {
      return "lease " + note.push.lease() + " is not completed yet: " + e.getMessage();
    }
  }

  private List<Path> files() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(file -> file.toString().endsWith(ENDING)).sorted().toList();
    }
  }

  /**
   * Whether a history is one that the push leaves behind. A push that sets a ref back leaves a
   * commit there that was there before, and takes others away.
   *
   * @param tip the ref, or a commit that it named
   */
  private boolean isThere(PendingPush push, String tip) throws IOException {
    return has(tip, push.commit())
        && !(has(push.before(), push.commit()) && has(tip, push.before()));
  }

  /** False also if there is no such ref or commit. */
  private boolean has(String tip, String commit) throws IOException {
    return repository.git().run("merge-base", "--is-ancestor", commit, tip).isDone();
  }

  private boolean isOld(Note note) {
    return note.at.isBefore(repository.around().clock().instant().minus(LONGEST_PUSH));
  }

  /**
   * Completes a check-out in the name of its holder, who has pushed: the server's own token makes
   * one for that, which is good for this space and a minute.
   */
  private String complete(PendingPush push) throws IOException {
    Api api = repository.connect();
    Reply token =
        api.post(
            Address.of("/v1/tokens"),
            new Body()
                .with("actor", push.holder())
                .with("role", "agent")
                .with("spaces", List.of(push.space()))
                .with("ttl", TOKEN_TTL));
    try {
      return completeAs(api.as(token.fields().text("token")), push);
    } finally {
      api.delete(Address.of("/v1/tokens/", token.fields().text("tokenId"), ""));
    }
  }

  private static String completeAs(Api holder, PendingPush push) throws IOException {
    String id = push.lease();
    String commit = push.commit();
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
