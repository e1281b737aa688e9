package dev.leasehold.kernel.command;

import dev.leasehold.kernel.access.BudgetSpace;
import dev.leasehold.kernel.budget.Amounts;
import java.util.Map;

/** A command about a right to spend: to get it, to use it and to get more of it. */
public sealed interface BudgetCommand extends Command {

  /**
   * An agent asks for its right to spend, and for a token that is good for it alone. Space and path
   * follow from the agent ({@link BudgetSpace}).
   *
   * @param leaseId the id that the lease will have
   * @param ttlNanos 0 for the policy's default
   * @param waitNanos how long to wait for others; 0 to be refused at once
   * @param tokenId the id of the IP token
   * @param secretHash SHA-256 of the IP token's secret, in hexadecimal
   * @param provider the provider that the agent will call; empty if it does not say
   */
  record Handshake(
      String leaseId,
      String policy,
      String pool,
      Amounts requested,
      long ttlNanos,
      long waitNanos,
      String tokenId,
      String secretHash,
      String provider,
      String requestId)
      implements BudgetCommand, Retryable {}

  /**
   * Spend from a lease's budget. An amount beyond the rest is refused whole.
   *
   * @param labels say what it was spent on, such as a model and a provider
   */
  record Spend(
      String leaseId, Amounts amounts, String note, Map<String, String> labels, String requestId)
      implements BudgetCommand, Retryable {
    public Spend {
      labels = Labels.sorted(labels);
    }

    /** A spend without labels. */
    public Spend(String leaseId, Amounts amounts, String note, String requestId) {
      this(leaseId, amounts, note, Map.of(), requestId);
    }
  }

  /**
   * Set aside what a call may cost. The request id is the reservation's own id.
   *
   * @param timeoutNanos when an unsettled reservation returns; 0 for the default
   * @param labels say what it is for, and count for the settlement as well
   */
  record Reserve(
      String leaseId,
      Amounts amounts,
      long timeoutNanos,
      Map<String, String> labels,
      String requestId)
      implements BudgetCommand, Retryable {
    public Reserve {
      labels = Labels.sorted(labels);
    }

    /** A reservation without labels. */
    public Reserve(String leaseId, Amounts amounts, long timeoutNanos, String requestId) {
      this(leaseId, amounts, timeoutNanos, Map.of(), requestId);
    }
  }

  /**
   * A gateway reserves for the lease of an IP token that it was shown.
   *
   * @param ipTokenId of that token, whose secret was right; empty if it was not
   */
  record ReserveFor(Reserve reserve, String ipTokenId) implements BudgetCommand, Retryable {
    @Override
    public String requestId() {
      return reserve.requestId();
    }
  }

  /**
   * The call is over and cost this much.
   *
   * @param labels say what it was spent on; they are added to the labels of the reservation and go
   *     before them
   */
  record Settle(String leaseId, String reservationId, Amounts amounts, Map<String, String> labels)
      implements BudgetCommand {
    public Settle {
      labels = Labels.sorted(labels);
    }

    /** A settlement with the labels of its reservation. */
    public Settle(String leaseId, String reservationId, Amounts amounts) {
      this(leaseId, reservationId, amounts, Map.of());
    }
  }

  /** The call never took place. */
  record Cancel(String leaseId, String reservationId) implements BudgetCommand {}

  /** The call will cost more or less than was set aside. */
  record Adjust(String leaseId, String reservationId, Amounts amounts, String requestId)
      implements BudgetCommand, Retryable {}

  /** More budget and more time for a lease that is active or in grace. */
  record Refresh(String leaseId, Amounts requested, String requestId)
      implements BudgetCommand, Retryable {}
}
