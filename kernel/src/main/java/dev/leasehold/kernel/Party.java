package dev.leasehold.kernel;

/** Who holds and who waits: a holder, or one of several workers that share its name. */
public record Party(String holder, String session) implements Comparable<Party> {

  @Override
  public int compareTo(Party other) {
    int byHolder = holder.compareTo(other.holder);
    return byHolder != 0 ? byHolder : session.compareTo(other.session);
  }

  @Override
  public String toString() {
    return session.isEmpty() ? holder : holder + " (" + session + ")";
  }
}
