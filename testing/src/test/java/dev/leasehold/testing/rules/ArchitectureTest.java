package dev.leasehold.testing.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTest {

  private static final Architecture PRODUCT = new Architecture("dev.leasehold");
  private static final Architecture BROKEN = new Architecture("dev.leasehold.testing.rules.broken");

  private static final JavaClasses PRODUCT_CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(PRODUCT.root());
  private static final JavaClasses BROKEN_CLASSES =
      new ClassFileImporter().importPackages(BROKEN.root());

  @ParameterizedTest
  @MethodSource("names")
  void holds(String rule) {
    PRODUCT.rules().get(rule).check(PRODUCT_CLASSES);
  }

  @ParameterizedTest
  @MethodSource("names")
  void bites(String rule) {
    assertThatThrownBy(() -> BROKEN.rules().get(rule).check(BROKEN_CLASSES))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("was violated");
  }

  /** Each of them points against the order in which a request meets the packages. */
  @ParameterizedTest
  @MethodSource("backwardDependencies")
  void everyBackwardDependencyInTheNodeIsFound(String from, String to) {
    String node = BROKEN.root() + ".node.";

    assertThat(Backward.FOUND).containsPattern("<" + node + from + "\\S*>[^\\n]*<" + node + to);
  }

  /** Found once for all: the rule looks at every class. */
  private static final class Backward {

    static final String FOUND =
        BROKEN
            .rules()
            .get("a request meets the node's packages in one order")
            .evaluate(BROKEN_CLASSES)
            .getFailureReport()
            .toString();
  }

  @Test
  void theProductIsWhatIsChecked() {
    assertThat(PRODUCT_CLASSES)
        .extracting(type -> type.getPackageName().split("\\.")[2])
        .containsAll(
            Set.of(
                "api",
                "kernel",
                "registrar",
                "node",
                "client",
                "embedded",
                "gateway",
                "cli",
                "testing"));
  }

  static Stream<String> names() {
    return PRODUCT.rules().keySet().stream();
  }

  static Stream<Arguments> backwardDependencies() {
    return Stream.of(
            "persist sequence",
            "persist authorise",
            "persist http",
            "sequence authorise",
            "sequence http",
            "authorise http",
            "operation http",
            "http persist",
            "sequence publish",
            "persist publish",
            "publish http",
            "alerts http",
            "metrics alerts",
            "time persist")
        .map(pair -> Arguments.of((Object[]) pair.split(" ")));
  }
}
