package dev.leasehold.kernel.money;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Pool;
import dev.leasehold.kernel.budget.Recurrence;
import dev.leasehold.kernel.command.Fingerprint;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.PoolEvent;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.AmountsInput;
import dev.leasehold.kernel.request.Retries;
import dev.leasehold.kernel.state.PoolAccount;
import dev.leasehold.kernel.state.RequestKey;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides how pools are filled at the beginning of every day, week or month. Time zones are the
 * node's affair: it names the period, and a name that does not sort behind the last is refused, so
 * that a period is counted once and none is made up for.
 */
public final class ToppingUp {

  private static final Pattern DAY = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final Pattern WEEK = Pattern.compile("[0-9]{4}-W[0-9]{2}");
  private static final Pattern MONTH = Pattern.compile("[0-9]{4}-[0-9]{2}");

  private ToppingUp() {}

  static @Nullable Refusal check(@Nullable Recurrence recurrence) {
    if (recurrence == null) {
      return null;
    }
    Refusal refusal = checkZone(recurrence.zone());
    return refusal != null ? refusal : AmountsInput.checkSome("amounts", recurrence.amounts());
  }

  /** Whether there is such a zone is for the node to know. */
  private static @Nullable Refusal checkZone(String zone) {
    return zone.isEmpty()
            || zone.length() > Limits.MAX_ZONE_BYTES
            || zone.chars().anyMatch(c -> c <= ' ' || c > '~')
        ? new InputRefusal.InvalidInput("zone", "a time zone has a name such as Europe/Berlin")
        : null;
  }

  public static Reply set(Step step, PoolCommand.SetRecurrence set) {
    Refusal refusal = Pooling.malformed(step, set.poolId(), set.requestId());
    refusal = refusal != null ? refusal : check(set.recurrence());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    long fingerprint = Fingerprint.of(set);
    Reply retry = Retries.find(step, set.requestId(), RequestKey.NO_SPACE, fingerprint);
    if (retry != null) {
      return retry;
    }
    PoolAccount pool = step.state.accounts.pools.get(set.poolId());
    if (pool == null) {
      return Step.refuse(step.state.accounts.noSuchPool(set.poolId(), step.caller()));
    }
    refusal = Pooling.tooManyIds(pool);
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    step.record(
        setting(
            step,
            set.poolId(),
            set.recurrence(),
            Pooling.request(step, set.requestId(), fingerprint)));
    return new Reply.OfPool(pool.pool());
  }

  static Event setting(
      Step step, String poolId, @Nullable Recurrence recurrence, Event.Request request) {
    return new PoolEvent.RecurrenceSet(step.at(), poolId, recurrence, request);
  }

  public static Reply topUp(Step step, NodeCommand.TopUp topUp) {
    Refusal refusal = Pooling.malformed(step, topUp.poolId(), "");
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    PoolAccount pool = step.state.accounts.pools.get(topUp.poolId());
    if (pool == null) {
      return Step.refuse(step.state.accounts.noSuchPool(topUp.poolId(), step.caller()));
    }
    refusal = notDue(pool, topUp.period());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    Amounts added = pool.pool().missing();
    refusal = AmountsInput.check("amounts", pool.pool().total().plus(added));
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    step.record(new PoolEvent.ToppedUp(step.at(), pool.id, topUp.period(), added));
    return new Reply.OfPool(pool.pool());
  }

  private static @Nullable Refusal notDue(PoolAccount pool, String period) {
    Recurrence recurrence = pool.recurrence;
    if (recurrence == null) {
      return new InputRefusal.InvalidInput(
          "id", "the pool " + pool.id + " is not topped up by itself");
    }
    if (!pool.open) {
      return pool.closed(recurrence.amounts());
    }
    if (!isNameOf(recurrence.every(), period)) {
      return new InputRefusal.InvalidInput(
          "period",
          "a period is named such as 2026-11-18, 2026-W47 or 2026-11, as the pool has it");
    }
    return period.compareTo(pool.period) <= 0
        ? new InputRefusal.InvalidInput(
            "period",
            "the pool " + pool.id + " was topped up for " + pool.period + "; later ones follow")
        : null;
  }

  private static boolean isNameOf(Recurrence.Every every, String period) {
    Pattern form =
        switch (every) {
          case DAY -> DAY;
          case WEEK -> WEEK;
          case MONTH -> MONTH;
        };
    return form.matcher(period).matches();
  }

  public static void set(State state, PoolEvent.RecurrenceSet e) {
    PoolAccount pool = state.accounts.pool(e.poolId());
    Pool now = pool.pool().recurring(e.recurrence());
    pool.recurrence = now.recurrence();
    pool.period = now.period();
    Pooling.remember(state, pool, e.request(), e.tick());
  }

  public static void toppedUp(State state, PoolEvent.ToppedUp e) {
    PoolAccount pool = state.accounts.pool(e.poolId());
    if (pool.recurrence == null || e.period().compareTo(pool.period) <= 0) {
      throw new IllegalStateException("a pool that was not to be topped up: " + pool.id);
    }
    pool.free = pool.free.plus(e.added());
    pool.period = e.period();
  }
}
