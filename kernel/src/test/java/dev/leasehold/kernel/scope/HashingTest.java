package dev.leasehold.kernel.scope;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names that callers choose must not be able to gather in a few places of a table. */
class HashingTest {

  private static final int PLACES = 4_096;

  /** Chance would use 63 of a hundred places. */
  private static void assertSpread(IntFunction<String> name) {
    long used =
        IntStream.range(0, PLACES)
            .map(i -> Hashing.of(name.apply(i)) & (PLACES - 1))
            .distinct()
            .count();
    assertThat(used).as("places for names such as %s", name.apply(0)).isGreaterThan(PLACES / 2);
  }

  @Test
  void namesThatShareTheirStringHashAreSpread() {
    // given names of twelve times Aa or BB, which String.hashCode does not tell apart
    IntFunction<String> name =
        i ->
            IntStream.range(0, 12)
                .mapToObj(bit -> (i >> bit & 1) == 0 ? "Aa" : "BB")
                .reduce("", String::concat);
    assertThat(name.apply(1)).hasSameHashCodeAs(name.apply(4_000));

    assertSpread(name);
  }

  @ParameterizedTest
  @CsvSource({"'',''", "/d/,''", "/dir/,''", "'',.md", "/d/x,/y", "/src/main/,.java"})
  void namesThatDifferInOneCharacterAreSpreadWhereverItStands(String before, String after) {
    for (String padding : new String[] {"", "x", "xx", "xxx"}) {
      assertSpread(i -> before + padding + (char) (0x4E00 + i) + after);
      assertSpread(i -> before + (char) (0x4E00 + i) + padding + after);
    }
  }

  @Test
  void numberedNamesAreSpread() {
    assertSpread(i -> "lease-" + (100_000 + i));
    assertSpread(i -> "/src/main/java/File" + i + ".java");
    assertSpread(i -> "%08d".formatted(i));
  }
}
