package dev.leasehold.testing.process;

import dev.leasehold.testing.process.server.RunningProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A file system of a few megabytes that only some processes see: those started from here, and this
 * JVM by way of one of them. It lives as long as this is open.
 */
final class SmallDisk implements AutoCloseable {

  private final RunningProcess keeper;
  private final Path mountPoint;

  private SmallDisk(RunningProcess keeper, Path mountPoint) {
    this.keeper = keeper;
    this.mountPoint = mountPoint;
  }

  /**
   * @throws IOException if this machine does not let us mount
   */
  static SmallDisk mount(Path mountPoint, int megabytes) throws IOException {
    Files.createDirectories(mountPoint);
    String script =
        "mount -t tmpfs -o size=%dm,mode=700 tmpfs \"$0\" && echo mounted && exec sleep 3600"
            .formatted(megabytes);
    List<String> command = new ArrayList<>(List.of("unshare", "--mount"));
    if (!System.getProperty("user.name").equals("root")) {
      command.add("--map-root-user");
    }
    command.addAll(List.of("sh", "-c", script, mountPoint.toString()));
    RunningProcess keeper = RunningProcess.start(command);
    try {
      keeper.firstLine();
      return new SmallDisk(keeper, mountPoint);
    } catch (IOException e) {
      keeper.kill();
      throw e;
    }
  }

  /** The command, run where the disk is seen. */
  List<String> in(List<String> command) {
    List<String> entered =
        new ArrayList<>(List.of("nsenter", "--target", Long.toString(keeper.pid()), "--mount"));
    if (!System.getProperty("user.name").equals("root")) {
      entered.addAll(List.of("--user", "--preserve-credentials"));
    }
    entered.addAll(command);
    return entered;
  }

  /** The disk as a process on it sees it. */
  Path inside() {
    return mountPoint;
  }

  /** The disk as this JVM sees it. */
  Path fromHere() {
    return Path.of("/proc/" + keeper.pid() + "/root" + mountPoint);
  }

  long freeBytes() throws IOException {
    return Files.getFileStore(fromHere()).getUsableSpace();
  }

  /** Writes a file so large, or makes it so large, that only so much is left. */
  void fillUpTo(long freeBytes) throws IOException {
    byte[] block = new byte[64 << 10];
    try (var filler =
        Files.newOutputStream(filler(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      while (freeBytes() >= freeBytes + block.length) {
        filler.write(block);
      }
      int rest = (int) Math.max(0, freeBytes() - freeBytes);
      filler.write(block, 0, rest);
    } catch (IOException e) {
      if (freeBytes > 0) {
        throw e;
      }
    }
  }

  void removeFiller() throws IOException {
    Files.delete(filler());
  }

  private Path filler() {
    return fromHere().resolve("filler");
  }

  @Override
  public void close() {
    keeper.close();
  }
}
