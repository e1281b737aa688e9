package dev.leasehold.kernel.refusal;

import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.ScopeEntry;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.Party;
import java.util.List;
import java.util.stream.Collectors;

/** Others are in the way. */
public sealed interface ConflictRefusal extends Refusal {

  /**
   * Others, or the caller itself, hold what was asked for.
   *
   * @param blockers at least one, in the order of their fencing tokens
   * @param caller the actor that asked for it; empty as long as that is left open
   * @param seesLeasesOfOthers whether the caller sees the leases of others, and may ask for them
   */
  record Conflict(List<Lease> blockers, String caller, boolean seesLeasesOfOthers)
      implements ConflictRefusal {
    public Conflict(List<Lease> blockers) {
      this(blockers, "", true);
    }

    /** Whether the first of them stands for one thing, which is leased; scopes do not overlap. */
    boolean isOfOneThing() {
      Lease first = blockers.get(0);
      return first.policy().wholeResource() || first.scope().isEverything();
    }

    @Override
    public String detail() {
      Lease first = blockers.get(0);
      boolean own = first.isHeldBy(caller);
      boolean waits = first.isWaitingToBeGranted();
      return (own ? "you" + (waits ? " wait for " : " hold ") : others(first, waits))
          + words(first.scope())
          + " in "
          + first.space()
          + (own ? " yourself" : "")
          + (own && !first.session().isEmpty() ? ", in the session " + first.session() + "," : "")
          + " under lease "
          + first.id()
          + (first.isConverting() ? ", shared, and waits to hold it alone" : "");
    }

    private static String words(Scope scope) {
      List<ScopeEntry> entries = scope.entries(Limits.MAX_PATTERNS_IN_A_SENTENCE);
      int more = scope.size() - entries.size();
      return entries.stream().map(ScopeEntry::text).collect(Collectors.joining(" "))
          + (more == 0 ? "" : " and " + more + " more");
    }

    private static String others(Lease first, boolean waits) {
      return first.holder() + (waits ? " waits for " : " holds ");
    }
  }

  /**
   * Waiting would never end.
   *
   * @param cycle the parties of the circle, each waiting for the next and the last for the first,
   *     beginning with the caller. A party that waits in a space that the caller does not reach has
   *     no name
   */
  record Deadlock(List<Party> cycle) implements ConflictRefusal {
    @Override
    public String detail() {
      StringBuilder text = new StringBuilder().append(cycle.get(0)).append(" would wait for ");
      for (Party party : cycle.subList(1, Math.min(cycle.size(), Limits.MAX_CYCLE_NAMED))) {
        text.append(party).append(party.equals(Party.OTHERS) ? ", who wait" : ", who waits");
        text.append(" for ");
      }
      if (cycle.size() > Limits.MAX_CYCLE_NAMED) {
        text.append("others, who wait for ");
      }
      return text.append(cycle.get(0)).append("; release something first").toString();
    }
  }
}
