package dev.leasehold.cli.remote;

/**
 * An event of the server's stream.
 *
 * @param json the CloudEvent as it was sent
 */
public record LiveEvent(String type, String json, Fields fields) {

  private static final String END = "end";

  /** Whether it is the server's last word. */
  boolean isEnd() {
    return type.equals(END);
  }
}
