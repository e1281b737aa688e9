package dev.leasehold.node.persist.files;

import java.io.IOException;
import java.nio.file.Path;

/** Another node has the data directory. */
public final class DirectoryInUseException extends IOException {

  DirectoryInUseException(Path directory, String pid) {
    super(
        "the data directory "
            + directory
            + " is in use by "
            + (pid.isEmpty() ? "another process" : "process " + pid)
            + "; stop it or choose another directory with --data");
  }
}
