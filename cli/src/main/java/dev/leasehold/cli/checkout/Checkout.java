package dev.leasehold.cli.checkout;

import dev.leasehold.cli.acquire.Acquisition;
import dev.leasehold.cli.acquire.GivingUp;
import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.display.LeaseText;
import dev.leasehold.cli.naming.FileNames;
import dev.leasehold.cli.naming.LeaseOptions;
import dev.leasehold.cli.naming.PathOptions;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks a project out, all of it or some paths. */
@Command(
    name = "checkout",
    description = {
      "Checks a project out, all of it or some paths, to work on it.",
      "In a clone it finds the project by itself: git config leasehold.space, else the line space ="
          + " NAME of a committed file .leasehold, else the name of the remote. The first word is"
          + " the project, unless --space names it or the word begins with / or a dot; all others"
          + " are paths."
    },
    footer = {
      "",
      "Examples:",
      "  leasehold checkout",
      "  leasehold checkout website docs --into ../website-docs",
      "  leasehold checkout ./docs"
    })
public final class Checkout implements Callable<Integer> {

  private static final List<String> EVERYTHING = List.of("/**");

  @Parameters(
      paramLabel = "PROJECT|PATH",
      arity = "0..*",
      description = "The project, and what of it; without a path all of it.")
  private List<String> words = new ArrayList<>();

  @Option(
      names = "--space",
      paramLabel = "SPACE",
      description = "The project; then all words are paths.")
  private @Nullable String space;

  @Mixin private final PathOptions paths = new PathOptions();

  @Option(
      names = "--into",
      paramLabel = "DIR",
      description =
          "Make a working copy there, with the newest of the branch and with what you check out"
              + " alone. Default: the working copy that you are in.")
  private @Nullable String into;

  @Option(
      names = "--branch",
      paramLabel = "BRANCH",
      description = "The branch to check in to. Default: the one that you are on.")
  private @Nullable String branchName;

  @Option(
      names = "--ttl",
      paramLabel = "DURATION",
      description = "How long, such as 8h or 2d. Default: the policy's own, 72h.")
  private @Nullable String ttl;

