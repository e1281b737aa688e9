package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.AuditFailure.unless;
import static dev.leasehold.testing.simulation.audit.Invariant.DEADLOCKS_ARE_REAL;
import static dev.leasehold.testing.simulation.audit.Invariant.REFUSALS_ARE_DESERVED;

import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.ApprovalCommand;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.policy.Authority;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.BudgetRefusal;
import dev.leasehold.kernel.refusal.ConflictRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.LeaseRefusal;
import dev.leasehold.kernel.refusal.LimitRefusal;
import dev.leasehold.kernel.refusal.NotFoundRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.Party;
import dev.leasehold.testing.simulation.books.AskedMore;
import dev.leasehold.testing.simulation.books.Cause;
import dev.leasehold.testing.simulation.books.ConfigBook;
import dev.leasehold.testing.simulation.books.Entry;
import dev.leasehold.testing.simulation.books.LeaseAccount;
import dev.leasehold.testing.simulation.books.Ledger;
import dev.leasehold.testing.simulation.books.Place;
import dev.leasehold.testing.simulation.books.QueueModel;
import dev.leasehold.testing.simulation.books.Requests;
import dev.leasehold.testing.simulation.books.Universe;
import dev.leasehold.testing.simulation.books.WaitGraph;
import dev.leasehold.testing.simulation.books.Want;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks that a refused command broke the rule that its refusal names. */
final class RefusalRules {

  private final Ledger ledger;
  private final Command command;
  private final Cause cause;
  private final long tick;
  private final QueueModel queue;

  RefusalRules(Ledger ledger, Step step) {
    this.ledger = ledger;
    this.cause = new Cause(step.command(), step.outcome().stamp().caller(), 0);
    this.command = step.command();
    this.tick = step.outcome().stamp().tick();
    this.queue = new QueueModel(ledger);
  }

  void check(Refusal refusal) {
    Entry entry = subject();
    boolean deserved =
        switch (refusal) {
          case InputRefusal.InvalidInput r ->
              command instanceof LeaseCommand.Ask
                  ? entry != null && cause.actor().equals(entry.holder())
                  : new InputRules(ledger, command).isInvalid(r.field(), entry);
          case InputRefusal.NoSuchPolicy r -> ledger.newestPolicy(r.name()) == null;
          case InputRefusal.InvalidReleaseReason r -> !List.of("", "ABORTED").contains(r.value());
          case NotFoundRefusal.NoSuchLease r -> entry == null || !cause.hasAccessTo(entry);
          case NotFoundRefusal.NoSuchToken r ->
              command instanceof AdminCommand.RevokeToken asked
                  && !ledger.tokens.containsKey(asked.tokenId())
                  && ledger.living().stream().noneMatch(e -> asked.tokenId().equals(e.ipToken));
          case NotFoundRefusal.NoSuchSetting r -> !ConfigBook.isKey(r.key());
          case AccessRefusal.Forbidden r -> !cause.isAdmin();
          case AccessRefusal.TokenNotShown r -> cause.isGateway();
          case InputRefusal.LeaseAlreadyExists r ->
              ledger.find(r.leaseId()) != null || ledger.isUsed(r.leaseId());
          case NotFoundRefusal.NoSuchRequest r -> ledger.money.asking.find(r.id()) == null;
          case LimitRefusal.QuotaExceeded r ->
              (command instanceof ApprovalCommand.RequestMore
                      || command instanceof ApprovalCommand.RequestExtension)
                  && entry != null
                  && (ledger.money.asking.openOf(entry) >= AskingRules.MOST_OPEN
                      || ledger.money.asking.openOfHolder(entry)
                          >= AskingRules.MOST_OPEN_OF_HOLDER);
          case LimitRefusal.QueueFull r -> false;
          case NotFoundRefusal.NoSuchPool r -> ledger.money.pool(r.poolId()) == null;
          case ConflictRefusal.Conflict r -> isConflict(r.blockers(), entry);
          case ConflictRefusal.Deadlock r -> isDeadlock(r.cycle(), entry);
          case BudgetRefusal.InsufficientBudget r ->
              new MoneyRefusals(ledger, command).isInsufficient(entry);
          default -> entry != null && isDeserved(refusal, entry);
        };
    unless(
        deserved,
        refusal instanceof ConflictRefusal.Deadlock ? DEADLOCKS_ARE_REAL : REFUSALS_ARE_DESERVED,
        "%s of %s is refused with %s, though the books have %s",
        command,
        cause.actor(),
        refusal,
        refusal instanceof ConflictRefusal.Deadlock
            ? entry + ", would wait " + graphIfDone(entry) + " and wait " + ledger.waiting()
            : entry);
  }

