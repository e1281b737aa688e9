package dev.leasehold.cli;

import dev.leasehold.node.tools.JsonText;
import dev.leasehold.node.tools.Verification;
import dev.leasehold.node.tools.Verified;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says whether a data directory is in order. */
@Command(
    name = "verify",
    description = {
      "Checks that the journal is what was written.",
      "That is the hashes of all blocks and their links,",
      "positions and ticks, every event replayed, the clock, and that leasehold.db says the same,",
      "row by row. For that it is built anew in the directory for temporary files, and removed.",
      "Reads only, beside a running server or without one. Works on a backup, too.",
      "Beside a server, what that writes to leasehold.db meanwhile stays in leasehold.db-wal,"
          + " which",
      "needs room for it. With --no-tables that is over sooner."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:everything is in order",
      "1:something is not, or there is no journal; it says what and where",
      "2:wrong options"
    })
final class Verify implements Callable<Integer> {

  private static final int NOT_IN_ORDER = 1;

  @Mixin private DataOption data = new DataOption();

  @Option(names = "--json", description = "One JSON object.")
  private boolean json;

  @Option(
      names = "--tables",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = {
        "Whether to compare all rows of leasehold.db, as is done unless --no-tables says not to:",
        "then only those of leases that a server remembers. That takes less time and no room."
      })
  private boolean tables;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    try {
      Verified verified = Verification.of(data.directory(), tables);
      if (json) {
        out.println(verified.toJson());
      } else {
        print(verified, out);
      }
      return 0;
    } catch (IOException e) {
      if (!json) {
        throw e;
      }
      out.println(JsonText.of(Map.of("ok", false, "error", Main.sentence(e))));
      return NOT_IN_ORDER;
    }
  }

  private void print(Verified verified, PrintWriter out) {
    out.println(
        "in order: "
            + data.directory()
            + (verified.besideServer() ? " (a server is running on it)" : "")
            + (verified.tables() == Verified.Tables.COMPARED ? "" : ", tables not compared"));
    out.println("  blocks        " + verified.blocks());
    out.println("  events        " + verified.events());
    out.println("  last position " + verified.lastPosition());
    out.println("  last written  " + (verified.blocks() == 0 ? "never" : verified.lastTime()));
    out.println("  leases        " + leases(verified));
    out.println("  tokens        " + verified.tokens());
    out.println("  tables        " + tables(verified));
    out.println("  last hash     " + verified.lastHash());
    out.println("  state hash    " + verified.stateHash());
    verified.notes().forEach(note -> out.println("  note: " + note));
  }

  private static String tables(Verified verified) {
    return switch (verified.tables()) {
      case COMPARED -> "compared, every row";
      case LEASES_COMPARED -> "not compared, only the leases that a server remembers";
      case OUTDATED ->
          "not compared, an older Leasehold wrote them; the next start builds them anew";
      case MISSING -> "not compared, there is no leasehold.db";
    };
  }

  private static String leases(Verified verified) {
    return verified.livingLeases() + " living, " + verified.endedLeases() + " ended lately";
  }
}
