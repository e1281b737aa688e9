package dev.leasehold.gateway.books;

/**
 * The budget and the agent that an IP token belongs to. They never change while the token is valid;
 * every reservation asks whether it still is.
 *
 * @param ipToken the token itself
 * @param leaseId its budget
 * @param agent the agent that spends
 * @param provider the provider of the handshake; empty if it named none
 */
public record IpTokenBudget(String ipToken, String leaseId, String agent, String provider) {

  /** Leaves the token out. */
  @Override
  public String toString() {
    return "lease " + leaseId + " of " + agent;
  }
}