  /** The lease that the command is about; null if there is none. */
  private @Nullable Entry subject() {
    AskedMore asked =
        command instanceof ApprovalCommand.ApproveRequest approve
            ? ledger.money.asking.find(approve.id())
            : null;
    return asked != null ? asked.entry : ledger.find(Requests.leaseOf(command));
  }

  private boolean isDeserved(Refusal refusal, Entry entry) {
    LeaseAccount account = entry.account;
    return switch (refusal) {
      case AccessRefusal.NotHolder r ->
          cause.looks()
              ? !cause.seesWhole(entry) && !ledger.config.showsOthers()
              : !cause.isBy(entry);
      case LimitRefusal.AskedTooOften r ->
          r.retryNanos() > 0
              && ledger.nextQuestionTick(cause.actor(), entry.id) == tick + r.retryNanos();
      case LeaseRefusal.AlreadyTerminal r ->
          !entry.isActive() && !entry.isPending() && r.state().name().equals(entry.state);
      case LeaseRefusal.RenewalDoesNotExtend r ->
          command instanceof LeaseCommand.Renew renew
              && Math.min(
                      tick + (renew.ttlNanos() == 0 ? entry.ttlNanos : renew.ttlNanos()),
                      entry.latestDeadline())
                  <= entry.deadline;
      case LeaseRefusal.MaxRenewalsExceeded r ->
          entry.maxRenewals >= 0 && entry.renewals >= entry.maxRenewals;
      case LeaseRefusal.NotRenewable r ->
          command instanceof BudgetCommand.Refresh
              ? account == null || !entry.facts.isBudget()
              : !entry.facts.renewable();
      case LeaseRefusal.NotExtensible r ->
          command instanceof ApprovalCommand.RequestExtension && !entry.facts.extensions();
      case LeaseRefusal.BeingReleased r -> entry.isActive() && entry.delayed != null;
      case LeaseRefusal.StillWaiting r -> entry.isPending();
      case LeaseRefusal.StaleEpoch r -> isStale(r.given(), entry);
      case LeaseRefusal.FutureEpoch r -> r.given() > entry.epoch && r.current() == entry.epoch;
      case LeaseRefusal.NotAllowed r -> isOutside(r.field(), r.value(), entry);
      case LeaseRefusal.NotTransferable r ->
          entry.isPending() || entry.place != null || account != null;
      case NotFoundRefusal.NoSuchReservation r ->
          account != null && !account.holds.containsKey(r.reservationId());
      case BudgetRefusal.BudgetExhausted r -> account != null && account.isExhausted();
      default -> false;
    };
  }

  private boolean isStale(long given, Entry entry) {
    return command instanceof LeaseQuery.Validate asked && asked.lenient()
        ? given < asked.lastProcessedEpoch()
        : given < entry.epoch;
  }

  static boolean isOutside(String field, String value, Entry entry) {
    Authority authority = entry.authority;
    return switch (field) {
      case "path" -> (entry.mask & Universe.bitOf(entry.space, value)) == 0;
      case "tool" -> authority != null && !authority.tools().contains(value);
      case "workId" -> authority != null && !authority.workIds().contains(value);
      case "namespace" -> authority != null && !Authorities.allows(authority.namespaces(), value);
      default -> false;
    };
  }

  private boolean isConflict(List<Lease> blockers, @Nullable Entry entry) {
    List<String> named = blockers.stream().map(Lease::id).toList();
    return !named.isEmpty()
        && switch (command) {
          case LeaseCommand.Acquire asked -> isAcquireConflict(asked, named);
          case LeaseCommand.Convert asked ->
              entry != null
                  && (entry.place != null
                      || isInTheWay(
                          ConversionRules.want(entry, Long.MAX_VALUE, tick),
                          asked.waitNanos(),
                          named));
          case LeaseCommand.Derive asked -> entry != null && areNoAncestors(entry, asked, named);
          default -> false;
        };
  }

