package dev.leasehold.node.operation.problem;

import dev.leasehold.api.v1.Problem;
import dev.leasehold.node.publish.StreamEnd;

/** Problems that end a stream of events, or keep it from beginning, with advice on how to go on. */
public final class WatchProblems {

  private WatchProblems() {}

  public static Problem of(StreamEnd end) {
    String resume = "; resume with from=" + end.position();
    return switch (end.reason()) {
      case NOT_READING ->
          Problems.of(
              ProblemCode.UNAVAILABLE,
              "the stream was cut off because nothing was read for too long" + resume);
      case TOKEN_ENDED ->
          Problems.of(
              ProblemCode.UNAUTHENTICATED,
              "the token is not valid any more" + resume + " and another token");
      case STOPPING -> Problems.of(ProblemCode.UNAVAILABLE, "the server is stopping" + resume);
      case FAILED ->
          Problems.of(ProblemCode.INTERNAL, "the server failed and its log says why" + resume);
    };
  }

  public static Problem pruned(long from, long firstPosition) {
    return Problems.of(
        ProblemCode.HISTORY_PRUNED,
        "from",
        "events after position "
            + from
            + " are no longer kept; the oldest can be had with from="
            + (firstPosition - 1));
  }

  public static Problem ahead(long from, long position) {
    return Problems.invalid(
        "from", "from is " + from + " and the newest event has position " + position);
  }

  public static Problem tooMany() {
    return Problems.of(
        ProblemCode.QUOTA_EXCEEDED,
        "too many streams are open, in all or with this token; close one first");
  }
}
