package dev.leasehold.node.deliver.channel;

/** A message was not delivered. The sentence is for those who own the address. */
public final class DeliveryFailedException extends Exception {

  private static final long serialVersionUID = 1L;

  /** A sentence fits a line of a table. */
  private static final int LONGEST = 200;

  private final boolean isFinal;

  private DeliveryFailedException(String sentence, boolean isFinal) {
    // Told to people; nobody reads its stack.
    super(plain(sentence), null, false, false);
    this.isFinal = isFinal;
  }

  /** Another attempt may succeed. */
  public static DeliveryFailedException forNow(String sentence) {
    return new DeliveryFailedException(sentence, false);
  }

  /** No other attempt is of use. */
  public static DeliveryFailedException forGood(String sentence) {
    return new DeliveryFailedException(sentence, true);
  }

  public boolean isFinal() {
    return isFinal;
  }

  private static String plain(String sentence) {
    String line = sentence.replaceAll("\\p{Cntrl}+", " ").strip();
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
  }
}
