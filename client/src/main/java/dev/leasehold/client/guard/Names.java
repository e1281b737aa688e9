package dev.leasehold.client.guard;

/** Checks the form of ids, spaces and paths; anything else is refused before it is logged. */
final class Names {

  static final int MAX_LENGTH = 128;

  /** A scope's paths have at most this many bytes. */
  static final int MAX_PATH_LENGTH = 1_024;

  private Names() {}

  static String check(String what, String name) {
    if (name.isEmpty() || name.length() > MAX_LENGTH || !name.chars().allMatch(Names::isAllowed)) {
      throw new IllegalArgumentException(
          what + " is 1 to " + MAX_LENGTH + " characters of A-Z a-z 0-9 . _ @ / -");
    }
    return name;
  }

  private static boolean isAllowed(int c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || "._@/-".indexOf(c) >= 0;
  }

  static String checkPath(String path) {
    if (!path.startsWith("/")
        || path.length() > MAX_PATH_LENGTH
        || path.length() > 1 && path.endsWith("/")
        || path.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "a resource's path begins with /, does not end with one, has no control characters and is"
              + " at most "
              + MAX_PATH_LENGTH
              + " characters long");
    }
    return path;
  }
}
