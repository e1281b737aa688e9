package dev.leasehold.node.tables.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Added hashes are always found, however small the filter gets, and few others are. */
class BloomFilterTest {

  private static final int ASKED = 100_000;

  @ParameterizedTest
  @CsvSource({
    "262144,      0,     64",
    "262144,      1,     64",
    "262144,     33,    128",
    "262144,  10000,  32768",
    "262144, 131072, 262144",
    "262144, 262144, 524288",
    "     1,      1,     64",
    "     1,     40,     64",
  })
  void whatWasAddedIsFoundAndLittleElseIs(int expected, int added, int foldedBytes) {
    SplittableRandom random = new SplittableRandom(added);
    BloomFilter filter = BloomFilter.forUpTo(expected);
    List<Long> hashes = new ArrayList<>();
    for (int i = 0; i < added; i++) {
      hashes.add(random.nextLong());
      filter.add(hashes.get(i));
    }
    BloomFilter folded = filter.folded();
    assertThat(folded.bytes()).isEqualTo(foldedBytes);
    for (BloomFilter each : List.of(filter, folded, BloomFilter.of(folded.toBytes()))) {
      assertThat(hashes).allMatch(each::mayHave);
      long mistaken = random.longs(ASKED).filter(each::mayHave).count();
      assertThat(mistaken).isLessThan(ASKED / 100);
    }
  }
}
