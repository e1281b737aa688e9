package dev.leasehold.cli.hook;

import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Takes the guards away again. */
@Command(name = "uninstall", description = "Takes the guards away, and puts earlier hooks back.")
final class UninstallHooks implements Callable<Integer> {

  private final Surroundings around;

  UninstallHooks(Surroundings around) {
    this.around = around;
  }

  @Override
  public Integer call() throws IOException {
    Path folder = HookRepository.open(around).hookFolder();
    for (HookFile hook : HookFile.values()) {
      if (hook.uninstall(folder)) {
        around.out().println("removed " + folder.resolve(hook.hook()));
      }
    }
    return Exit.DONE.code();
  }
}
