package dev.leasehold.kernel.request;

import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.state.State;
import org.jspecify.annotations.Nullable;

/** Names that callers choose: ids, spaces, holders, sessions. */
public final class Names {

  private static final boolean[] IN_NAMES = new boolean[128];

  static {
    for (char c :
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._@/-".toCharArray()) {
      IN_NAMES[c] = true;
    }
  }

  private Names() {}

  /**
   * Whether the text is 1 to 128 characters of {@code A-Z a-z 0-9 . _ @ / -}, without the segments
   * {@code .} and {@code ..}.
   */
  static boolean isName(String text) {
    if (text.isEmpty() || text.length() > Limits.MAX_NAME_BYTES) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= IN_NAMES.length || !IN_NAMES[c]) {
        return false;
      }
    }
    return text.indexOf('.') < 0 || !hasDots(text);
  }

  /** A segment that is {@code .} or {@code ..} does not survive the path of a URL. */
  private static boolean hasDots(String text) {
    int begin = 0;
    while (begin <= text.length()) {
      int slash = text.indexOf('/', begin);
      int end = slash < 0 ? text.length() : slash;
      int length = end - begin;
      if (length > 0 && length <= 2 && text.startsWith("..".substring(0, length), begin)) {
        return true;
      }
      begin = end + 1;
    }
    return false;
  }

  public static @Nullable Refusal check(String field, String text) {
    return isName(text) ? null : notAName(field, text);
  }

  /** Checks the id of a lease that should be there; one that is has an id which was checked. */
  public static @Nullable Refusal checkLeaseId(State state, String leaseId) {
    return state.leases.find(leaseId) != null ? null : check("leaseId", leaseId);
  }

  public static @Nullable Refusal checkOptional(String field, String text) {
    return text.isEmpty() ? null : check(field, text);
  }

  private static Refusal notAName(String field, String text) {
    if (text.isEmpty()) {
      return new InputRefusal.InvalidInput(field, field + " is missing");
    }
    if (text.length() > Limits.MAX_NAME_BYTES) {
      return new InputRefusal.InvalidInput(
          field, field + " is longer than " + Limits.MAX_NAME_BYTES + " bytes");
    }
    if (hasDots(text)) {
      return new InputRefusal.InvalidInput(field, field + " may not have . or .. between slashes");
    }
    return new InputRefusal.InvalidInput(
        field, field + " may hold only the characters A-Z a-z 0-9 . _ @ / -");
  }
}
