package dev.leasehold.cli.hook;

import dev.leasehold.cli.command.Group;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The guards that git calls, and how they get there. */
public final class GitHook {

  private final Surroundings around;

  private GitHook(Surroundings around) {
    this.around = around;
  }

  public static CommandLine commandLine(Surroundings surroundings) {
    return new GitHook(surroundings).group();
  }

  private CommandLine group() {
    return Group.of(
        around,
        "Keeps commits and pushes off files that others hold.",
        new InstallHooks(around),
        new UninstallHooks(around),
        new PreCommit(),
        new PrePush(),
        new PreReceive(),
        new PostReceive());
  }

  /** A guard asks git and the server, and any of them may not know. */
  private interface Judge {
    Verdict judge() throws IOException;
  }

  /**
   * Judges, tells the verdict and returns the exit code, by which git knows.
   *
   * @param what the thing that is refused or let through, such as "this commit"
   * @param passesUnsure whether it is let through, unless settings say, where nobody can tell
   */
  private int guard(String what, boolean passesUnsure, Judge judge) {
    Verdict verdict = verdict(judge);
    return tell(verdict, what, allowsUnsure(passesUnsure));
  }

  private static Verdict verdict(Judge judge) {
    try {
      return judge.judge();
    } catch (IOException e) {
      return new Verdict.CannotTell(String.valueOf(e.getMessage()));
    }
  }

  private int tell(Verdict verdict, String what, boolean allowsUnsure) {
    switch (verdict) {
      case Verdict.Allow allow -> {
        return Exit.DONE.code();
      }
      case Verdict.Deny deny -> {
        around.complain(what + " is refused:");
        deny.reasons().forEach(reason -> around.complain("  " + reason));
        around.complain(deny.advice());
        return Exit.FAILED.code();
      }
      case Verdict.CannotTell unknown -> {
        around.complain(
            "cannot tell whether others hold these files: "
                + unknown.why()
                + "; "
                + what
                + (allowsUnsure ? " goes on" : " is refused")
                + ", as git config "
                + HookSettings.UNSURE
                + (allowsUnsure ? " allow" : " deny")
                + " has it");
        return (allowsUnsure ? Exit.DONE : Exit.FAILED).code();
      }
    }
  }

  private boolean allowsUnsure(boolean byDefault) {
    try {
      return HookRepository.open(around).settings().allowsWhenUnsure(byDefault);
    } catch (IOException e) {
      return byDefault;
    }
  }

  @Command(
      name = "pre-commit",
      description = {
        "Refuses to commit files that others hold.",
        "If you have a check-out, files that it does not cover are refused, too.",
        "Git calls it once it is installed. Ends with 0 if the commit may go on, else with 1."
      })
  final class PreCommit implements Callable<Integer> {

    @Override
    public Integer call() {
      return guard("this commit", true, this::judge);
    }

    private Verdict judge() throws IOException {
      HookRepository here = HookRepository.open(around);
      return new CloneGuard(here.connect(), here.space()).judge(visitor -> visit(here, visitor));
    }

    private static void visit(HookRepository here, ChangedFiles.Visitor visitor)
        throws IOException {
      String head = here.git().textOrNothing("rev-parse", "--verify", "--quiet", "HEAD");
      String base = head.isEmpty() ? here.emptyTree() : head;
      List<String> merged = here.mergeHeads();
      if (merged.isEmpty()) {
        here.changes().staged(base, visitor);
      } else {
        List<String> parents = new ArrayList<>(List.of(base));
        parents.addAll(merged);
        here.changes().ofMerge(here.git().text("write-tree"), parents, visitor);
      }
    }
  }

