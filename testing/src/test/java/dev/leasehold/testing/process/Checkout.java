package dev.leasehold.testing.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The checkout that these tests are part of. */
final class Checkout {

  /**
   * For what the launcher starts: its servers are made to live long, and those of tests are gone
   * before an optimising compiler pays off.
   */
  static final String QUICK_TO_START = "-XX:TieredStopAtLevel=1";

  private Checkout() {}

  /** The directory that has the launcher. */
  static Path root() {
    Path here = Path.of("").toAbsolutePath();
    while (here != null && Files.notExists(here.resolve("leasehold"))) {
      here = here.getParent();
    }
    if (here == null) {
      throw new IllegalStateException("there is no launcher above the current directory");
    }
    return here;
  }

  /**
   * Has the launcher at the root make no cache of a server while these tests run: it takes both
   * processors for half a minute, after every build anew, and {@link LauncherArchiveIT} is about
   * it.
   */
  static void leaveOutTheServersCache() throws IOException {
    Path making = beingMade(root().resolve("cli/target"), "serve", "aot");
    Files.createDirectories(making);
    making.toFile().deleteOnExit();
  }

  /** The folder that the launcher makes while it makes an archive or a cache, and only one does. */
  static Path beingMade(Path folder, String name, String ending) {
    String release = System.getProperty("java.version").replaceAll("[^0-9.].*", "");
    return folder.resolve(name + "-" + release + "." + ending + ".making");
  }
}
