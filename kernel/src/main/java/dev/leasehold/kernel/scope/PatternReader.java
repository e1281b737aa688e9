package dev.leasehold.kernel.scope;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;

/** Reads and normalises what callers write: patterns, and plain paths. */
final class PatternReader {

  static final String ANY_DEPTH = "**";

  /** Longer than any path that tools handle well, short enough to compare. */
  static final int MAX_BYTES = 1_024;

  static final int MAX_SEGMENTS = 64;

  private static final Automaton EVERYTHING = new Glob(Glob.EVERYTHING, "").automaton();

  private PatternReader() {}

  /** Reads what a caller wrote. */
  static Pattern pattern(String given) throws PatternSyntax {
    List<String> segments = checkedSegments(given);
    for (String segment : segments) {
      if (!segment.equals(ANY_DEPTH)) {
        checkName(PlainPath.hasSpecial(segment) ? literal(SegmentReader.read(segment)) : segment);
      }
    }
    Pattern pattern = canonical(segments);
    boolean mayMatchNothing = given.indexOf('[') >= 0 || given.indexOf('{') >= 0;
    if (mayMatchNothing && pattern instanceof Glob glob && matchesNothing(glob)) {
      throw new PatternSyntax("no path can match this pattern");
    }
    return pattern;
  }

  /** Reads a canonical text back, which was checked when it was first read. */
  static Pattern canonical(String text) throws PatternSyntax {
    if (!text.startsWith("/") || text.contains("//") || text.endsWith("/")) {
      throw new PatternSyntax("a canonical text consists of segments, each behind a /");
    }
    return PlainPath.hasSpecial(text) ? canonical(segments(text)) : new PlainPath(text);
  }

  private static Pattern canonical(List<String> segments) throws PatternSyntax {
    StringBuilder anchor = new StringBuilder();
    StringBuilder text = new StringBuilder();
    boolean plain = true;
    String before = "";
    for (String segment : segments) {
      boolean anyDepth = segment.equals(ANY_DEPTH);
      String name = anyDepth ? "" : nameOf(segment);
      plain &= !name.isEmpty();
      if (plain) {
        anchor.append('/').append(name);
      }
      if (!anyDepth || !before.equals(ANY_DEPTH)) {
        text.append('/').append(name.isEmpty() ? segment : PlainPath.escape(name));
      }
      before = segment;
    }
    return plain ? new PlainPath(anchor.toString()) : new Glob(text.toString(), anchor.toString());
  }

  /** The name that a segment spells, or nothing if it has wildcards. */
  private static String nameOf(String segment) throws PatternSyntax {
    return PlainPath.hasSpecial(segment) ? literal(SegmentReader.readBack(segment)) : segment;
  }

  /** A plain path: no character is special, but a trailing separator means the subtree. */
  static Pattern plainPath(String given) throws PatternSyntax {
    List<String> segments = checkedSegments(given);
    boolean subtree = given.endsWith("/");
    int count = subtree ? segments.size() - 1 : segments.size();
    StringBuilder path = new StringBuilder();
    for (String segment : segments.subList(0, count)) {
      checkName(segment);
      path.append('/').append(segment);
    }
    if (!subtree) {
      return new PlainPath(path.toString());
    }
    return Glob.subtree(path.toString());
  }

  /** The segments of a text that has been checked. */
  static List<String> segments(String text) {
    List<String> segments = new ArrayList<>();
    int from = 1;
    for (int end = text.indexOf('/', from); end >= 0; end = text.indexOf('/', from)) {
      segments.add(text.substring(from, end));
      from = end + 1;
    }
    segments.add(text.substring(from));
    return segments;
  }

  private static List<String> checkedSegments(String given) throws PatternSyntax {
    if (!given.startsWith("/")) {
      throw new PatternSyntax(given.isEmpty() ? "it is empty" : "it must begin with /");
    }
    if (given.length() > MAX_BYTES) {
      throw tooLong();
    }
    checkCharacters(given);
    String text = isAscii(given) ? given : normal(given);
    List<String> segments = segments(text.endsWith("/") ? text + ANY_DEPTH : text);
    if (segments.size() > MAX_SEGMENTS) {
      throw new PatternSyntax("it has more than " + MAX_SEGMENTS + " segments");
    }
    for (String segment : segments) {
      if (segment.isEmpty()) {
        throw new PatternSyntax("it has an empty segment (//)");
      }
    }
    return segments;
  }

  private static String normal(String given) throws PatternSyntax {
    String text = Normalizer.normalize(given, Normalizer.Form.NFC);
    if (text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw tooLong();
    }
    return text;
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0x7F) {
        return false;
      }
    }
    return true;
  }

  private static PatternSyntax tooLong() {
    return new PatternSyntax("it is longer than " + MAX_BYTES + " bytes");
  }

  private static void checkCharacters(String text) throws PatternSyntax {
    for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      int c = text.codePointAt(at);
      if (c == '\\') {
        throw new PatternSyntax("it has a backslash; segments are separated by /");
      }
      if (c != '/' && !CharSet.LEGAL.contains(c)) {
        throw new PatternSyntax(
            "it has a control or invisible character, U+" + "%04X".formatted(c));
      }
    }
  }

  private static void checkName(String name) throws PatternSyntax {
    if (name.equals(".") || name.equals("..")) {
      throw new PatternSyntax("a segment must not be . or ..");
    }
    if (!isAscii(name) && !Normalizer.isNormalized(name, Normalizer.Form.NFC)) {
      throw new PatternSyntax("a name is put together from characters that combine");
    }
  }

  /** The name that the glyphs spell, or nothing if one of them is no fixed character. */
  private static String literal(List<Glyph> glyphs) {
    StringBuilder name = new StringBuilder(glyphs.size());
    for (Glyph glyph : glyphs) {
      if (!(glyph instanceof Glyph.Exactly exactly)) {
        return "";
      }
      name.appendCodePoint(exactly.codePoint());
    }
    return name.toString();
  }

  private static boolean matchesNothing(Glob glob) {
    return !Overlap.between(glob.automaton(), EVERYTHING, StepLimit.ofOneCommand());
  }
}
