package dev.leasehold.testing.process.load;

/**
 * One sending of a request, as its client saw it. Times are readings of {@link System#nanoTime}.
 */
public record Attempt(Request request, long sentNanos, long answeredNanos, Outcome outcome) {

  boolean isDone() {
    return outcome instanceof Outcome.Done;
  }

  public boolean isUnknown() {
    return outcome instanceof Outcome.Unknown;
  }

  boolean isRunOut() {
    return outcome instanceof Outcome.Refused refused && refused.isRunOut();
  }

  /** The same, if its answer had never arrived. */
  public Attempt unanswered() {
    return new Attempt(request, sentNanos, answeredNanos, new Outcome.Unknown());
  }
}
