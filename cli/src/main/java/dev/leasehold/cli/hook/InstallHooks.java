package dev.leasehold.cli.hook;

import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Puts the guards where git calls them. */
@Command(
    name = "install",
    description = {
      "Installs the guards in the git repository that you are in.",
      "In a clone they look at commits and pushes; with --server, in a bare repository, at what is"
          + " pushed to it. A hook that is there already is kept and runs first."
    })
final class InstallHooks implements Callable<Integer> {

  private static final List<HookFile> OF_CLONE = List.of(HookFile.PRE_COMMIT, HookFile.PRE_PUSH);
  private static final List<HookFile> OF_SERVER =
      List.of(HookFile.PRE_RECEIVE, HookFile.POST_RECEIVE);

  @Option(names = "--server", description = "Guard a bare repository that others push to.")
  private boolean onServer;

  @Option(
      names = "--space",
      paramLabel = "SPACE",
      description =
          "The space that the repository is. Default: as leasehold checkout finds it, of a bare"
              + " repository its name.")
  private @Nullable String space;

  @Option(
      names = "--pusher",
      paramLabel = "VARIABLE",
      description = "With --server: the variable in which the git server says who pushes.")
  private @Nullable String pusher;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "The file with the token to ask with, instead of LEASEHOLD_TOKEN.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--when-unsure",
      paramLabel = "allow|deny",
      description = "What to do where it cannot be told. Default: allow, with --server deny.")
  private @Nullable String whenUnsure;

  private final Surroundings around;

  InstallHooks(Surroundings around) {
    this.around = around;
  }

  @Override
  public Integer call() throws IOException {
    HookRepository here = HookRepository.open(around);
    check(here);
    Path folder = here.hookFolder();
    for (HookFile hook : onServer ? OF_SERVER : OF_CLONE) {
      boolean chained = hook.install(folder, OwnLauncher.find());
      around
          .out()
          .println(
              "installed "
                  + folder.resolve(hook.hook())
                  + (chained ? "; the hook that was there runs first" : ""));
    }
    configure(here);
    return Exit.DONE.code();
  }

  private void check(HookRepository here) throws IOException {
    if (here.isBare() != onServer) {
      throw new CallFailedException(
          Exit.USAGE,
          onServer
              ? "this is no bare repository; leave --server out in a clone"
              : "this is a bare repository; say --server to guard what is pushed to it");
    }
    if (whenUnsure != null && !List.of("allow", "deny").contains(whenUnsure)) {
      throw new CallFailedException(Exit.USAGE, "--when-unsure is allow or deny");
    }
    if (pusher != null && !onServer) {
      throw new CallFailedException(Exit.USAGE, "--pusher is of use with --server only");
    }
  }

  private void configure(HookRepository here) throws IOException {
    set(here, HookSettings.SPACE, space);
    set(here, HookSettings.PUSHER, pusher);
    set(
        here,
        HookSettings.TOKEN_FILE,
        tokenFile == null ? null : here.git().directory().resolve(tokenFile).toString());
    set(here, HookSettings.UNSURE, whenUnsure);
    if (!onServer) {
      return;
    }
    // Without it git would refuse the option that names a check-out.
    set(here, "receive.advertisePushOptions", "true");
    HookSettings now = HookSettings.read(here.git());
    List<String> missing = new ArrayList<>();
    if (now.value(HookSettings.PUSHER).isEmpty()) {
      missing.add("--pusher VARIABLE, for who pushes");
    }
    if (now.value(HookSettings.TOKEN_FILE).isEmpty()) {
      missing.add("--token-file FILE, for the token of an admin of the space");
    }
    if (!missing.isEmpty()) {
      around.complain(
          "until it is told "
              + String.join(" and ", missing)
              + ", it cannot tell who holds what, and refuses pushes that change files");
    }
  }

  private static void set(HookRepository here, String key, @Nullable String value)
      throws IOException {
    if (value != null) {
      here.git().text("config", "--local", key, value);
    }
  }
}
