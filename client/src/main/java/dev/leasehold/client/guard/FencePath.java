package dev.leasehold.client.guard;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The fencing tokens of a lease's ancestors and, last, its own.
 *
 * <p>Paths are compared at the first place where they differ. A path that is smaller there belongs
 * to a lease that was superseded. One that is the beginning of another is behind nothing: it is a
 * parent's, and its child has only been there before it.
 *
 * @param tokens all positive; none at all stands for "nothing was seen yet"
 */
public record FencePath(List<Long> tokens) implements Comparable<FencePath> {

  /** The path before the first grant. */
  public static final FencePath NONE = new FencePath(List.of());

  /** A lease is derived from at most 15 others. */
  public static final int MAX_TOKENS = 16;

  private static final int TEXT_DIGITS = 16;

  public FencePath {
    tokens = List.copyOf(tokens);
    if (tokens.size() > MAX_TOKENS) {
      throw new IllegalArgumentException(
          "a fence path has at most " + MAX_TOKENS + " tokens, this one has " + tokens.size());
    }
    for (long token : tokens) {
      if (token <= 0) {
        throw new IllegalArgumentException("a fencing token is positive, this one is " + token);
      }
    }
  }

  /** A path of these tokens, the lease's own last. */
  public static FencePath of(Long... tokens) {
    return new FencePath(List.of(tokens));
  }

  /** Whether it is smaller than the other at the first place where they differ. */
  public boolean isBehind(FencePath other) {
    int place = commonTokens(other);
    return place < size() && place < other.size() && token(place) < other.token(place);
  }

  /** Whether the other begins with it, or is the same. */
  public boolean isPrefixOf(FencePath other) {
    return size() <= other.size() && commonTokens(other) == size();
  }

  /** How many tokens the two have in common before they differ or one ends. */
  int commonTokens(FencePath other) {
    int place = 0;
    while (place < size() && place < other.size() && token(place) == other.token(place)) {
      place++;
    }
    return place;
  }

  int size() {
    return tokens.size();
  }

  long token(int place) {
    return tokens.get(place);
  }

  /** Orders by the first token that differs; a prefix comes before the paths that continue it. */
  @Override
  public int compareTo(FencePath other) {
    int place = commonTokens(other);
    return place < size() && place < other.size()
        ? Long.compare(token(place), other.token(place))
        : Integer.compare(size(), other.size());
  }

  /**
   * Sixteen hexadecimal digits a token and nothing in between, so that texts sort as paths do and
   * the text of a parent's path is the beginning of its child's. That lets a database decide:
   *
   * <pre>{@code
   * UPDATE orders SET body = :body, fence = CASE WHEN fence > :fence THEN fence ELSE :fence END
   *  WHERE id = :id AND (fence <= :fence OR substr(fence, 1, length(:fence)) = :fence)
   * }</pre>
   */
  public String toText() {
    StringBuilder text = new StringBuilder(tokens.size() * TEXT_DIGITS);
    tokens.forEach(token -> text.append(HexFormat.of().toHexDigits(token)));
    return text.toString();
  }

  /** Reads what {@link #toText} wrote. */
  public static FencePath parse(String text) {
    if (text.length() % TEXT_DIGITS != 0 || text.length() > MAX_TOKENS * TEXT_DIGITS) {
      throw new IllegalArgumentException(
          "a fence path has 16 hexadecimal digits for each token, this has " + text.length());
    }
    List<Long> tokens = new ArrayList<>();
    for (int at = 0; at < text.length(); at += TEXT_DIGITS) {
      tokens.add(HexFormat.fromHexDigitsToLong(text, at, at + TEXT_DIGITS));
    }
    return new FencePath(tokens);
  }

  /** The path as people read it: {@code 17/23}. */
  @Override
  public String toString() {
    List<String> texts = new ArrayList<>();
    tokens.forEach(token -> texts.add(Long.toString(token)));
    return texts.isEmpty() ? "none" : String.join("/", texts);
  }
}
