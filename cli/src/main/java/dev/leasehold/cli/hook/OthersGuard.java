package dev.leasehold.cli.hook;

import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Problem;
import dev.leasehold.cli.remote.Reply;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files that others hold. The server is asked about as many at a time as a request can
 * name; only where somebody is in the way it is asked again, by halves, about which of them.
 */
final class OthersGuard {

  /** A server takes request lines of 8,192 bytes. */
  private static final int MOST_ENCODED_BYTES = 6_000;

  /** The largest scope. */
  private static final int MOST_NAMES = 256;

  private final Api api;
  private final String space;
  private final List<ChangedFile> waiting = new ArrayList<>();
  private final Offenders offenders = new Offenders();
  private final List<Fields> blockers = new ArrayList<>();
  private @Nullable ChangedFile nameless;
  private int encodedBytes;

  OthersGuard(Api api, String space) {
    this.api = api;
    this.space = space;
  }

  Verdict judge(CloneGuard.Change change) throws IOException {
    offenders.find(() -> visit(change));
    return verdict();
  }

  /** If git fails to tell all files, the server is asked about those that it told. */
  private void visit(CloneGuard.Change change) throws IOException {
    IOException failure = null;
    try {
      change.visit(this::add);
    } catch (CallFailedException e) {
      throw e;
    } catch (IOException e) {
      failure = e;
    }
    finish();
    if (failure != null) {
      throw failure;
    }
  }

  /** Returns whether more files are of interest. */
  private boolean add(ChangedFile file) throws IOException {
    if (!file.isText()) {
      addNameless(file);
      return true;
    }
    int bytes = URLEncoder.encode(file.name(), StandardCharsets.UTF_8).length() + "&path=".length();
    if (encodedBytes + bytes > MOST_ENCODED_BYTES || waiting.size() == MOST_NAMES) {
      finish();
    }
    waiting.add(file);
    encodedBytes += bytes;
    return !offenders.isFull();
  }

  /** One is named; behind any number of them there may be a file that somebody holds. */
  private void addNameless(ChangedFile file) {
    if (nameless == null) {
      nameless = file;
    }
  }

  /** Asks about the files that were added last. */
  private void finish() throws IOException {
    if (!waiting.isEmpty()) {
      look(List.copyOf(waiting));
      waiting.clear();
      encodedBytes = 0;
    }
  }

  private void look(List<ChangedFile> files) throws IOException {
    if (offenders.isFull()) {
      return;
    }
    Reply reply;
    try {
      Address address = Address.of("/v1/spaces/", space, ":check");
      files.forEach(file -> address.with("path", file.name()));
      reply = api.get(address);
    } catch (CallFailedException e) {
      if (e.exit() != Exit.USAGE) {
        throw e;
      }
      // A name that no lease can have: others are looked at without it.
      halve(files, () -> addNameless(files.get(0)));
      return;
    }
    // Of many in the way a server names some, and if there is a lease of another, that as well.
    List<Fields> others =
        reply.fields().objects("conflicts").stream()
            .filter(each -> !each.isTrue("own") && !each.text("state").equals("PENDING"))
            .toList();
    if (!others.isEmpty()) {
      halve(
          files,
          () -> {
            blockers.addAll(others);
            offenders.add(files.get(0), Problem.blockers(others, reply.now()));
          });
    }
  }

  private void halve(List<ChangedFile> files, Runnable ifAlone) throws IOException {
    if (files.size() == 1) {
      ifAlone.run();
    } else {
      look(files.subList(0, files.size() / 2));
      look(files.subList(files.size() / 2, files.size()));
    }
  }

  /** The verdict on all files that were added. */
  private Verdict verdict() {
    if (!offenders.isEmpty()) {
      String question = Problem.question(blockers);
      return new Verdict.Deny(
          offenders.lines(),
          "leave these files out until then" + (question.isEmpty() ? "" : ", or " + question));
    }
    return nameless == null
        ? Verdict.ALLOW
        : new Verdict.CannotTell(
            "no lease can have the name " + nameless.path() + ", so nobody can say who holds it");
  }
}
