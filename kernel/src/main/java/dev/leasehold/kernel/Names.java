package dev.leasehold.kernel;

import java.util.Optional;

/** Names that callers choose: ids, spaces, holders, sessions. */
final class Names {

  private Names() {}

  /** Whether the text is 1 to 128 characters of {@code A-Z a-z 0-9 . _ @ / -}. */
  static boolean isName(String text) {
    if (text.isEmpty() || text.length() > Limits.MAX_NAME_BYTES) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (!isNameCharacter(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isNameCharacter(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '.'
        || c == '_'
        || c == '@'
        || c == '/'
        || c == '-';
  }

  static Optional<Refusal> check(String field, String text) {
    return isName(text) ? Optional.empty() : Optional.of(notAName(field, text));
  }

  static Optional<Refusal> checkOptional(String field, String text) {
    return text.isEmpty() ? Optional.empty() : check(field, text);
  }

  private static Refusal notAName(String field, String text) {
    if (text.isEmpty()) {
      return new Refusal.InvalidInput(field, field + " is missing");
    }
    if (text.length() > Limits.MAX_NAME_BYTES) {
      return new Refusal.InvalidInput(
          field,
          field + " is longer than " + Limits.MAX_NAME_BYTES + " bytes");
    }
    return new Refusal.InvalidInput(
        field, field + " may hold only the characters A-Z a-z 0-9 . _ @ / -");
  }

  static <E extends Enum<E>> Optional<E> parse(Class<E> type, String canonical) {
    for (E value : type.getEnumConstants()) {
      if (value.name().equals(canonical)) {
        return Optional.of(value);
      }
    }
    return Optional.empty();
  }
}
