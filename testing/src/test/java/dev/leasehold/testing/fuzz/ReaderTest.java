package dev.leasehold.testing.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every reader keeps its promises on its seeds and on a few thousand inputs made of them, always
 * the same. {@link Fuzzing} looks further.
 */
class ReaderTest {

  private static final int INPUTS = Integer.getInteger("fuzz.inputs", 2_000);
  private static final Duration FAR_TOO_LONG = Duration.ofSeconds(60);

  @ParameterizedTest
  @EnumSource
  void keepsItsPromisesWhateverItReads(Reader reader) {
    reader.seeds().forEach(seed -> check(reader, seed));
    Mutations mutations = new Mutations(reader.seeds(), reader.ordinal());
    assertTimeoutPreemptively(
        FAR_TOO_LONG.multipliedBy(1 + INPUTS / 2_000),
        () -> {
          for (int i = 0; i < INPUTS; i++) {
            check(reader, mutations.next());
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void theSameInputsAreMadeEveryTime(Reader reader) {
    Mutations one = new Mutations(reader.seeds(), 7);
    Mutations two = new Mutations(reader.seeds(), 7);

    for (int i = 0; i < 100; i++) {
      assertThat(one.next()).isEqualTo(two.next());
    }
  }

  @Test
  void aBrokenPromiseIsReportedWithItsShortestInput() {
    byte[] shortest = shrunk(ReaderTest::failOnSeven, new byte[] {1, 2, 7, 3});

    assertThat(shortest).containsExactly(7);
  }

  private static @Nullable Throwable failOnSeven(byte[] input) {
    for (byte b : input) {
      if (b == 7) {
        return new IllegalStateException();
      }
    }
    return null;
  }

  private static void check(Reader reader, byte[] input) {
    Throwable thrown = thrownBy(reader, input);
    if (thrown != null) {
      byte[] shortest = shrunk(bytes -> thrownBy(reader, bytes), input);
      fail("%s breaks on %s", reader, HexFormat.of().formatHex(shortest), thrown);
    }
  }

  private static @Nullable Throwable thrownBy(Reader reader, byte[] input) {
    try {
      reader.accept(input);
      return null;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError thrown) {
      return thrown;
    }
  }

  private interface Attempt {
    @Nullable Throwable of(byte[] input);
  }

  /** Leaves out a byte at a time for as long as the same kind of thing is thrown. */
  private static byte[] shrunk(Attempt attempt, byte[] input) {
    Throwable first = attempt.of(input);
    byte[] shortest = input;
    for (int at = 0; first != null && at < shortest.length; ) {
      byte[] shorter = Arrays.copyOf(shortest, shortest.length - 1);
      System.arraycopy(shortest, at + 1, shorter, at, shorter.length - at);
      Throwable thrown = attempt.of(shorter);
      if (thrown != null && thrown.getClass() == first.getClass()) {
        shortest = shorter;
      } else {
        at++;
      }
    }
    return shortest;
  }
}
