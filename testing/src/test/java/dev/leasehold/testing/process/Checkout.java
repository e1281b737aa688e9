package dev.leasehold.testing.process;

import java.nio.file.Files;
import java.nio.file.Path;

/** The checkout that these tests are part of. */
final class Checkout {

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
}
