package dev.leasehold.testing.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.testing.process.KeepsProcessorsBusy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher builds a fresh clone without tests. So no module may need of another what only a
 * build with tests makes. The modules here have their poms and no sources, which is all that this
 * takes.
 */
@KeepsProcessorsBusy
class LauncherBuildIT {

  private static final Path CHECKOUT = Path.of(System.getProperty("leasehold.checkout", ".."));
  private static final Pattern MODULE = Pattern.compile("<module>([\\w/]+)</module>");

  /** All that the command line is made of, and needs beside that for its tests. */
  private static final String MODULES = "node,client,gateway,embedded";

  @TempDir Path directory;

  @Test
  void modulesNeedNoTestsOfOthers() throws Exception {
    copy("pom.xml");
    copy(".mvn/jvm.config");
    Matcher module = MODULE.matcher(Files.readString(CHECKOUT.resolve("pom.xml")));
    while (module.find()) {
      copy(module.group(1) + "/pom.xml");
    }
    OfflineMaven.Build build =
        new OfflineMaven(directory)
            .run(
                "-Dmaven.test.skip=true",
                "-Darchive.skip=true",
                "-Dprotobuf.skip=true",
                "--projects",
                MODULES,
                "--also-make",
                "package");
    assertThat(build.output()).contains("BUILD SUCCESS");
  }

  private void copy(String file) throws IOException {
    Path copy = directory.resolve(file);
    Files.createDirectories(copy.getParent());
    Files.copy(CHECKOUT.resolve(file), copy);
  }
}
