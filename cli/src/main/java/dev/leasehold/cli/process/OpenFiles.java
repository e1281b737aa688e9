package dev.leasehold.cli.process;

import com.sun.jna.LastErrorException;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Which open files a command gets from this process besides the standard three: those that this
 * process was given itself, such as the job server of make, and none that it has opened.
 */
final class OpenFiles {

  private static final Path OWN = Path.of("/dev/fd");
  private static final Path LINKS = Path.of("/proc/self/fd");
  private static final int FIRST_BEYOND_STANDARD = 3;

  private final Set<Integer> given;

  private OpenFiles(Set<Integer> given) {
    this.given = given;
  }

  /** To be called before this process opens anything but its own code. */
  static OpenFiles given() throws IOException {
    Set<Integer> given = new HashSet<>();
    if (Files.isDirectory(LINKS)) {
      for (int descriptor : beyondStandard()) {
        if (!isOwnCode(LINKS.resolve(Integer.toString(descriptor)))) {
          given.add(descriptor);
        }
      }
    }
    return new OpenFiles(given);
  }

  /** Has all others closed in every program that this process starts. */
  void keepOthers(LibC libC) throws IOException {
    for (int descriptor : beyondStandard()) {
      if (!given.contains(descriptor)) {
        closeInPrograms(libC, descriptor);
      }
    }
  }

  static void closeInPrograms(LibC libC, int descriptor) {
    try {
      libC.fcntl(descriptor, LibC.F_SETFD, LibC.FD_CLOEXEC);
    } catch (LastErrorException e) {
      // Closed by another thread since it was listed.
    }
  }

  private static Set<Integer> beyondStandard() throws IOException {
    Set<Integer> descriptors = new HashSet<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(OWN)) {
      for (Path entry : entries) {
        int descriptor = Integer.parseInt(entry.getFileName().toString());
        if (descriptor >= FIRST_BEYOND_STANDARD) {
          descriptors.add(descriptor);
        }
      }
    }
    return descriptors;
  }

  /** The JVM's files, and the directory that is just being listed. */
  private static boolean isOwnCode(Path link) {
    try {
      Path file = Files.readSymbolicLink(link);
      return file.startsWith(Path.of(System.getProperty("java.home")))
          || file.toString().endsWith(".jar")
          || file.toString().endsWith("/fd")
          || System.getProperty("java.class.path").contains(file + File.pathSeparator);
    } catch (IOException e) {
      return true;
    }
  }
}
