package dev.leasehold.node.persist.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {

  @TempDir Path parent;

  private Path directory() {
    return parent.resolve("leasehold/data");
  }

  /** Holds a data directory in a process of its own until its input ends. */
  static final class Holder {
    public static void main(String[] args) throws IOException {
      try (DataDirectory held = DataDirectory.open(Path.of(args[0]))) {
        System.out.println(held.path());
        System.in.read();
      }
    }
  }

  private Process startHolder() throws IOException {
    Process holder =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                directory().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(holder.inputReader().readLine()).endsWith("leasehold/data");
    return holder;
  }

  @Test
  void isItsOwnersAlone() throws IOException {
    try (DataDirectory opened = DataDirectory.open(directory())) {
      assertThat(Files.getPosixFilePermissions(opened.path()))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
      assertThat(Files.getPosixFilePermissions(opened.path().resolve("lock")))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
  }

  @Test
  void anEmptyDirectoryBecomesItsOwnersAlone() throws IOException {
    Files.createDirectories(directory());
    Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString("rwxr-xr-x"));
    try (DataDirectory opened = DataDirectory.open(directory())) {
      assertThat(Files.getPosixFilePermissions(opened.path()))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void aDirectoryWithOtherThingsInItStaysAsOpenAsItWas() throws IOException {
    Files.createDirectories(directory());
    Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(directory().resolve("notes.txt"), "mine");
    try (DataDirectory opened = DataDirectory.open(directory())) {
      assertThat(Files.getPosixFilePermissions(opened.path()))
          .isEqualTo(PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @Test
  void anotherProcessIsNamedThatHasIt() throws Exception {
    Process holder = startHolder();
    try {
      assertThatExceptionOfType(DirectoryInUseException.class)
          .isThrownBy(() -> DataDirectory.open(directory()))
          .withMessageContaining("is in use by process " + holder.pid() + ";")
          .withMessageContaining("--data");
    } finally {
      holder.destroyForcibly().waitFor();
    }
    DataDirectory.open(directory()).close();
  }

  @Test
  void aSecondOpenerInTheSameProcessIsRefusedAndTheFirstKeepsIt() throws Exception {
    DataDirectory first = DataDirectory.open(directory());
    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(DirectoryInUseException.class)
          .isThrownBy(() -> DataDirectory.open(directory()))
          .withMessageContaining("process " + ProcessHandle.current().pid());
    }
    first.close();
    DataDirectory.open(directory()).close();
  }
}
