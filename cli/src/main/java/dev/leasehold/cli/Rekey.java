package dev.leasehold.cli;

import dev.leasehold.node.Rekeying;
import dev.leasehold.node.time.SystemTime;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Encrypts the keys of all providers anew. */
@Command(
    name = "rekey",
    description = {
      "Encrypts provider keys with a new key, on a stopped server.",
      "The old one is taken out of the file. Backups from before need it: keep a copy as long as"
          + " you keep those."
    })
final class Rekey implements Callable<Integer> {

  @Mixin private final DataOption data = new DataOption();

  @Option(
      names = "--provider-key-file",
      paramLabel = "FILE",
      description = "The file that serve has the encryption key in, if it was told so.")
  private @Nullable Path keyFile;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Rekeying done = Rekeying.carryOut(data.directory(), keyFile, new SystemTime());
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        "the keys of %d providers are encrypted with the new key in %s"
            .formatted(done.providers(), done.file()));
    return 0;
  }
}
