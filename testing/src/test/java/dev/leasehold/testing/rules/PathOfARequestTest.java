package dev.leasehold.testing.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code docs/path-of-a-request.md} names places that are there. */
class PathOfARequestTest {

  private static final Pattern PLACE =
      Pattern.compile("`((?:node|kernel)(?:\\.[a-z]+)*\\.[A-Z]\\w*)\\.(\\w+)`");

  private record Place(String className, String method) {}

  static Stream<Place> places() throws IOException {
    Path document = Path.of("../docs/path-of-a-request.md");
    Matcher found = PLACE.matcher(Files.readString(document));
    return found.results().map(match -> new Place(match.group(1), match.group(2)));
  }

  @ParameterizedTest
  @MethodSource("places")
  void isThere(Place place) throws ClassNotFoundException {
    assertThat(methods(place.className())).contains(place.method());
  }

  /** A pattern that finds nothing would let any document pass. */
  @Test
  void manyPlacesAreFound() throws IOException {
    assertThat(places()).hasSizeGreaterThan(30);
  }

  @Test
  void aMethodThatIsGoneIsNoticed() throws ClassNotFoundException {
    assertThat(methods("kernel.Kernel")).contains("execute").doesNotContain("carryOut");
  }

  private static List<String> methods(String className) throws ClassNotFoundException {
    Class<?> named =
        Class.forName(
            "dev.leasehold." + className, false, PathOfARequestTest.class.getClassLoader());
    return Stream.of(named.getDeclaredMethods()).map(Method::getName).distinct().toList();
  }
}
