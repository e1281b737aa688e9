package dev.leasehold.kernel.scope;

import java.util.List;

/** One element of a pattern's segment: a character, a wildcard, a class or a choice. */
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
