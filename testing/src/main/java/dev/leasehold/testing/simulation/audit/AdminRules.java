package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.AuditFailure.unless;
import static dev.leasehold.testing.simulation.audit.EventRules.needs;
import static dev.leasehold.testing.simulation.audit.Invariant.MONEY_IDS_ARE_KEPT;
import static dev.leasehold.testing.simulation.audit.Invariant.MONEY_IS_CONSERVED;
import static dev.leasehold.testing.simulation.audit.Invariant.NOBODY_OVERSPENDS;
import static dev.leasehold.testing.simulation.audit.Invariant.NOTICES_ARE_TOLD;
import static dev.leasehold.testing.simulation.audit.Invariant.NO_CHANGE_WITHOUT_CAUSE;
import static dev.leasehold.testing.simulation.audit.Invariant.POLICIES_CHANGE_LATER_GRANTS_ONLY;
import static dev.leasehold.testing.simulation.audit.Invariant.PRUNING_SPARES_THE_YOUNG;
import static dev.leasehold.testing.simulation.audit.Invariant.SETTINGS_ARE_OBEYED;
import static dev.leasehold.testing.simulation.audit.Invariant.TRANSITIONS_ARE_LEGAL;

import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.command.NoticeCommand;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.NoticeEvent;
import dev.leasehold.kernel.event.PoolEvent;
import dev.leasehold.testing.simulation.books.Cause;
import dev.leasehold.testing.simulation.books.Entry;
import dev.leasehold.testing.simulation.books.Ledger;
import dev.leasehold.testing.simulation.books.NoticeBook;
import dev.leasehold.testing.simulation.books.PolicyFacts;
import dev.leasehold.testing.simulation.books.PoolBook;
import dev.leasehold.testing.simulation.books.RequestBook;
import dev.leasehold.testing.simulation.books.Units;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks events of no single lease: pools, policies, spaces, tokens, notices, forgetting. */
final class AdminRules {

  private static final long NOTICES_KEPT_NANOS = 30 * 86_400_000_000_000L;

  private final Ledger ledger;
  private final EventRules rules;

  AdminRules(Ledger ledger, EventRules rules) {
    this.ledger = ledger;
    this.rules = rules;
  }

  void check(Event event, Cause cause) {
    switch (event) {
      case PoolEvent.PoolCreated e -> checkCreated(e, cause);
      case PoolEvent.PoolChanged e -> checkChanged(e, cause);
      case PoolEvent.PoolConfirmed e -> checkConfirmed(e, cause);
      case PoolEvent.RecurrenceSet e -> checkRecurrence(e, cause);
      case PoolEvent.ToppedUp e -> checkToppedUp(e, cause);
      case NoticeEvent.NoticesAcknowledged e -> checkAcknowledged(e, cause);
      case NoticeEvent.NoticesDropped e -> checkDropped(e);
      case AdminEvent.PolicyAdded e -> checkPolicy(e, cause);
      case AdminEvent.Pruned e -> checkPruned(e, cause);
      case AdminEvent.Restored e ->
          needs(cause.command() instanceof AdminCommand.Restore && cause.isAdmin(), e);
      case AdminEvent.SpaceDeclared e -> checkDeclared(e, cause);
      case AdminEvent.TokenIssued e ->
          needs(
              cause.command() instanceof AdminCommand.IssueToken asked
                  && asked.tokenId().equals(e.token().id())
                  && asked.pool().equals(e.token().pool())
                  && e.token().deadlineTick()
                      == (asked.ttlNanos() == 0 ? 0 : e.tick() + asked.ttlNanos())
                  && cause.isAdmin(),
              e);
      case AdminEvent.TokenRevoked e -> {
        if (EventRules.isAskedFor(e, cause)) {
          needs(cause.isAdmin(), e);
        } else {
          new IpTokenRules(ledger).checkRevokedWithLease(e);
        }
      }
      case AdminEvent.ConfigChanged e ->
          unless(ledger.config.isDue(e, cause), SETTINGS_ARE_OBEYED, "%s by %s", e, cause);
      default -> throw new IllegalStateException("an event of a lease: " + event);
    }
  }

