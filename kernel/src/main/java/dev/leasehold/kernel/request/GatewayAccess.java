package dev.leasehold.kernel.request;

import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.RequestIds;
import dev.leasehold.kernel.state.RequestKey;
import dev.leasehold.kernel.state.Step;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a gateway may do: reserve for a lease whose IP token it was shown, settle and cancel
 * what it has reserved, whatever became of lease and token, and look at a provider.
 */
public final class GatewayAccess {

  private GatewayAccess() {}

  /** Whether the command is for this class to look at. */
  public static boolean concerns(Step step, Command command) {
    return step.caller().role() == Role.GATEWAY || command instanceof BudgetCommand.ReserveFor;
  }

  /**
   * Returns the refusal of a command that a gateway may not send; null if it may, or if the
   * command's own slice has the better refusal.
   */
  public static @Nullable Refusal refusal(Step step, Command command) {
    if (step.caller().role() != Role.GATEWAY) {
      return new AccessRefusal.Forbidden(
          "only a gateway reserves with an IP token that it was shown");
    }
    return switch (command) {
      case BudgetCommand.ReserveFor c -> notShown(step, c);
      case BudgetCommand.Settle c -> notItsOwn(step, c.leaseId(), c.reservationId());
      case BudgetCommand.Cancel c -> notItsOwn(step, c.leaseId(), c.reservationId());
      case AdminCommand.GetProvider c -> null;
      default ->
          new AccessRefusal.Forbidden(
              "your token is a gateway's, which reserves, settles and cancels for leases whose IP"
                  + " tokens it was shown, and does nothing else");
    };
  }

  /** A repeat of what was reserved before is answered also when the token has ended meanwhile. */
  private static @Nullable Refusal notShown(Step step, BudgetCommand.ReserveFor reserve) {
    LeaseRecord record = step.state.leases.find(reserve.reserve().leaseId());
    return record == null
            || hasReserved(step, record, reserve.requestId())
            || record == step.state.ipTokens.find(reserve.ipTokenId())
        ? null
        : new AccessRefusal.TokenNotShown(record.id);
  }

  private static @Nullable Refusal notItsOwn(Step step, String leaseId, String reservationId) {
    LeaseRecord record = step.state.leases.find(leaseId);
    return record == null || hasReserved(step, record, reservationId)
        ? null
        : AccessRefusal.reservationOfAnother(leaseId);
  }

  /** Whether the caller has moved money of the lease under this id, which is a reservation's. */
  public static boolean hasReserved(Step step, LeaseRecord record, String id) {
    RequestKey key = new RequestKey(step.caller().actor(), id, record.space.name);
    RequestIds.Remembered known = step.state.requests.find(key);
    return known != null && known.record() == record;
  }
}
