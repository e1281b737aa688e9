package dev.leasehold.bench.compare.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The part of a document between two marks, which is written anew while the rest stays. */
public final class GeneratedSection {

  static final String BEGIN = "<!-- figures: begin, written by bench/compare -->";
  static final String END = "<!-- figures: end -->";

  private GeneratedSection() {}

  /** Writes the text between the marks of the file; a file without them consists of it. */
  public static void write(Path file, String text) throws IOException {
    String before = Files.exists(file) ? Files.readString(file) : "";
    Files.writeString(file, replaced(before, text));
  }

  static String replaced(String document, String text) {
    int begin = document.indexOf(BEGIN);
    int end = document.indexOf(END);
    if (begin < 0 || end < begin) {
      return text;
    }
    return document.substring(0, begin + BEGIN.length())
        + "\n\n"
        + text.strip()
        + "\n\n"
        + document.substring(end);
  }
}
