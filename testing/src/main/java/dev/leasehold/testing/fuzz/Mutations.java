package dev.leasehold.testing.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Spoils inputs a little, in the same ways every time. */
public final class Mutations {

  private static final byte[] TELLING = {
    0,
    1,
    2,
    0x7F,
    (byte) 0x80,
    (byte) 0xFF,
    '/',
    '*',
    '?',
    '[',
    ']',
    '{',
    '}',
    ',',
    '!',
    '-',
    '\\',
    '\n',
    '.',
    '"',
    'e',
    '9'
  };

  private static final int MOST_CHANGES = 4;

  private final List<byte[]> seeds;
  private final SplittableRandom random;

  public Mutations(List<byte[]> seeds, long seed) {
    this.seeds = List.copyOf(seeds);
    this.random = new SplittableRandom(seed);
  }

  public byte[] next() {
    byte[] input = any().clone();
    for (int left = 1 + random.nextInt(MOST_CHANGES); left > 0; left--) {
      input = change(input);
    }
    return input;
  }

  private byte[] any() {
    return seeds.get(random.nextInt(seeds.size()));
  }

  private byte[] change(byte[] input) {
    int at = random.nextInt(input.length + 1);
    int length = random.nextInt(1 + Math.min(8, input.length - at));
    return switch (random.nextInt(7)) {
      case 0 -> splice(input, at, at + length, new byte[0]);
      case 1 -> splice(input, at, at, new byte[] {telling()});
      case 2 -> splice(input, at, at, Arrays.copyOfRange(input, at, at + length));
      case 3 -> Arrays.copyOf(input, at);
      case 4 -> spliceOther(input, at);
      case 5 -> flip(input, at);
      default ->
          splice(input, at, Math.min(at + 1, input.length), new byte[] {telling(), telling()});
    };
  }

  private byte telling() {
    return TELLING[random.nextInt(TELLING.length)];
  }

  private byte[] spliceOther(byte[] input, int at) {
    byte[] other = any();
    int from = random.nextInt(other.length + 1);
    return splice(input, at, input.length, Arrays.copyOfRange(other, from, other.length));
  }

  private byte[] flip(byte[] input, int at) {
    byte[] flipped = input.clone();
    if (at < flipped.length) {
      flipped[at] ^= (byte) (1 << random.nextInt(8));
    }
    return flipped;
  }

  /** Replaces the bytes between two places. */
  private static byte[] splice(byte[] input, int from, int to, byte[] middle) {
    byte[] result = Arrays.copyOf(input, from + middle.length + input.length - to);
    System.arraycopy(middle, 0, result, from, middle.length);
    System.arraycopy(input, to, result, from + middle.length, input.length - to);
    return result;
  }
}
