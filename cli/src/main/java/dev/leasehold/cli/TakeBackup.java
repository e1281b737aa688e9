package dev.leasehold.cli;

import dev.leasehold.node.tools.Backup;
import dev.leasehold.node.tools.JsonText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Backs a data directory up. */
@Command(
    name = "backup",
    description = {
      "Backs a data directory up, beside a running server or without one.",
      "A backup is the journal, the registrar's key and a manifest, in a directory that only you",
      "can read.",
      "The backup is on the disk and verified when this returns. It holds a secret (the key):",
      "keep it as you keep the data directory. Not in it is provider.key, which provider keys are",
      "encrypted with: keep a copy of that elsewhere."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the backup is there and verified",
      "1:there is none; it says why",
      "2:wrong options"
    })
final class TakeBackup implements Callable<Integer> {

  @Mixin private DataOption data = new DataOption();

  @Option(
      names = "--to",
      required = true,
      paramLabel = "PATH",
      description = {
        "Where the backup is to be: a path that is not there yet,",
        "or a directory, in which it gets a name by the time. Nothing is written over."
      })
  private Path to = Path.of("");

  @Option(names = "--json", description = "One JSON object.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Backup backup = Backup.take(data.directory(), to, Instant.now());
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> fields = new TreeMap<>();
      fields.put("path", backup.path().toString());
      fields.put("blocks", backup.verified().blocks());
      fields.put("lastPosition", backup.verified().lastPosition());
      fields.put("lastHash", backup.verified().lastHash());
      fields.put("stateHash", backup.verified().stateHash());
      out.println(JsonText.of(fields));
    } else {
      out.println(
          "backed up %d blocks, up to position %d, to %s"
              .formatted(
                  backup.verified().blocks(), backup.verified().lastPosition(), backup.path()));
    }
    return 0;
  }
}
