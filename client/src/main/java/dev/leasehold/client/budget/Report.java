package dev.leasehold.client.budget;

import java.util.Map;

/**
 * The outcome of a call that money was set aside for.
 *
 * @param leaseId the budget
 * @param reservationId the id that the money was set aside under
 * @param kind how much is known of the call
 * @param amounts the cost; for {@link Kind#OPEN} the amounts that were set aside
 * @param labels say what the money was spent on, such as a model and a provider
 */
public record Report(
    String leaseId,
    String reservationId,
    Kind kind,
    Map<String, Long> amounts,
    Map<String, String> labels) {

  /** A report without labels. */
  public Report(String leaseId, String reservationId, Kind kind, Map<String, Long> amounts) {
    this(leaseId, reservationId, kind, amounts, Map.of());
  }

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
    labels = Map.copyOf(labels);
  }
}
