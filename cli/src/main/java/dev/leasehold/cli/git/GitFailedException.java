package dev.leasehold.cli.git;

import java.io.IOException;

/** A call of git that came to nothing, with a sentence for the person who made it. */
public final class GitFailedException extends IOException {

  private static final long serialVersionUID = 1;

  private final int code;

  GitFailedException(int code, String sentence) {
    super(sentence);
    this.code = code;
  }

  /** The exit code of git; negative if it did not end by itself, or could not be started. */
  public int code() {
    return code;
  }
}
