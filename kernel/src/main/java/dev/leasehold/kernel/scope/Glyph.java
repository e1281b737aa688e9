package dev.leasehold.kernel.scope;

import java.util.List;

/** One part of a segment of a pattern. */
sealed interface Glyph {

  record Exactly(int codePoint) implements Glyph {}

  /** {@code ?} */
  record AnyOne() implements Glyph {}

  /** {@code *} */
  record AnyRun() implements Glyph {}

  /** {@code [a-z]}, {@code [!a]} */
  record OneOf(CharSet set) implements Glyph {}

  /** <code>{a,b}</code> */
  record Choice(List<List<Glyph>> alternatives) implements Glyph {}
}
