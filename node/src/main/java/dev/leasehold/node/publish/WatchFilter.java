package dev.leasehold.node.publish;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.access.Visibility;
import dev.leasehold.kernel.config.AgentsSee;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The publications that a watcher wants to see and may see.
 *
 * @param space empty for all
 * @param holder empty for all
 * @param types empty for all
 * @param setting as it is when an event is told, whenever it happened
 */
public record WatchFilter(
    Caller caller, String space, String holder, Set<String> types, Supplier<AgentsSee> setting) {

  public WatchFilter {
    types = Set.copyOf(types);
  }

  /** The publication as the watcher is told it; null if it is not. */
  @Nullable Publication shown(Publication publication) {
    if (!isWanted(publication) || !isInReach(publication)) {
      return null;
    }
    return switch (publication) {
      case Publication.OfEvent published -> shown(published);
      case Publication.OfAlert alert -> caller.role() == Role.AGENT ? null : alert;
    };
  }

  private boolean isWanted(Publication publication) {
    return (types.isEmpty() || types.contains(publication.type()))
        && (space.isEmpty() || space.equals(publication.space()))
        && (holder.isEmpty() || publication.holders().contains(holder));
  }

  /** An event that belongs to no known space is hidden from callers with spaces. */
  private boolean isInReach(Publication publication) {
    String where = publication.space();
    return caller.spaces().isEmpty() || (where != null && caller.hasAccessTo(where));
  }

  private @Nullable Publication shown(Publication.OfEvent published) {
    if (isAboutTokens(published.event())) {
      return caller.isAdmin() ? published : null;
    }
    if (caller.role() != Role.AGENT || published.holders().contains(caller.actor())) {
      return published;
    }
    LeaseIdentity lease = published.lease();
    // An event that belongs to no known holder is hidden from agents.
    Visibility sight =
        lease == null
            ? Visibility.NOTHING
            : caller.visibilityOf(lease.space(), lease.holder(), false, setting.get());
    if (!sight.isShown()) {
      return null;
    }
    return switch (published.event()) {
      case LeaseEvent.Asked asked -> asked.asker().equals(caller.actor()) ? published : null;
      case BudgetEvent.Refreshed e -> published.outline();
      case BudgetEvent e -> null;
      case ApprovalEvent.ExtensionApproved e -> published.outline();
      case ApprovalEvent e -> null;
      default -> published.outline();
    };
  }

  private static boolean isAboutTokens(Event event) {
    return event instanceof AdminEvent.TokenIssued || event instanceof AdminEvent.TokenRevoked;
  }
}
