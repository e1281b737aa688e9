package dev.leasehold.node.deliver;

/**
 * The parts of a subscription that are stored encrypted.
 *
 * @param code confirms the address; only a message to it tells the code
 * @param secret signs messages, or is where a chat is
 */
public record Confidential(String code, String secret) {

  /** With nothing in it, for messages that need neither. */
  static final Confidential NONE = new Confidential("", "");

  /** Two lines; neither part has a line end. */
  public String text() {
    return code + "\n" + secret;
  }

  static Confidential parse(String text) {
    int end = text.indexOf('\n');
    return new Confidential(text.substring(0, Math.max(0, end)), text.substring(end + 1));
  }

  /** Without what it holds. */
  @Override
  public String toString() {
    return "confidential";
  }
}
