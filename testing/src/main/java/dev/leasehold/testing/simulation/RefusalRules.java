package dev.leasehold.testing.simulation;

import static dev.leasehold.testing.simulation.AuditFailure.unless;
import static dev.leasehold.testing.simulation.Invariant.REFUSALS_ARE_DESERVED;

import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.Mode;
import dev.leasehold.kernel.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a command broke the rule that its refusal names. */
final class RefusalRules {

  private static final long MIN_TTL_NANOS = 1_000_000L;
  private static final long MAX_TTL_NANOS = 366 * 86_400_000_000_000L;

  private final Ledger ledger;
  private final Command command;
  private final String actor;
  private final boolean admin;
  private final long tick;

  RefusalRules(Ledger ledger, Step step) {
    Cause cause = new Cause(step.command(), step.outcome().stamp().caller(), 0);
    this.ledger = ledger;
    this.command = step.command();
    this.actor = cause.actor();
    this.admin = cause.isAdmin();
    this.tick = step.outcome().stamp().tick();
  }

  void check(Refusal refusal) {
    Entry entry = ledger.find(leaseId());
    boolean deserved =
        switch (refusal) {
          case Refusal.InvalidInput r -> isInvalid(r.field(), entry);
          case Refusal.InvalidReleaseReason r -> !List.of("", "ABORTED").contains(r.value());
          case Refusal.NoSuchLease r -> entry == null;
          case Refusal.NoSuchToken r -> command instanceof Command.RevokeToken;
          case Refusal.NotHolder r -> entry != null && !entry.holder.equals(actor);
          case Refusal.Forbidden r -> !admin;
          case Refusal.Conflict r -> isConflict(r.blockers());
          case Refusal.LeaseAlreadyExists r -> entry != null || ledger.isUsed(leaseId());
          case Refusal.AlreadyTerminal r ->
              entry != null && !entry.isActive() && r.state().name().equals(entry.state);
          case Refusal.RenewalDoesNotExtend r ->
              entry != null
                  && command instanceof Command.Renew renew
                  && tick + (renew.ttlNanos() == 0 ? entry.ttlNanos : renew.ttlNanos())
                      <= entry.deadline;
          case Refusal.MaxRenewalsExceeded r ->
              entry != null && entry.maxRenewals >= 0 && entry.renewals >= entry.maxRenewals;
          case Refusal.NotRenewable r -> entry != null && !entry.facts().renewable();
          case Refusal.QuotaExceeded r -> false;
        };
    unless(
        deserved,
        REFUSALS_ARE_DESERVED,
        "%s of %s is refused with %s, though the books have %s",
        command,
        actor,
        refusal,
        entry);
  }

  private boolean isConflict(List<Lease> blockers) {
    return command instanceof Command.Acquire asked
        && !blockers.isEmpty()
        && ReplyRules.agree(
            ledger.conflicts(
                asked.space(), asked.scope().patternTexts(), asked.mode() == Mode.EXCLUSIVE),
            blockers.stream().map(Lease::id).toList());
  }

  private boolean isInvalid(String field, @Nullable Entry entry) {
    return switch (field) {
      case "ttl" -> isOutside(ttl());
      case "mode" ->
          command instanceof Command.Acquire asked
              && asked.mode() == Mode.SHARED
              && !asked.policy().equals("file");
      case "leaseId" ->
          switch (command) {
            case Command.Acquire asked -> asked.callersId() && !asked.policy().equals("work");
            case Command.Complete asked -> entry != null && !entry.policy.equals("checkout");
            case Command.Close asked -> entry != null && !entry.policy.equals("budget");
            default -> false;
          };
      case "caseInsensitive" ->
          command instanceof Command.DeclareSpace asked
              && ledger.blocking().stream().anyMatch(held -> held.space.equals(asked.space()));
      case "tokenId" -> command instanceof Command.IssueToken;
      default -> false;
    };
  }

  private long ttl() {
    return switch (command) {
      case Command.Acquire asked -> asked.ttlNanos();
      case Command.Renew asked -> asked.ttlNanos();
      default -> 0;
    };
  }

  private static boolean isOutside(long ttlNanos) {
    return ttlNanos != 0 && (ttlNanos < MIN_TTL_NANOS || ttlNanos > MAX_TTL_NANOS);
  }

  private String leaseId() {
    return switch (command) {
      case Command.Acquire c -> c.leaseId();
      case Command.Renew c -> c.leaseId();
      case Command.Release c -> c.leaseId();
      case Command.Complete c -> c.leaseId();
      case Command.Close c -> c.leaseId();
      case Command.Revoke c -> c.leaseId();
      case Command.GetLease c -> c.leaseId();
      default -> "";
    };
  }
}
