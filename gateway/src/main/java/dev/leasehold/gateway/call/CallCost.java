package dev.leasehold.gateway.call;

import dev.leasehold.client.meter.Meter;
import dev.leasehold.client.meter.ModelPrice;
import dev.leasehold.client.meter.TokenCount;
import dev.leasehold.gateway.answer.AnswerSoFar;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The cost of one call, estimated and actual, in the units that its budget has.
 *
 * @param inputTokens read at most
 * @param outputTokens written at most
 * @param reasons whether tokens may be written that nobody sees
 */
record CallCost(
    ModelPrice price, Set<String> units, long inputTokens, long outputTokens, boolean reasons) {

  /** If neither the request nor the table of prices has a limit. */
  private static final long USUAL_MAX_OUTPUT = 16_384;

  static CallCost of(Api api, CallRequest request, ModelPrice price, Set<String> units) {
    long limit = request.outputLimit().orElse(price.maxOutput().orElse(USUAL_MAX_OUTPUT));
    long output = api.writes() ? Math.multiplyExact(limit, (long) request.answers()) : 0;
    return new CallCost(
        price, units, request.inputTokens(), output, request.reasons() || price.hidesReasoning());
  }

  /** The most that it may cost: set aside before the call. */
  Map<String, Long> most() {
    Map<String, Long> most = inUnits(Meter.most(price, inputTokens, outputTokens));
    // Nothing cannot be set aside, not even for what costs nothing.
    most.replaceAll((unit, amount) -> Math.max(1, amount));
    return most;
  }

  Map<String, Long> exact(TokenCount used) {
    return inUnits(Meter.cost(price, used));
  }

  /**
   * The cost of an answer that was seen in part or not at all: what the provider told, otherwise
   * every byte as a token, and all that may have been written where some of it is not shown. Not
   * more than was set aside.
   */
  TokenCount conservative(AnswerSoFar seen) {
    TokenCount told = seen.told() == null ? TokenCount.NONE : seen.told();
    boolean inputTold = told.input() + told.cachedInput() + told.cacheWrite() > 0;
    boolean hidden = reasons || seen.reasoned();
    long written = Math.max(told.output() + told.reasoning(), seen.textBytes());
    return new TokenCount(
        inputTold ? told.input() : inputTokens,
        told.cachedInput(),
        told.cacheWrite(),
        hidden ? outputTokens : Math.min(written, outputTokens),
        0);
  }

  private Map<String, Long> inUnits(Map<String, Long> amounts) {
    Map<String, Long> known = new TreeMap<>(amounts);
    known.keySet().retainAll(units);
    return known;
  }
}
