package dev.leasehold.testing.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.testing.process.KeepsProcessorsBusy;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A deliberate violation of each rule that the build enforces fails the build. */
@KeepsProcessorsBusy
@Order(2)
class BuildRulesIT {

  @TempDir Path directory;

  @Test
  void aPureKernelBuilds() throws Exception {
    OfflineMaven.Build build =
        new KernelCopy(directory)
            .withClass("Pure", "public static int twice(int x) {\n    return 2 * x;\n  }")
            .build();

    assertThat(build.output()).contains("BUILD SUCCESS");
    assertThat(build.succeeded()).isTrue();
  }

  @Test
  void aModuleOtherThanJavaBaseIsOutOfSight() throws Exception {
    assertFails(
        new KernelCopy(directory).withClass("Sql", "java.sql.Date date;").build(),
        "package java.sql is not visible");
  }

  @Test
  void aDependencyIsRefused() throws Exception {
    assertFails(
        new KernelCopy(directory).withDependency("org.slf4j", "slf4j-api").build(),
        "The kernel depends on nothing but java.base");
  }

  @Test
  void aNullWhereNoneIsAllowedIsAnError() throws Exception {
    assertFails(
        new KernelCopy(directory)
            .withClass("Nothing", "public static String nothing() { return null; }")
            .build(),
        "[NullAway] returning @Nullable expression");
  }

  @Test
  void anUnformattedFileIsRefused() throws Exception {
    assertFails(
        new KernelCopy(directory)
            .withClass("Ugly", "int   x  ;")
            .withAdapterClass("Nested", "int   x  ;")
            .checkFormat(),
        "These files are not formatted",
        "Ugly.java",
        "Nested.java");
  }

  private static void assertFails(OfflineMaven.Build build, String... reasons) {
    assertThat(build.output()).contains("BUILD FAILURE").contains(reasons);
    assertThat(build.succeeded()).isFalse();
  }
}
