package dev.leasehold.cli.remote;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A call that came to nothing, with a sentence for the person who made it. */
public final class CallFailedException extends IOException {

  private static final long serialVersionUID = 1;

  private final Exit exit;
  private final transient @Nullable Problem problem;

  /** There was no answer, or none that could be understood. */
  public CallFailedException(Exit exit, String sentence) {
    super(sentence);
    this.exit = exit;
    this.problem = null;
  }

  /** There was no answer, because of this. */
  CallFailedException(Exit exit, String sentence, IOException cause) {
    super(sentence, cause);
    this.exit = exit;
    this.problem = null;
  }

  /** The server has refused. */
  public CallFailedException(Problem problem, String sentence) {
    super(sentence);
    this.exit = problem.exit();
    this.problem = problem;
  }

  public Exit exit() {
    return exit;
  }

  /** The refusal of the server; null if the call failed otherwise. */
  public @Nullable Problem problem() {
    return problem;
  }
}
