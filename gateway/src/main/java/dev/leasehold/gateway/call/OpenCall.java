package dev.leasehold.gateway.call;

import dev.leasehold.client.meter.TokenCount;
import dev.leasehold.gateway.answer.AnswerSoFar;
import dev.leasehold.gateway.books.IpTokenBudget;
import dev.leasehold.gateway.books.Settlements;
import dev.leasehold.gateway.books.SpendMetrics;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A call that money is set aside for. It ends once: with what the provider says that it cost, with
 * an estimate, or with nothing.
 */
final class OpenCall {

  private static final Logger LOG = LoggerFactory.getLogger(OpenCall.class);

  /** The tokens used so far are written down again when they have grown by a half. */
  private static final double GROWTH = 1.5;

  private static final AnswerSoFar NOTHING_SEEN = new AnswerSoFar(null, false, 0, false, "");

  private final IpTokenBudget admission;
  private final String id;
  private final CallCost cost;
  private final SpendMetrics.Caller caller;
  private final Settlements settlements;
  private final SpendMetrics metrics;
  private final Replays.Key replay;
  private final Replays replays;
  private final long begunNanos = System.nanoTime();
  private final AtomicBoolean over = new AtomicBoolean();
  private long knownTokens;

  OpenCall(
      IpTokenBudget admission,
      String id,
      CallCost cost,
      SpendMetrics.Caller caller,
      Settlements settlements,
      SpendMetrics metrics,
      Replays replays,
      Replays.Key replay) {
    this.admission = admission;
    this.id = id;
    this.cost = cost;
    this.caller = caller;
    this.settlements = settlements;
    this.metrics = metrics;
    this.replays = replays;
    this.replay = replay;
  }

  /** The answer goes on: after a kill at least this much is settled. */
  void progressed(AnswerSoFar seen) {
    if (over.get() || (seen.told() == null && seen.textBytes() == 0)) {
      return;
    }
    TokenCount used = cost.conservative(seen);
    if (used.total() >= Math.max(1, knownTokens * GROWTH)) {
      knownTokens = used.total();
      settlements.progressed(admission.leaseId(), id, cost.exact(used));
    }
  }

  /** The answer has come to its end. */
  void answered(AnswerSoFar seen) {
    if (seen.exact() && seen.told() != null) {
      if (replays.isReplay(replay, seen.id())) {
        cancelled("the provider has given an answer once more that was counted before");
        return;
      }
      end(cost.exact(seen.told()), "settled", seen);
    } else {
      end(cost.exact(cost.conservative(seen)), "estimated", seen);
    }
  }

  /** The stream was cut off, by whomever. */
  void cutOff(AnswerSoFar seen) {
    if (seen.exact()) {
      answered(seen);
    } else {
      end(cost.exact(cost.conservative(seen)), "estimated", seen);
    }
  }

  /** Counts all that was set aside, because nobody knows what the call has cost. */
  void unknown() {
    end(cost.most(), "estimated", NOTHING_SEEN);
  }

  private void end(Map<String, Long> amounts, String outcome, AnswerSoFar seen) {
    if (over.compareAndSet(false, true)) {
      settlements.settle(admission.leaseId(), id, amounts);
      metrics.over(caller, outcome);
      metrics.spent(caller, amounts);
      LOG.info(
          "call {} of {}: {} at {}, {} {}, tokens {}, {} ms",
          id,
          admission.agent(),
          caller.model(),
          caller.provider(),
          outcome,
          amounts,
          seen.told(),
          (System.nanoTime() - begunNanos) / 1_000_000);
    }
  }

  /** It has cost nothing. */
  void cancelled(String why) {
    if (over.compareAndSet(false, true)) {
      settlements.cancel(admission.leaseId(), id);
      metrics.over(caller, "cancelled");
      LOG.info(
          "call {} of {}: {} at {}, cancelled: {}",
          id,
          admission.agent(),
          caller.model(),
          caller.provider(),
          why);
    }
  }
}
