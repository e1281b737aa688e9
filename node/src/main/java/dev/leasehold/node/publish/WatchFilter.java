package dev.leasehold.node.publish;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Role;
import java.util.Set;

/**
 * The publications that a watcher wants to see and may see.
 *
 * @param space empty for all
 * @param holder empty for all
 * @param types empty for all
 */
public record WatchFilter(Caller caller, String space, String holder, Set<String> types) {

  public WatchFilter {
    types = Set.copyOf(types);
  }

  boolean covers(Publication publication) {
    return isWanted(publication) && isAllowed(publication);
  }

  private boolean isWanted(Publication publication) {
    return (types.isEmpty() || types.contains(publication.type()))
        && (space.isEmpty() || space.equals(publication.space()))
        && (holder.isEmpty() || publication.holders().contains(holder));
  }

  /** An event that belongs to no known holder or space is hidden from callers with limits. */
  private boolean isAllowed(Publication publication) {
    String where = publication.space();
    boolean inReach = caller.spaces().isEmpty() || (where != null && caller.isAdmittedTo(where));
    if (!inReach) {
      return false;
    }
    return switch (publication) {
      case Publication.OfEvent fact when isAboutTokens(fact.event()) -> caller.isAdmin();
      case Publication.OfEvent fact ->
          caller.role() != Role.AGENT || fact.holders().contains(caller.actor());
      case Publication.OfAlert alert -> caller.role() != Role.AGENT;
    };
  }

  private static boolean isAboutTokens(Event event) {
    return event instanceof Event.TokenIssued || event instanceof Event.TokenRevoked;
  }
}
