package dev.leasehold.kernel.policy;

import java.util.Optional;

/** Reads the names of states, reasons and roles as callers spell them. */
public final class Spelling {

  private Spelling() {}

  /** Ignores the case of A to Z; no other letter stands for one of these, as ı would for I. */
  public static <E extends Enum<E>> Optional<E> parse(Class<E> type, String text) {
    for (E value : type.getEnumConstants()) {
      if (isSame(value.name(), text)) {
        return Optional.of(value);
      }
    }
    return Optional.empty();
  }

  private static boolean isSame(String canonical, String text) {
    return canonical.equalsIgnoreCase(text) && text.chars().allMatch(c -> c < 128);
  }
}
