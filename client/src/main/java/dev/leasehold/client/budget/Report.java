package dev.leasehold.client.budget;

import java.util.Map;

/**
 * What became of a call that money was set aside for.
 *
 * @param leaseId the budget
 * @param reservationId the id that the money was set aside under
 * @param kind what is known of the call
 * @param amounts what it cost; for {@link Kind#OPEN} what was set aside
 */
public record Report(String leaseId, String reservationId, Kind kind, Map<String, Long> amounts) {

  /** How much is known of a call. */
  public enum Kind {
    /** It may be under way, or nobody knows. */
    OPEN,
    /** It took place and cost the amounts. */
    COST,
    /** It cost nothing. */
    CANCEL
  }

  public Report {
    amounts = Map.copyOf(amounts);
  }
}
