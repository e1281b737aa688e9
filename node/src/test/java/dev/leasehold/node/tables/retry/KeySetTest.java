package dev.leasehold.node.tables.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Added keys are always found, in whatever form they are kept, and few others are. */
class KeySetTest {

  private static final int ASKED = 100_000;

  @ParameterizedTest
  @CsvSource({"0", "1", "33", "4000", "131072", "262144", "524288"})
  void whatWasAddedIsFoundAndLittleElseIs(int added) {
    long[] keys = new SplittableRandom(added).longs(added).toArray();
    OpenKeys open = new OpenKeys();
    LongStream.of(keys).forEach(open::add);
    assertThat(open.size()).isEqualTo(added);
    SealedKeys sealed = SealedKeys.of(open);
    List<KeySet> all =
        List.of(open, sealed, SealedKeys.of(sealed.toBytes()), MergedKeys.of(List.of(sealed)));
    for (KeySet each : all) {
      assertThat(LongStream.of(keys)).allMatch(each::mayHave);
      assertThat(mistaken(each)).isLessThan(ASKED / 1_000);
    }
    assertThat(sealed.bytes()).isLessThan(2_000 + 5 * added);
  }

  private static long mistaken(KeySet keys) {
    return new SplittableRandom(4711).longs(ASKED).filter(keys::mayHave).count();
  }

  @ParameterizedTest
  @CsvSource({"16, 1000", "16, 200000", "1, 0", "3, 7"})
  void whatWasInOneOfManyIsInTheOne(int parts, int added) {
    List<Long> keys = new ArrayList<>();
    List<SealedKeys> sealed = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(parts);
    for (int part = 0; part < parts; part++) {
      OpenKeys open = new OpenKeys();
      // Some parts have few leases.
      int count = part % 2 == 0 ? added : added / 1_000;
      random
          .longs(count)
          .forEach(
              key -> {
                open.add(key);
                keys.add(key);
              });
      sealed.add(SealedKeys.of(open));
    }
    MergedKeys merged = MergedKeys.of(sealed);
    assertThat(keys).allMatch(merged::mayHave);
    assertThat(mistaken(merged)).isLessThan(ASKED / 1_000);
    assertThat(merged.bytes()).isLessThan(100 + 3 * keys.size());
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "-1", "9223372036854775807", "-9223372036854775808"})
  void noKeyIsSpecial(long key) {
    OpenKeys open = new OpenKeys();
    assertThat(open.mayHave(key)).isFalse();
    open.add(key);
    open.add(key);
    assertThat(open.size()).isEqualTo(1);
    assertThat(open.mayHave(key)).isTrue();
    assertThat(MergedKeys.of(List.of(SealedKeys.of(open))).mayHave(key == 0 ? 1 : key)).isTrue();
  }
}
