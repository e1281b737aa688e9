package dev.leasehold.kernel.view;

/** A party that holds or waits: a holder, or one of several workers that share its name. */
public record Party(String holder, String session) implements Comparable<Party> {

  /** A party that is not named to a caller who does not reach the space where it waits. */
  public static final Party OTHERS = new Party("", "");

  @Override
  public int compareTo(Party other) {
    int byHolder = holder.compareTo(other.holder);
    return byHolder != 0 ? byHolder : session.compareTo(other.session);
  }

  @Override
  public String toString() {
    if (equals(OTHERS)) {
      return "others";
    }
    return session.isEmpty() ? holder : holder + " (" + session + ")";
  }
}
