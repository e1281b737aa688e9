package dev.leasehold.kernel.request;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.policy.Durations;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Checks of figures and sentences that several commands take. */
public final class FieldChecks {

  private FieldChecks() {}

  /** A ttl of 0 stands for the default. */
  public static @Nullable Refusal checkTtl(long ttlNanos) {
    if (ttlNanos == 0 || (ttlNanos >= Limits.MIN_TTL_NANOS && ttlNanos <= Limits.MAX_TTL_NANOS)) {
      return null;
    }
    return new InputRefusal.InvalidInput("ttl", "a ttl is 1ms to 366 days (8784h)");
  }

  /** A wait of 0 is none. */
  public static @Nullable Refusal checkWait(long waitNanos) {
    return waitNanos >= 0 && waitNanos <= Limits.MAX_WAIT_NANOS
        ? null
        : new InputRefusal.InvalidInput("wait", "a wait is at most an hour (1h), and not negative");
  }

  /** A heartbeat of 0 stands for the default. */
  public static @Nullable Refusal checkHeartbeat(long nanos) {
    return nanos == 0 || (nanos >= Limits.MIN_TTL_NANOS && nanos <= Limits.MAX_TTL_NANOS)
        ? null
        : new InputRefusal.InvalidInput("heartbeat", "a heartbeat is 1ms to 366 days (8784h)");
  }

  public static @Nullable Refusal checkTtl(Policy policy, long ttlNanos) {
    return ttlNanos <= policy.maxTtlNanos()
        ? null
        : new InputRefusal.InvalidInput(
            "ttl",
            "the policy "
                + policy.name()
                + " allows a ttl of at most "
                + Durations.brief(policy.maxTtlNanos()));
  }

  /** A lease under a policy of budgets is a right to spend, which nobody has without an amount. */
  public static @Nullable Refusal checkBudget(Policy policy, Amounts budget) {
    return policy.isBudget() && budget.isNothing()
        ? new InputRefusal.InvalidInput(
            "budget",
            "a lease under the policy "
                + policy.name()
                + " is a right to spend: say in budget how much of which unit")
        : null;
  }

  public static @Nullable Refusal checkMode(Policy policy, Mode mode) {
    if (policy.modes().contains(mode)) {
      return null;
    }
    // There are two modes, so a policy that does not allow one allows only the other.
    Mode allowed = mode == Mode.SHARED ? Mode.EXCLUSIVE : Mode.SHARED;
    return new InputRefusal.InvalidInput(
        "mode",
        "leases under the policy "
            + policy.name()
            + " are "
            + allowed.name().toLowerCase(Locale.ROOT)
            + "; ask for the mode "
            + allowed);
  }

  public static @Nullable Refusal checkSentence(String field, String text) {
    if (!isUnicode(text)) {
      return new InputRefusal.InvalidInput(field, field + " has half a surrogate pair in it");
    }
    return text.getBytes(StandardCharsets.UTF_8).length <= Limits.MAX_REASON_BYTES
        ? null
        : new InputRefusal.InvalidInput(
            field, field + " is longer than " + Limits.MAX_REASON_BYTES + " bytes");
  }

  /** The words with which a holder asks for more. */
  public static @Nullable Refusal checkWhy(String justification) {
    return justification.isBlank()
        ? new InputRefusal.InvalidInput("justification", "say in justification what it is for")
        : checkSentence("justification", justification);
  }

  /** A note to another, who may read it on a terminal: one line, without control characters. */
  public static @Nullable Refusal checkNote(String note) {
    if (note.isBlank()) {
      return new InputRefusal.InvalidInput("note", "say in note what you ask for");
    }
    if (!isUnicode(note)) {
      return new InputRefusal.InvalidInput("note", "note has half a surrogate pair in it");
    }
    if (note.codePoints().anyMatch(FieldChecks::isControl)) {
      return new InputRefusal.InvalidInput(
          "note", "note has a line break or another control character");
    }
    return note.getBytes(StandardCharsets.UTF_8).length <= Limits.MAX_NOTE_BYTES
        ? null
        : new InputRefusal.InvalidInput(
            "note", "note is longer than " + Limits.MAX_NOTE_BYTES + " bytes");
  }

  /** Whether a text is one short word, as the names of commits are in any version control. */
  public static boolean isCommit(String text) {
    return !text.isEmpty()
        && isUnicode(text)
        && isPrintable(text)
        && text.codePoints().noneMatch(c -> Character.isWhitespace(c) || Character.isSpaceChar(c))
        && text.getBytes(StandardCharsets.UTF_8).length <= Limits.MAX_LABEL_BYTES;
  }

  /** A check-in names a commit, or none. */
  public static @Nullable Refusal checkCommit(String text) {
    return text.isEmpty() || isCommit(text)
        ? null
        : new InputRefusal.InvalidInput(
            "commit", "commit is one word of at most " + Limits.MAX_LABEL_BYTES + " bytes");
  }

  /** Whether a text has neither control characters nor what stands for no character at all. */
  static boolean isPrintable(String text) {
    return text.codePoints().noneMatch(c -> isControl(c) || (c & 0xFFFE) == 0xFFFE);
  }

  private static boolean isControl(int character) {
    return Character.isISOControl(character)
        || Character.getType(character) == Character.LINE_SEPARATOR
        || Character.getType(character) == Character.PARAGRAPH_SEPARATOR;
  }

  public static @Nullable Refusal checkReason(String reason, String whenMissing) {
    return reason.isBlank()
        ? new InputRefusal.InvalidInput("reason", whenMissing)
        : checkSentence("reason", reason);
  }

  /** Half a surrogate pair cannot be encoded, so it would not survive a restart. */
  public static boolean isUnicode(String text) {
    return text.codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF);
  }
}
