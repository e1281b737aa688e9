package dev.leasehold.testing.process;

import dev.leasehold.testing.process.sample.OldAnswers;
import dev.leasehold.testing.process.sample.SampleCalls;
import dev.leasehold.testing.process.sample.SampleLeases;
import dev.leasehold.testing.process.sample.SampleMoney;
import dev.leasehold.testing.process.server.DataCopy;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes data directories for later servers to start on, and what today's server says of them. */
public final class DataDirectoryWriter {

  private static final String USAGE =
      """
      Fills a data directory over HTTP with one of everything that is written, and packs it twice:
      as a stop has left it (stopped.zip) and as kill -9 has (killed.zip). Beside each is what the
      server said of it (stopped.json, killed.json).

        TARGET   a directory that is not there yet; its name tells the formats of journal, tables
                 and stored states

      Takes some two minutes: leases are forgotten a minute after their end.\
      """;

  /** By then the kernel has forgotten what ended first. */
  private static final long FORGOTTEN_SECONDS = 75;

  private DataDirectoryWriter() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments.length != 1 || arguments[0].startsWith("-")) {
      System.err.println(USAGE);
      System.exit(2);
    }
    Path target = Files.createDirectories(Path.of(arguments[0]).toAbsolutePath());
    Path scratch = Files.createTempDirectory("leasehold-written");
    write(scratch.resolve("data"), target);
    DataCopy.delete(scratch);
    System.out.println("written to " + target);
  }

  private static void write(Path data, Path target) throws Exception {
    SampleCalls calls = new SampleCalls();
    try (ServerProcess server = ServerProcess.start(data)) {
      calls.on(server);
      new SampleLeases(calls).write();
      new SampleMoney(calls).write();
      TimeUnit.SECONDS.sleep(FORGOTTEN_SECONDS);
      calls.enoughForAStoredState();
      server.stop();
    }
    try (ServerProcess server = ServerProcess.start(data)) {
      calls.on(server);
      new SampleLeases(calls).writeLast("stopped");
      OldAnswers.of(calls).store(target.resolve("stopped.json"));
      server.stop();
    }
    pack(data, target.resolve("stopped.zip"));
    try (ServerProcess server = ServerProcess.start(data)) {
      calls.on(server);
      new SampleLeases(calls).writeLast("killed");
      OldAnswers.of(calls).store(target.resolve("killed.json"));
      server.kill();
    }
    pack(data, target.resolve("killed.zip"));
  }

  /** The reserve is left out: it holds nothing but room, and a server makes it again. */
  private static void pack(Path directory, Path zip) throws IOException {
    try (OutputStream file = Files.newOutputStream(zip);
        ZipOutputStream out = new ZipOutputStream(file);
        Stream<Path> listed = Files.list(directory)) {
      out.setLevel(9);
      List<Path> files = listed.filter(each -> !each.endsWith("reserve")).sorted().toList();
      for (Path packed : files) {
        out.putNextEntry(new ZipEntry(packed.getFileName().toString()));
        Files.copy(packed, out);
        out.closeEntry();
      }
    }
  }
}