  private void checkCreated(PoolEvent.PoolCreated e, Cause cause) {
    needs(
        cause.command() instanceof PoolCommand.CreatePool asked
            && asked.poolId().equals(e.poolId())
            && asked.amounts().equals(e.amounts())
            && ledger.money.pool(e.poolId()) == null
            && cause.isAdmin(),
        e);
    rules.checkFirstEffect(e.request(), e);
  }

  private void checkChanged(PoolEvent.PoolChanged e, Cause cause) {
    boolean asked =
        switch (cause.command()) {
          case PoolCommand.Deposit c ->
              e.deposit() && c.poolId().equals(e.poolId()) && c.amounts().equals(e.amounts());
          case PoolCommand.Withdraw c ->
              !e.deposit() && c.poolId().equals(e.poolId()) && c.amounts().equals(e.amounts());
          default -> false;
        };
    needs(asked && cause.isAdmin(), e);
    PoolBook pool = ledger.money.pool(e.poolId());
    unless(
        pool != null && (e.deposit() || Units.covers(pool.free, Units.of(e.amounts()))),
        NOBODY_OVERSPENDS,
        "%s takes more than is free",
        e);
    rules.checkFirstEffect(e.request(), e);
  }

  private void checkRecurrence(PoolEvent.RecurrenceSet e, Cause cause) {
    boolean asked =
        switch (cause.command()) {
          case PoolCommand.SetRecurrence c ->
              c.poolId().equals(e.poolId()) && Objects.equals(c.recurrence(), e.recurrence());
          case PoolCommand.CreatePool c ->
              c.poolId().equals(e.poolId()) && Objects.equals(c.recurrence(), e.recurrence());
          default -> false;
        };
    needs(asked && cause.isAdmin() && ledger.money.pool(e.poolId()) != null, e);
    rules.checkFirstEffect(e.request(), e);
  }

  /** A period is topped up once, in order, with what is missing and no more. */
  private void checkToppedUp(PoolEvent.ToppedUp e, Cause cause) {
    needs(
        cause.command() instanceof NodeCommand.TopUp asked
            && asked.poolId().equals(e.poolId())
            && asked.period().equals(e.period())
            && cause.isAdmin(),
        e);
    PoolBook pool = ledger.money.pool(e.poolId());
    unless(
        pool != null
            && pool.open
            && pool.recurrence != null
            && e.period().compareTo(pool.period) > 0,
        TRANSITIONS_ARE_LEGAL,
        "%s of %s",
        e,
        pool == null ? "no pool" : pool.period);
    if (pool != null && pool.recurrence != null) {
      long[] there = Units.sum(pool.free, pool.outstanding());
      long[] missing = Units.lacking(there, Units.of(pool.recurrence.amounts()));
      unless(
          Arrays.equals(Units.of(e.added()), missing),
          MONEY_IS_CONSERVED,
          "%s, and %s is missing",
          e,
          Arrays.toString(missing));
    }
  }

  private void checkConfirmed(PoolEvent.PoolConfirmed e, Cause cause) {
    needs(
        cause.command() instanceof PoolCommand.ConfirmPool asked
            && asked.poolId().equals(e.poolId())
            && asked.spent().equals(e.spent())
            && cause.isAdmin(),
        e);
    PoolBook pool = ledger.money.pool(e.poolId());
    unless(pool != null && !pool.open, TRANSITIONS_ARE_LEGAL, "%s of an open pool", e);
    rules.checkFirstEffect(e.request(), e);
  }

  private void checkAcknowledged(NoticeEvent.NoticesAcknowledged e, Cause cause) {
    needs(
        cause.command() instanceof NoticeCommand.AcknowledgeNotices asked
            && e.positions().stream().allMatch(at -> asked.ids().contains(Long.toString(at)))
            && cause.actor().equals(e.holder()),
        e);
    List<Long> there =
        ledger.notices.of(e.holder()).stream().map(NoticeBook.Note::position).toList();
    unless(there.containsAll(e.positions()), NOTICES_ARE_TOLD, "%s of %s", e, there);
  }

  private void checkDropped(NoticeEvent.NoticesDropped e) {
    List<Long> there =
        ledger.notices.of(e.holder()).stream().map(NoticeBook.Note::position).toList();
    List<NoticeBook.Note> questions =
        ledger.notices.of(e.holder()).stream().filter(NoticeBook.Note::isQuestion).toList();
    List<Long> asked = questions.stream().map(NoticeBook.Note::position).toList();
    unless(
        there.size() == NoticeBook.MOST
            && (asked.isEmpty() || asked.containsAll(e.positions()))
            && e.positions().size() <= NoticeBook.MOST_DROPPED
            && there.containsAll(e.positions()),
        NOTICES_ARE_TOLD,
        "%s of %s",
        e,
        there);
  }

