package dev.leasehold.node.persist.files;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that have to stay what they were when they were opened. */
class KnownFilesTest {

  @TempDir Path directory;
  private final AtomicLong nanos = new AtomicLong();
  private final KnownFiles files = new KnownFiles(nanos::get);
  private Path first;
  private Path second;

  @BeforeEach
  void add() throws IOException {
    first = Files.writeString(directory.resolve("first"), "1");
    second = Files.writeString(directory.resolve("second"), "2");
    files.add(first);
    files.add(second);
  }

  private void assertChanged(Path file, String what) {
    assertThatThrownBy(files::requireInPlace)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file + " " + what);
  }

  @Test
  void filesThatAreWrittenStayTheSame() throws IOException {
    Files.writeString(first, "more");
    assertThatCode(files::requireInPlace).doesNotThrowAnyException();
  }

  @Test
  void aFileThatIsDeletedIsMissed() throws IOException {
    Files.delete(second);
    assertChanged(second, "was deleted or moved away");
  }

  @Test
  void aFileThatIsMovedIsMissedUntilItIsBack() throws IOException {
    Path away = Files.move(first, directory.resolve("away"));
    assertChanged(first, "was deleted or moved away");
    Files.move(away, first);
    assertThatCode(files::requireInPlace).doesNotThrowAnyException();
  }

  @Test
  void aCopyInItsPlaceIsAnotherFile() throws IOException {
    Path copy = Files.copy(first, directory.resolve("copy"));
    Files.move(copy, first, StandardCopyOption.REPLACE_EXISTING);
    assertChanged(first, "is no longer the file that this server has opened");
  }

  @Test
  void aLinkInItsPlaceIsAnotherFileEvenIfItLeadsToIt() throws IOException {
    Path away = Files.move(first, directory.resolve("away"));
    Files.createSymbolicLink(first, away);
    assertChanged(first, "is no longer the file that this server has opened");
  }

  @Test
  void aLinkMayBeThereFromTheBeginning() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), first);
    files.addGrowing(link);
    assertThatCode(files::requireInPlace).doesNotThrowAnyException();

    Files.delete(link);
    Files.createSymbolicLink(link, second);
    assertChanged(link, "is no longer the file that this server has opened");
  }

  @Test
  void theWayToAFileMayLeadThroughALink() throws IOException {
    Path way = Files.createSymbolicLink(directory.resolve("way"), directory);
    files.add(way.resolve("second"));
    assertThatCode(files::requireInPlace).doesNotThrowAnyException();
  }

  @Test
  void aFileThatItsOwnerMayNotWriteIsNoticed() throws IOException {
    Files.setPosixFilePermissions(second, PosixFilePermissions.fromString("r--------"));
    assertChanged(second, "was made read-only");
  }

  @Test
  void aFileThatOnlyGrowsIsMissedWhenItIsCutShort() throws IOException {
    Path growing = Files.writeString(directory.resolve("growing"), "some");
    files.addGrowing(growing);
    assertThatCode(files::requireInPlace).doesNotThrowAnyException();
    Files.writeString(growing, "much more");
    assertThatCode(files::requireInPlace).doesNotThrowAnyException();
    Files.writeString(growing, "some");
    assertChanged(growing, "was cut short");
  }

  /** A look at a directory that has long been the same. */
  private void settle() throws IOException {
    files.requireInPlace();
    nanos.addAndGet(DirectoryChanges.SETTLED_NANOS + 1);
    files.requireInPlace();
  }

  @ParameterizedTest
  @ValueSource(strings = {"deleted", "moved", "replaced"})
  void aNameThatChangesIsMissedAtOnceInASettledDirectory(String how) throws IOException {
    settle();
    switch (how) {
      case "deleted" -> Files.delete(second);
      case "moved" -> Files.move(second, directory.resolve("away"));
      default -> {
        Path copy = Files.copy(second, directory.resolve("copy"));
        Files.move(copy, second, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    assertThatThrownBy(files::requireInPlace).hasMessageContaining(second + " ");
  }

  @Test
  void aFileIsMissedAtOnceWhereItsDirectoryIsAnother() throws IOException {
    Path inner = Files.createDirectory(directory.resolve("inner"));
    Path file = Files.writeString(inner.resolve("file"), "1");
    files.add(file);
    settle();
    Files.move(inner, directory.resolve("away"));
    assertChanged(file, "was deleted or moved away");
    Files.createDirectory(inner);
    assertChanged(file, "was deleted or moved away");
  }

  @Test
  void whatADirectoryDoesNotShowIsNoticedSoon() throws IOException {
    settle();
    Files.setPosixFilePermissions(second, PosixFilePermissions.fromString("r--------"));
    nanos.addAndGet(DirectoryChanges.LOOK_EVERY_NANOS);
    assertChanged(second, "was made read-only");
  }

  @Test
  void aFileThatOnlyGrowsIsLookedAtEachTime() throws IOException {
    Path growing = Files.writeString(directory.resolve("growing"), "some");
    files.addGrowing(growing);
    settle();
    Files.writeString(growing, "");
    assertChanged(growing, "was cut short");
  }

  @Test
  void aFileThatMayShrinkMayBeEmpty() throws IOException {
    Files.writeString(first, "");
    assertThatCode(files::requireInPlace).doesNotThrowAnyException();
  }

  @Test
  void aFileThatIsNotThereCannotBeKnown() {
    assertThatThrownBy(() -> files.add(directory.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }
}
