package dev.leasehold.testing.process;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The blocks of code in a document: lines that are indented by four. A comment before a block,
 * {@code <!-- not run: REASON -->}, says why it holds no commands that can be run.
 */
final class MarkdownBlocks {

  private static final String CODE = "    ";
  private static final Pattern NOT_RUN = Pattern.compile("<!-- not run: \\S.* -->");

  /**
   * @param lines without their indentation
   * @param isRun whether it holds commands
   */
  record Block(int number, List<String> lines, boolean isRun) {}

  private MarkdownBlocks() {}

  /** The guides' Java has a heading of its own, and is compiled and run by other tests. */
  static List<Block> in(List<String> document) {
    List<Block> blocks = new ArrayList<>();
    String before = "";
    boolean inJava = false;
    for (int i = 0; i < document.size(); i++) {
      String line = document.get(i);
      if (line.startsWith(CODE)) {
        List<String> lines = block(document, i);
        Matcher notRun = NOT_RUN.matcher(before);
        blocks.add(new Block(i + 1, lines, !inJava && !notRun.matches()));
        i += lines.size() - 1;
        before = "";
      } else if (!line.isBlank()) {
        before = line.strip();
        inJava = line.startsWith("#") ? line.contains("Java") : inJava;
      }
    }
    return blocks;
  }

  /** The lines from this one on, blank ones among them as long as code follows. */
  private static List<String> block(List<String> document, int begin) {
    int end = begin;
    for (int i = begin; i < document.size(); i++) {
      String line = document.get(i);
      if (line.startsWith(CODE)) {
        end = i;
      } else if (!line.isBlank()) {
        break;
      }
    }
    return document.subList(begin, end + 1).stream()
        .map(line -> line.startsWith(CODE) ? line.substring(CODE.length()) : line)
        .toList();
  }
}
