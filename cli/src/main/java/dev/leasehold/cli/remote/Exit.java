package dev.leasehold.cli.remote;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Exit codes by which a script knows how a command ended. Codes stay as they are once given; 120 to
 * 125 belong to {@code run}, and those from 126 on to shells.
 */
public enum Exit {
  DONE(0, "it was done; of check: it is free"),
  FAILED(1, "something else went wrong, here or in the server", "INTERNAL"),
  USAGE(
      2,
      "wrong options, or a request that is not valid",
      "INVALID_INPUT",
      "INVALID_RELEASE_REASON",
      "INVALID_LEASE_STATE",
      "DECODE_ERROR",
      "METHOD_NOT_ALLOWED",
      "PAYLOAD_TOO_LARGE"),
  HELD(
      3,
      "another holds it, or waiting for it would never end",
      "ALREADY_LEASED",
      "SCOPE_OVERLAP",
      "DEADLOCK"),
  NOT_FOUND(
      4, "there is no such thing, or no more", "LEASE_NOT_FOUND", "NOT_FOUND", "HISTORY_PRUNED"),
  NOT_ALLOWED(5, "it is another's, or the token does not allow it", "NOT_HOLDER", "FORBIDDEN"),
  UNAUTHENTICATED(6, "there is no token, or it is not valid", "UNAUTHENTICATED"),
  ENDED(
      7,
      "the lease has ended",
      "LEASE_ALREADY_TERMINAL",
      "LEASE_EXPIRED",
      "LEASE_EVICTED",
      "LEASE_REVOKED"),
  TIMED_OUT(8, "the wait has ended without the lease", "ACQUISITION_TIMEOUT"),
  STALE(
      9,
      "the proof is not the lease's: epoch, signature, or what the lease covers",
      "STALE_EPOCH",
      "FUTURE_EPOCH",
      "LEASE_VIOLATION",
      "MISSING_SIGNATURE",
      "INVALID_SIGNATURE"),
  TERMS(
      10,
      "the lease's terms do not allow it: renewals, transfer, or a renewal that extends nothing",
      "RENEWAL_DOES_NOT_EXTEND",
      "INVALID_EXPIRATION",
      "MAX_RENEWALS_EXCEEDED",
      "NOT_RENEWABLE",
      "NOT_TRANSFERABLE"),
  BUDGET(11, "the budget is not enough", "BUDGET_EXHAUSTED", "INSUFFICIENT_BUDGET"),
  LIMIT(12, "a queue is full or a quota used up", "QUEUE_FULL", "QUOTA_EXCEEDED"),
  ID_TAKEN(13, "the lease id has been used before", "LEASE_ALREADY_EXISTS"),
  UNAVAILABLE(14, "there is no server, or it cannot answer now", "UNAVAILABLE", "NOT_LEADER"),
  NOT_CHECKED_IN(
      15,
      "the work cannot be checked in: it is outside the check-out, does not merge, or deletes what"
          + " nobody confirmed");

  private final int code;
  private final String meaning;
  private final Set<String> problems;

  Exit(int code, String meaning, String... problems) {
    this.code = code;
    this.meaning = meaning;
    this.problems = Set.of(problems);
  }

  public int code() {
    return code;
  }

  public String meaning() {
    return meaning;
  }

  /** The server's codes that end a command with this one. */
  public Set<String> problems() {
    return problems;
  }

  /** A code that is not known here is from a newer server. */
  public static Exit of(String problem) {
    for (Exit exit : values()) {
      if (exit.problems.contains(problem)) {
        return exit;
      }
    }
    return FAILED;
  }

  /** Lists the codes with their meanings, for help and the manual page. */
  public static Map<String, String> list() {
    Map<String, String> list = new LinkedHashMap<>();
    for (Exit exit : values()) {
      list.put(String.valueOf(exit.code), exit.meaning);
    }
    return list;
  }
}
