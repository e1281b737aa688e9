package dev.leasehold.cli.hook;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;

/** Finds the command that this process was started by, for scripts to start it again. */
final class OwnLauncher {

  /** The name by which a shell finds it. */
  static final String NAME = "leasehold";

  /** From the jar: beside it in an installation, at the root in a checkout. */
  private static final List<String> PLACES = List.of("leasehold", "../../leasehold");

  private OwnLauncher() {}

  /** The whole path of the command, or its name alone if it is not known. */
  static String find() {
    CodeSource source = OwnLauncher.class.getProtectionDomain().getCodeSource();
    try {
      Path jar = source == null ? null : Path.of(source.getLocation().toURI());
      if (jar != null && Files.isRegularFile(jar)) {
        for (String place : PLACES) {
          Path launcher = jar.resolveSibling(place).normalize();
          if (Files.isRegularFile(launcher) && Files.isExecutable(launcher)) {
            return launcher.toString();
          }
        }
      }
    } catch (URISyntaxException e) {
      // Not from a file, so the name has to do.
    }
    return NAME;
  }
}
