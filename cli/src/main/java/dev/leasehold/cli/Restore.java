package dev.leasehold.cli;

import dev.leasehold.node.time.SystemTime;
import dev.leasehold.node.tools.Restored;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Restores a data directory from a backup. */
@Command(
    name = "restore",
    description = {
      "Restores a data directory from a backup, which is verified first.",
      "Nothing that was granted may count twice, so every lease of the backup ends (reason",
      "RESTORED), fencing tokens and epochs go on far above all that were given, pools are closed",
      "until an admin confirms what was spent, and all tokens are revoked: some may have been",
      "revoked since the backup. The next start of the server writes a new admin.token."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:restored",
      "1:not restored, and the data directory is as it was; it says why",
      "2:wrong options"
    })
final class Restore implements Callable<Integer> {

  @Option(
      names = "--from",
      required = true,
      paramLabel = "BACKUP",
      description = "The directory that leasehold backup has written.")
  private Path from = Path.of("");

  @Mixin private DataOption data = new DataOption();

  @Option(
      names = "--replace",
      description = "Move what the data directory holds aside, into replaced-<time> in it.")
  private boolean replace;

  @Option(
      names = "--keep-tokens",
      description = "Let the tokens of the backup stay valid, also those revoked since.")
  private boolean keepTokens;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Restored restored =
        Restored.from(
            new Restored.Request(from, data.directory(), replace, keepTokens), new SystemTime());
    PrintWriter out = spec.commandLine().getOut();
    out.println("restored " + restored.dataDirectory() + " from " + from);
    out.println(
        "  %d blocks, up to position %d, written %s"
            .formatted(
                restored.verified().blocks(),
                restored.verified().lastPosition(),
                restored.verified().lastTime()));
    out.println("  leases ended    " + restored.endedLeases());
    out.println("  tokens revoked  " + restored.revokedTokens());
    out.println("  positions go on at " + restored.firstPosition());
    if (restored.replaced() != null) {
      out.println("  what was there is in " + restored.replaced());
    }
    restored.notes().forEach(note -> out.println("  note: " + note));
    out.println("next: leasehold serve --data " + restored.dataDirectory());
    return 0;
  }
}
