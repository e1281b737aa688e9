package dev.leasehold.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names the data directory that a command works on. */
final class DataOption {

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Data directory. Default: LEASEHOLD_DATA, else your local data folder.")
  private @Nullable Path data;

  Path directory() {
    return data != null ? data : DataFolder.of(System.getenv(), System.getProperties());
  }
}