  @Command(
      name = "pre-push",
      description = {
        "Refuses to push changes of files that others hold.",
        "If you have a check-out, files that it does not cover are refused, too.",
        "Git calls it once it is installed. Ends with 0 if the push may go on, else with 1."
      })
  final class PrePush implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "REMOTE", description = "The remote's name.")
    private String remote = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "URL", description = "Its address.")
    private String url = "";

    @Override
    public Integer call() {
      return guard("this push", true, this::judge);
    }

    private Verdict judge() throws IOException {
      HookRepository here = HookRepository.open(around);
      List<PushedRef> refs = PushedRef.pushed(around.in());
      if (refs.isEmpty()) {
        return Verdict.ALLOW;
      }
      RemoteRefs there = RemoteRefs.of(here.git(), remote, url.isEmpty() ? remote : url);
      Verdict verdict =
          new CloneGuard(here.connect(), here.space())
              .judge(visitor -> visit(here, there, refs, visitor));
      return verdict instanceof Verdict.Allow ? ofUnseen(here, refs) : verdict;
    }

    /** Nobody can tell what a ref loses whose commit is not in the clone. */
    private static Verdict ofUnseen(HookRepository here, List<PushedRef> refs) throws IOException {
      for (PushedRef ref : refs) {
        if (!ref.isNew() && !isKnown(here, ref) && here.settings().guards(ref.ref())) {
          return new Verdict.CannotTell(
              "this clone has not seen the commit that "
                  + ref.ref()
                  + " is at on the remote, so fetch first");
        }
      }
      return Verdict.ALLOW;
    }

    /** Visits the files of all refs, and fails at the end if git could not tell those of one. */
    private static void visit(
        HookRepository here, RemoteRefs there, List<PushedRef> refs, ChangedFiles.Visitor visitor)
        throws IOException {
      IOException failure = null;
      for (PushedRef ref : refs) {
        try {
          visit(here, there, ref, refs, visitor);
        } catch (CallFailedException e) {
          throw e;
        } catch (IOException e) {
          failure = failure == null ? e : failure;
        }
      }
      if (failure != null) {
        throw failure;
      }
    }

    /** Visits files that new commits change, and those of commits that the ref loses. */
    private static void visit(
        HookRepository here,
        RemoteRefs there,
        PushedRef ref,
        List<PushedRef> refs,
        ChangedFiles.Visitor visitor)
        throws IOException {
      boolean isKnown = isKnown(here, ref);
      if (!ref.isDeleted()) {
        List<String> known = new ArrayList<>(there.known());
        if (isKnown) {
          known.add(ref.before());
        }
        here.changes().ofNewCommits(ref.after(), known, visitor);
      }
      if (isKnown && here.settings().guards(ref.ref())) {
        here.changes()
            .ofNewCommits(
                ref.before(), ref.isDeleted() ? there.kept(refs) : List.of(ref.after()), visitor);
      }
    }

    /** Whether it is known here what the ref names on the remote. */
    private static boolean isKnown(HookRepository here, PushedRef ref) throws IOException {
      return !ref.isNew() && here.git().run("cat-file", "-e", ref.before()).isDone();
    }
  }

  @Command(
      name = "pre-receive",
      description = {
        "Takes a push only under a valid check-out of whoever pushes.",
        "Git calls it once it is installed. Ends with 0 if the push is taken, else with 1."
      })
  final class PreReceive implements Callable<Integer> {

    @Override
    public Integer call() {
      return guard("this push", false, this::judge);
    }

    private Verdict judge() throws IOException {
      HookRepository here = HookRepository.open(around);
      String variable = here.settings().value(HookSettings.PUSHER);
      PushGuard guard = new PushGuard(here, variable.isEmpty() ? "" : around.variable(variable));
      Verdict verdict = ofAll(here, guard);
      if (verdict.passes(here.settings().allowsWhenUnsure(false))) {
        guard.note();
      }
      return verdict;
    }

    /** A ref that cannot be judged hides none behind it. */
    private Verdict ofAll(HookRepository here, PushGuard guard) throws IOException {
      Verdict all = Verdict.ALLOW;
      for (PushedRef ref : PushedRef.received(around.in())) {
        all =
            all.and(
                verdict(
                    () -> here.settings().guards(ref.ref()) ? guard.judge(ref) : Verdict.ALLOW));
        if (all instanceof Verdict.Deny) {
          return all;
        }
      }
      return all;
    }
  }

  @Command(
      name = "post-receive",
      description = {
        "Completes the check-outs of pushes that were taken.",
        "Git calls it once it is installed. Run it by hand, or from cron, in the repository to"
            + " complete what a crash left open."
      })
  final class PostReceive implements Callable<Integer> {

    @Override
    public Integer call() throws IOException {
      PendingPushes.in(HookRepository.open(around)).reconcile().forEach(around::complain);
      return Exit.DONE.code();
    }
  }
}
