package dev.leasehold.node.text;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/**
 * Guesses which name was meant by a misspelt one: the nearest by the number of letters that have to
 * be added, left out, exchanged or swapped with their neighbour (the optimal string alignment
 * distance).
 */
public final class NearestName {

  /** One mistake for every three letters is still a slip; more is another word. */
  private static final int LETTERS_FOR_A_MISTAKE = 3;

  /** A text longer than any name is not compared, because that takes time by its square. */
  private static final int LONGEST = 64;

  private NearestName() {}

  /** The name that is meant; empty if none is near enough. Of equally near ones the first. */
  public static Optional<String> of(String misspelt, Collection<String> names) {
    String given = misspelt.length() > LONGEST ? "" : plain(misspelt);
    // Of one letter nobody knows what was meant.
    if (given.length() < 2) {
      return Optional.empty();
    }
    String nearest = null;
    int least = Math.max(1, given.length() / LETTERS_FOR_A_MISTAKE) + 1;
    for (String name : names) {
      int distance = distance(given, plain(name));
      if (distance < least) {
        least = distance;
        nearest = name;
      }
    }
    return Optional.ofNullable(nearest);
  }

  /** The question that a message ends with; empty if no name is near enough. */
  public static String question(String misspelt, Collection<String> names) {
    return of(misspelt, names).map(name -> "; did you mean " + name + "?").orElse("");
  }

  /** Case, dashes and underscores are no mistakes worth counting. */
  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
  }

  private static int distance(String a, String b) {
    int[][] distances = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        distances[i][j] = i == 0 || j == 0 ? i + j : step(a, b, i, j, distances);
      }
    }
    return distances[a.length()][b.length()];
  }

  private static int step(String a, String b, int i, int j, int[][] distances) {
    boolean same = a.charAt(i - 1) == b.charAt(j - 1);
    int least = distances[i - 1][j - 1] + (same ? 0 : 1);
    least = Math.min(least, Math.min(distances[i - 1][j], distances[i][j - 1]) + 1);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, distances[i - 2][j - 2] + 1) : least;
  }
}