  private void checkPolicy(AdminEvent.PolicyAdded e, Cause cause) {
    if (!(cause.command() instanceof AdminCommand.AddPolicy asked) || !cause.isAdmin()) {
      needs(false, e);
      return;
    }
    PolicyFacts before = ledger.newestPolicy(asked.name());
    PolicyFacts base =
        asked.base().isEmpty()
            ? before == null ? ledger.newestPolicy("file") : before
            : ledger.newestPolicy(asked.base());
    PolicyFacts after = PolicyFacts.of(e.policy());
    unless(
        base != null
            && after.name().equals(asked.name())
            && after.version() == (before == null ? 1 : before.version() + 1)
            && PolicyFacts.BUILT_IN.stream().noneMatch(facts -> facts.name().equals(after.name()))
            && after.defaultTtlNanos() == given(asked.defaultTtlNanos(), base.defaultTtlNanos())
            && after.graceNanos() == given(asked.graceNanos(), base.graceNanos())
            && after.leadNanos() == given(asked.reminderLeadNanos(), base.leadNanos())
            && after.heartbeatNanos() == given(asked.heartbeatNanos(), base.heartbeatNanos())
            && after.epochsLast()
                == (asked.durableEpochs() == null ? base.epochsLast() : asked.durableEpochs())
            && after.extensions()
                == (asked.extensions() == null ? base.extensions() : asked.extensions())
            && after.released().equals(base.released())
            && after.revoked().equals(base.revoked()),
        POLICIES_CHANGE_LATER_GRANTS_ONLY,
        "%s for %s on %s",
        e,
        asked,
        base);
  }

  private static long given(@Nullable Long figure, long otherwise) {
    return figure == null ? otherwise : figure;
  }

  private void checkDeclared(AdminEvent.SpaceDeclared e, Cause cause) {
    needs(
        cause.command() instanceof AdminCommand.DeclareSpace asked
            && asked.space().equals(e.space())
            && asked.caseInsensitive() == e.caseInsensitive()
            && cause.isAdmin(),
        e);
    unless(
        ledger.living().stream().noneMatch(held -> held.blocks() && held.space.equals(e.space())),
        TRANSITIONS_ARE_LEGAL,
        "%s while it has leases",
        e);
  }

  private void checkPruned(AdminEvent.Pruned e, Cause cause) {
    if (!(cause.command() instanceof NodeCommand.Prune asked)) {
      throw new AuditFailure(NO_CHANGE_WITHOUT_CAUSE, "nobody asked for " + e);
    }
    List<Entry> plain = ledger.ended.firstPlain(e.leases());
    List<Entry> withMoney = ledger.ended.firstWithMoney(e.accounts());
    List<NoticeBook.Note> notices = ledger.notices.oldest(e.notices());
    unless(
        plain.size() == e.leases()
            && withMoney.size() == e.accounts()
            && notices.size() == e.notices()
            && e.leases() + e.accounts() + e.notices() <= asked.limit()
            && plain.stream().allMatch(entry -> isOld(entry, asked))
            && withMoney.stream().allMatch(entry -> isOld(entry, asked)),
        PRUNING_SPARES_THE_YOUNG,
        "%s for %s forgets %s and %s",
        e,
        asked,
        plain,
        withMoney);
    unless(
        withMoney.stream()
            .allMatch(entry -> entry.forgettableTick + RequestBook.MONEY_KEPT_NANOS <= e.tick()),
        MONEY_IDS_ARE_KEPT,
        "%s forgets %s",
        e,
        withMoney);
    unless(
        notices.stream().allMatch(note -> note.tick() + NOTICES_KEPT_NANOS <= e.tick()),
        NOTICES_ARE_TOLD,
        "%s forgets %s",
        e,
        notices);
  }

  private static boolean isOld(Entry entry, NodeCommand.Prune asked) {
    return !entry.lives() && entry.endedTick < asked.endedBeforeTick();
  }
}
