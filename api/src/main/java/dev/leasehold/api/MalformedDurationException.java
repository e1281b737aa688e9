package dev.leasehold.api;

/** A text is no duration. The message is a sentence for the person who wrote it. */
public final class MalformedDurationException extends Exception {

  private static final long serialVersionUID = 1L;

  MalformedDurationException(String sentence) {
    // An answer to a caller: nobody reads its stack.
    super(sentence, null, false, false);
  }

  /** The sentence, which every exception of this kind has. */
  public String sentence() {
    return String.valueOf(getMessage());
  }
}