  private boolean isAcquireConflict(LeaseCommand.Acquire asked, List<String> named) {
    Party party = new Party(asked.holder(), asked.session());
    Want want = GrantRules.want(asked, party, Long.MAX_VALUE, tick);
    return isInTheWay(want, asked.rare().waitNanos(), named) || isOwnBudget(asked, named);
  }

  /** Whether the right leases are named; who would wait is refused only for a lease of its own. */
  private boolean isInTheWay(Want want, long waitNanos, List<String> named) {
    List<Entry> inTheWay = queue.inTheWay(want, tick);
    return ReplyRules.agree(inTheWay, named)
        && (waitNanos == 0
            || inTheWay.stream().anyMatch(other -> other.party.equals(want.party())));
  }

  private boolean isOwnBudget(LeaseCommand.Acquire asked, List<String> named) {
    Entry own = ledger.find(named.get(0));
    return own != null
        && named.size() == 1
        && own.isActive()
        && own.account != null
        && own.holder().equals(asked.holder())
        && !asked.rare().budget().isNothing();
  }

  private boolean areNoAncestors(Entry parent, LeaseCommand.Derive asked, List<String> named) {
    long mask = maskOf(parent, asked);
    boolean exclusive = isExclusive(parent, asked);
    for (String id : named) {
      Entry other = ledger.find(id);
      if (other == null
          || !other.blocks()
          || parent.isWithin(other)
          || (other.mask & mask) == 0
          || !(exclusive || other.exclusive)) {
        return false;
      }
    }
    return true;
  }

  /** Everybody named waits for the next, and the last for the first. */
  private boolean isDeadlock(List<Party> cycle, @Nullable Entry entry) {
    WaitGraph graph = graphIfDone(entry);
    if (graph == null || cycle.isEmpty()) {
      return false;
    }
    for (int i = 0; i < cycle.size(); i++) {
      if (!graph.waitsFor(cycle.get(i), cycle.get((i + 1) % cycle.size()))) {
        return false;
      }
    }
    return true;
  }

  /** The graph of waits as it would be if the command had been carried out. */
  private @Nullable WaitGraph graphIfDone(@Nullable Entry entry) {
    return switch (command) {
      case LeaseCommand.Acquire asked ->
          WaitGraph.with(
              ledger,
              tick,
              GrantRules.want(
                  asked,
                  new Party(asked.holder(), asked.session()),
                  ledger.lastPosition + 1,
                  tick));
      case LeaseCommand.Convert asked ->
          entry == null
              ? null
              : WaitGraph.with(
                  ledger, tick, ConversionRules.want(entry, ledger.lastPosition + 1, tick));
      case LeaseCommand.Transfer asked ->
          entry == null
              ? null
              : WaitGraph.with(
                  ledger,
                  tick,
                  heldBy(asked.toHolder(), "", entry, entry.mask, entry.exclusive),
                  entry);
      case LeaseCommand.Derive asked ->
          entry == null
              ? null
              : WaitGraph.with(
                  ledger,
                  tick,
                  heldBy(
                      asked.holder(),
                      asked.session(),
                      entry,
                      maskOf(entry, asked),
                      isExclusive(entry, asked)),
                  null);
      default -> null;
    };
  }

  private Want heldBy(String holder, String session, Entry kin, long mask, boolean exclusive) {
    Place never = new Place(Long.MAX_VALUE, tick, tick, 0, false);
    return new Want(new Party(holder, session), kin.space, mask, exclusive, kin, never);
  }

  private static long maskOf(Entry parent, LeaseCommand.Derive asked) {
    return asked.scope() == null
        ? parent.mask
        : Universe.maskOf(parent.space, asked.scope().patternTexts());
  }

  private static boolean isExclusive(Entry parent, LeaseCommand.Derive asked) {
    return asked.mode() == null ? parent.exclusive : asked.mode() == Mode.EXCLUSIVE;
  }
}
