package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.testing.process.sample.OldAnswers;
import dev.leasehold.testing.process.server.ServerHere;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Data directories that earlier servers wrote: today's start on them and say the same. */
@Timeout(900)
@Execution(ExecutionMode.CONCURRENT)
@Order(2)
class OldDataIT {

  private static final String DIRECTORIES = "/data-directories";

  /** Of a stored state, and of none that any server has written. */
  private static final int OTHER_FORMAT = 99;

  @TempDir Path scratch;

  /** A data directory as it was packed, and the file that says what is in it. */
  record Packed(Path zip, Path answers) {

    @Override
    public String toString() {
      return Objects.requireNonNull(zip.getParent()).getFileName() + " " + zip.getFileName();
    }
  }

  static List<Packed> packed() throws IOException, URISyntaxException {
    URL root = Objects.requireNonNull(OldDataIT.class.getResource(DIRECTORIES));
    List<Packed> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of(root.toURI()))) {
      for (Path zip : files.filter(file -> file.toString().endsWith(".zip")).sorted().toList()) {
        String name = zip.getFileName().toString().replace(".zip", ".json");
        all.add(new Packed(zip, zip.resolveSibling(name)));
      }
    }
    return all;
  }

  static void unpack(Path zip, Path target) throws IOException {
    Files.createDirectories(target);
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        Files.copy(in, target.resolve(entry.getName()));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("packed")
  void whatAnEarlierServerWroteIsVerifiedServedBackedUpAndRestored(Packed packed) throws Exception {
    Path data = scratch.resolve("data");
    Path backup = scratch.resolve("backup");
    unpack(packed.zip(), data);
    OldAnswers old = OldAnswers.load(packed.answers());
    succeeds("verify", "--data", data);
    try (ServerHere server = ServerHere.start(data)) {
      OldAnswersCheck check = new OldAnswersCheck(old, server);
      check.sameIsSaidAgain();
      check.bearersAreKnown();
      check.retriesDoNothing();
      check.nextGrantHasALargerToken();
      succeeds("backup", "--data", data, "--to", backup);
    }
    succeeds("verify", "--data", data);
    Path restored = scratch.resolve("restored");
    succeeds("restore", "--from", backup, "--data", restored);
    try (ServerHere server = ServerHere.start(restored)) {
      OldAnswersCheck check = new OldAnswersCheck(old, server);
      check.nothingLives();
      check.nextGrantHasALargerToken();
    }
    succeeds("verify", "--data", restored);
  }

  /** Those that a stop has left have one. */
  static List<Packed> stopped() throws IOException, URISyntaxException {
    return packed().stream().filter(each -> each.zip().endsWith("stopped.zip")).toList();
  }

  @ParameterizedTest
  @MethodSource("stopped")
  void aStoredStateOfAnotherFormatIsBuiltAnew(Packed packed) throws Exception {
    Path data = scratch.resolve("data");
    unpack(packed.zip(), data);
    OldAnswers old = OldAnswers.load(packed.answers());
    StoredState.setFormat(data, OTHER_FORMAT);
    try (ServerHere server = ServerHere.start(data)) {
      OldAnswersCheck check = new OldAnswersCheck(old, server);
      check.sameIsSaidAgain();
      check.retriesDoNothing();
    }
    assertThat(StoredState.format(data)).isNotEqualTo(OTHER_FORMAT);
    succeeds("verify", "--data", data);
  }

  @Test
  void thatAStoredStateIsBuiltAnewIsSaid() throws Exception {
    Path data = scratch.resolve("data");
    unpack(stopped().getLast().zip(), data);
    StoredState.setFormat(data, OTHER_FORMAT);
    try (ServerProcess server = ServerProcess.start(data)) {
      server.stop();
      assertThat(server.process().errors()).contains("all of the journal is replayed");
    }
  }

  private static void succeeds(Object... arguments) {
    CommandLine command = CommandLine.run(arguments);
    assertThat(command.exitCode()).as(command.errors()).isZero();
  }
}
