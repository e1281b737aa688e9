package dev.leasehold.gateway.books;

/**
 * What an IP token stands for. None of it changes while the token lives; whether it does is asked
 * with every reservation.
 *
 * @param ipToken the token itself
 * @param leaseId its budget
 * @param agent who spends
 * @param provider the provider of the handshake; empty if it named none
 */
public record Admission(String ipToken, String leaseId, String agent, String provider) {

  /** Nothing of the token. */
  @Override
  public String toString() {
    return "lease " + leaseId + " of " + agent;
  }
}
