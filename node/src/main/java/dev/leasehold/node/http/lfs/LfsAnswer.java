package dev.leasehold.node.http.lfs;

import dev.leasehold.api.v1.Problem;
import dev.leasehold.node.http.HttpReplies;
import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.problem.Redaction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An answer to git-lfs. A {@code message} is in refusals alone: git-lfs takes one for a failure
 * whatever the status is.
 *
 * @param retryAfter in seconds, for the header of that name; empty for none
 */
record LfsAnswer(int status, Map<String, Object> fields, String retryAfter) {

  private static final int OK = 200;
  private static final int CREATED = 201;

  static LfsAnswer ok(Map<String, Object> fields) {
    return new LfsAnswer(OK, fields, "");
  }

  static LfsAnswer unlocked(LfsLock lock) {
    return ok(Map.of("lock", lock.fields()));
  }

  static LfsAnswer created(LfsLock lock) {
    return new LfsAnswer(CREATED, Map.of("lock", lock.fields()), "");
  }

  static LfsAnswer refused(int status, String message) {
    return new LfsAnswer(status, Map.of("message", message), "");
  }

  /** A refusal in the words of the other surfaces; of what HTTP says about tokens in its own. */
  static LfsAnswer refused(Problem problem) {
    Problem shown = Redaction.of(problem);
    boolean isPlainlyUnknown =
        shown.getStatus() == ProblemCode.UNAUTHENTICATED.httpStatus()
            && shown.getReason().isEmpty()
            && !shown.hasTerminatedAt();
    return new LfsAnswer(
        shown.getStatus(),
        Map.of("message", isPlainlyUnknown ? LfsCredential.EXPECTED : shown.getDetail()),
        shown.hasRetryAfter() ? Long.toString(HttpReplies.wholeSeconds(shown)) : "");
  }

  /** A refusal that names the lock in the way. */
  static LfsAnswer conflict(Problem problem, LfsLock lock) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("lock", lock.fields());
    fields.put("message", Redaction.of(problem).getDetail());
    return new LfsAnswer(problem.getStatus(), fields, "");
  }

  /** Locks by group; every group is there, even if it is empty. */
  static LfsAnswer locks(Map<String, List<LfsLock>> groups, String nextCursor) {
    Map<String, Object> fields = new LinkedHashMap<>();
    groups.forEach((name, locks) -> fields.put(name, locks.stream().map(LfsLock::fields).toList()));
    if (!nextCursor.isEmpty()) {
      fields.put("next_cursor", nextCursor);
    }
    return ok(fields);
  }
}
