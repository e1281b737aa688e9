package dev.leasehold.cli.checkout;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.naming.ProjectName;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Text;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks in what was done under a check-out. */
@Command(
    name = "checkin",
    description = {
      "Checks in what was changed here: commits, pushes, completes.",
      "It can be repeated after a crash at any point: what is pushed is not pushed again, and the"
          + " lease ends with the commit on the branch or not at all. Files that the check-out does"
          + " not cover must be as they were."
    },
    footer = {
      "",
      "Examples:",
      "  leasehold checkin -m 'Explain the API'",
      "  leasehold checkin --yes"
    })
public final class Checkin implements Callable<Integer> {

  @Option(
      names = {"-m", "--message"},
      paramLabel = "TEXT",
      description = "The message of the commit. Default: one that says what is checked in.")
  private @Nullable String message;

  @Option(names = "--yes", description = "Files that are gone are to be deleted.")
  private boolean yes;

  @Option(
      names = "--lease",
      paramLabel = "ID",
      description = "The check-out. Default: the one that this working copy remembers.")
  private @Nullable String leaseId;

  @Mixin private ServerOptions server;

  @Override
  public Integer call() throws Exception {
    Surroundings surroundings = server.surroundings();
    Clone clone = Clone.around(null, surroundings);
    Api api = server.connect();
    CheckedOut checkout = checkout(clone, api);
    CheckingIn.Outcome outcome =
        new CheckingIn(clone, checkout, api, this::say)
            .checkIn(new CheckingIn.Options(message, this::confirms));
    Answers answers = new Answers(server);
    if (server.json()) {
      complain(outcome.note());
      return answers.json(outcome.reply());
    }
    answers.say(
        "commit "
            + outcome.commit()
            + " is on "
            + checkout.branch().remote()
            + "/"
            + checkout.branch().name()
            + ", and the check-out is completed");
    complain(outcome.note());
    answers.notices(api, outcome.reply());
    return 0;
  }

  private void complain(String note) {
    if (!note.isEmpty()) {
      server.surroundings().complain(note);
    }
  }

  /** Tells a person how far it is, since a push may take a while. */
  private void say(Progress.Step step, String commit) {
    Surroundings surroundings = server.surroundings();
    if (surroundings.errIsTerminal() && step != Progress.Step.COMPLETED) {
      surroundings.complain(step.name().toLowerCase(Locale.ROOT) + " " + commit);
    }
  }

  private CheckedOut checkout(Clone clone, Api api) throws IOException {
    CheckedOut remembered = CheckedOut.in(clone);
    if (remembered != null && (leaseId == null || leaseId.equals(remembered.leaseId()))) {
      return remembered;
    }
    if (leaseId == null) {
      throw new CallFailedException(
          Exit.USAGE,
          "this working copy remembers no check-out; name the lease with --lease, which leasehold"
              + " status tells");
    }
    Fields lease = api.get(Address.of("/v1/leases/", leaseId, "")).fields();
    if (Branch.current(clone).isEmpty()) {
      throw new CallFailedException(
          Exit.USAGE,
          "this working copy is on no branch and remembers no check-out; make a branch with git"
              + " switch -c NAME, and say with git branch --set-upstream-to which one of the remote"
              + " you check in to");
    }
    Branch branch = Branch.of(clone, null);
    requireSameSpace(clone, branch, lease.text("space"));
    String told = lease.text("baseCommit");
    String base =
        told.isEmpty()
            ? clone.git().textOrNothing("merge-base", "HEAD", branch.fetch(clone))
            : clone.commit(told);
    if (base.isEmpty()) {
      throw new CallFailedException(
          Exit.USAGE,
          "this repository does not have the commit that lease " + leaseId + " began with");
    }
    return new CheckedOut(
        leaseId, lease.text("space"), branch, base, clone.prefix(), Branch.currentRef(clone));
  }

  /** Refuses a lease on another project than the one of this clone. */
  private void requireSameSpace(Clone clone, Branch branch, String space) throws IOException {
    String project = clone.project(branch.remote());
    if (!project.equals(space)) {
      throw new CallFailedException(
          Exit.USAGE,
          "lease "
              + leaseId
              + " is on the project "
              + space
              + ", and this is a clone of "
              + project
              + "; go into a clone of "
              + space
              + ", or say that this is one with git config "
              + ProjectName.SETTING
              + " "
              + space);
    }
  }

  private boolean confirms(List<String> deleted) throws IOException {
    Surroundings surroundings = server.surroundings();
    if (yes || !surroundings.errIsTerminal()) {
      return yes;
    }
    surroundings.err().print(Text.harmless("delete " + FileNameList.of(deleted) + "? [y/N] "));
    surroundings.err().flush();
    String answer =
        new BufferedReader(new InputStreamReader(surroundings.in(), StandardCharsets.UTF_8))
            .readLine();
    return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
  }
}