  @Option(
      names = "--policy",
      paramLabel = "POLICY",
      description =
          "The terms: a policy based on checkout, such as one that allows extensions. Default:"
              + " checkout.")
  private String policy = LeaseOptions.CHECKOUT;

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      description = "How long to wait for others, at most 1h. Default: not at all.")
  private @Nullable String wait;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print the id of the lease and nothing else.")
  private boolean quiet;

  @Mixin private ServerOptions server;

  private static boolean isEverything(PathOptions.Wanted wanted) {
    return wanted.patterns().isEmpty() && wanted.paths().isEmpty();
  }

  @Override
  public Integer call() throws Exception {
    Surroundings surroundings = server.surroundings();
    Clone clone = Clone.around(paths.root(), surroundings);
    Branch branch = Branch.of(clone, branchName);
    String project = project(clone, branch);
    words.forEach(paths::add);
    paths.rootedAt(clone.root().toString());
    PathOptions.Wanted wanted = paths.wanted(false, false, surroundings);
    Api api = server.connect();
    NewWorkingCopy copy = into == null ? null : new NewWorkingCopy(clone, directory(into));
    if (copy == null) {
      requireFree(clone, api);
      requireOnBranch(clone);
    } else {
      copy.requireFree();
    }
    String tip = branch.fetch(clone);
    String base = copy == null ? ownBase(clone, branch, tip) : tip;
    String local = copy == null ? Branch.currentRef(clone) : "";
    Body body =
        new Body()
            .with("policy", policy)
            .with("space", project)
            .with("scope", isEverything(wanted) ? EVERYTHING : wanted.patterns())
            .with("paths", wanted.paths())
            .with("baseCommit", base)
            .with("ttl", ttl)
            .with("wait", wait);
    Reply reply = Acquisition.of(body, api, surroundings).sendUnlessEnded();
    String leaseId = reply.fields().text("leaseId");
    try {
      // Others may have checked in until the lease was granted.
      String newest = branch.fetch(clone);
      if (copy == null) {
        new CheckedOut(leaseId, project, branch, base, clone.prefix(), local)
            .remember(clone.gitDirectory());
        tellIfBehind(branch, base, newest);
      } else {
        copy.make(
            new CheckedOut(leaseId, project, branch, newest, clone.prefix(), local),
            reply.fields());
      }
    } catch (IOException e) {
      undo(api, leaseId, copy);
      throw e;
    }
    return print(api, reply);
  }

  private void tellIfBehind(Branch branch, String base, String newest) {
    if (!newest.equals(base)) {
      server
          .surroundings()
          .complain(
              branch.remote()
                  + "/"
                  + branch.name()
                  + " has newer commits than this working copy; get them with git pull before you"
                  + " begin");
    }
  }

  private static void undo(Api api, String leaseId, @Nullable NewWorkingCopy copy)
      throws IOException {
    try {
      if (copy != null) {
        copy.remove();
      }
    } finally {
      GivingUp.release(api, leaseId);
    }
  }

  /** Returns the project, and removes it from {@code words} if it was named there. */
  private String project(Clone clone, Branch branch) throws IOException {
    if (space != null) {
      return space;
    }
    boolean isNamed = !words.isEmpty() && !isPath(words.get(0));
    if (!isNamed) {
      return clone.project(branch.remote());
    }
    String first = words.remove(0);
    if (Files.exists(FileNames.here(server.surroundings()).resolve(first))) {
      String found = found(clone, branch);
      if (!found.isEmpty() && !found.equals(first)) {
        throw new CallFailedException(
            Exit.USAGE,
            "is "
                + first
                + " the project, or the file of that name in "
                + found
                + "? Say ./"
                + first
                + " for the file, or --space "
                + first
                + " for the project");
      }
    }
    return first;
  }

  private static String found(Clone clone, Branch branch) throws IOException {
    try {
      return clone.project(branch.remote());
    } catch (CallFailedException e) {
      return "";
    }
  }

  private static boolean isPath(String word) {
    return word.startsWith("/")
        || word.startsWith("./")
        || word.startsWith("../")
        || word.equals(".")
        || word.equals("..");
  }

  private Path directory(String given) throws IOException {
    return FileNames.here(server.surroundings()).resolve(given).normalize();
  }

  /** Refuses a second check-out of the same working copy while the first one lives. */
  private static void requireFree(Clone clone, Api api) throws IOException {
    CheckedOut before = CheckedOut.in(clone);
    if (before == null) {
      return;
    }
    if (isLiving(before, api)) {
      throw new CallFailedException(
          Exit.HELD,
          "this working copy is checked out already, as lease "
              + before.leaseId()
              + "; check in or release that first, or make another copy with --into");
    }
    GitDirectoryNote.of(clone, GitDirectoryNote.CHECKOUT).forget();
  }

  private static boolean isLiving(CheckedOut before, Api api) throws IOException {
    try {
      Fields lease = api.get(Address.of("/v1/leases/", before.leaseId(), "")).fields();
      return lease.text("state").equals("ACTIVE") || lease.text("state").equals("PENDING");
    } catch (CallFailedException e) {
      if (e.exit() == Exit.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  /** Without {@code --into}, {@code --branch} must be the current branch. */
  private void requireOnBranch(Clone clone) throws IOException {
    String current = Branch.current(clone);
    if (branchName != null && !branchName.equals(current)) {
      throw new CallFailedException(
          Exit.USAGE,
          "this working copy is not on the branch "
              + branchName
              + "; go there with git switch, or make a copy of it with --into DIR");
    }
  }

  /** The commit that the working copy is on, which the branch has to have as well. */
  private static String ownBase(Clone clone, Branch branch, String tip) throws IOException {
    String head = clone.commit("HEAD");
    if (head.isEmpty() || !clone.isAncestor(head, tip)) {
      throw new CallFailedException(
          Exit.USAGE,
          "this working copy has commits that "
              + branch.remote()
              + "/"
              + branch.name()
              + " has not; push them first, or check out with --into DIR");
    }
    return head;
  }

  private int print(Api api, Reply reply) throws IOException {
    Answers answers = new Answers(server);
    if (server.json()) {
      return answers.json(reply);
    }
    Fields lease = reply.fields();
    if (quiet) {
      server.surroundings().out().println(lease.text("leaseId"));
    } else {
      answers.say(
          LeaseText.sentence(lease, reply.now())
              + "; work in "
              + (into == null ? "this working copy" : directory(into))
              + ", then leasehold checkin (lease "
              + lease.text("leaseId")
              + ")");
    }
    answers.notices(api, reply);
    return 0;
  }
}
