package dev.leasehold.gateway.books;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Metrics of the calls through the gateway, by agent, model and provider, in the form that
 * Prometheus reads.
 */
public final class SpendMetrics {

  /** Beyond so many combinations all others are counted together. */
  private static final int MAX_SERIES = 5_000;

  /** The labels of a call's metrics. */
  public record Caller(String agent, String model, String provider) {

    private static final Caller OTHERS = new Caller("other", "other", "other");
  }

  private record Series(Caller caller, String outcome) {}

  private record Amount(Caller caller, String unit) {}

  private final Map<Series, LongAdder> calls = new ConcurrentHashMap<>();
  private final Map<Amount, LongAdder> amounts = new ConcurrentHashMap<>();
  private final LongAdder open = new LongAdder();
  private final LongAdder unsettled = new LongAdder();

  /** A call was admitted. */
  public void begun() {
    open.increment();
  }

  /**
   * A call is over.
   *
   * @param outcome {@code settled}, {@code estimated}, {@code cancelled} or {@code refused}
   */
  public void over(Caller caller, String outcome) {
    open.decrement();
    counted(caller, outcome);
  }

  /** A call was refused before it began. */
  public void counted(Caller caller, String outcome) {
    Series own = new Series(caller, outcome);
    Series series = calls.containsKey(own) ? own : new Series(known(caller), outcome);
    calls.computeIfAbsent(series, each -> new LongAdder()).increment();
  }

  public void spent(Caller caller, Map<String, Long> cost) {
    cost.forEach(
        (unit, amount) -> {
          Amount own = new Amount(caller, unit);
          Amount key = amounts.containsKey(own) ? own : new Amount(known(caller), unit);
          amounts.computeIfAbsent(key, each -> new LongAdder()).add(amount);
        });
  }

  /** So many reports more, or less, wait for Leasehold. */
  public void unsettled(int change) {
    unsettled.add(change);
  }

  private Caller known(Caller caller) {
    return calls.size() < MAX_SERIES && amounts.size() < MAX_SERIES ? caller : Caller.OTHERS;
  }

  /** The figures as a text. */
  public String text() {
    StringBuilder text = new StringBuilder();
    Map<String, Long> lines = new TreeMap<>();
    calls.forEach(
        (series, count) ->
            lines.put(
                "leasehold_gateway_calls_total{"
                    + labels(series.caller)
                    + ",outcome=\""
                    + series.outcome
                    + "\"}",
                count.sum()));
    head(text, "leasehold_gateway_calls_total", "counter", "Calls by what became of them.");
    lines.forEach((name, value) -> text.append(name).append(' ').append(value).append('\n'));
    lines.clear();
    amounts.forEach(
        (amount, sum) ->
            lines.put(
                "leasehold_gateway_spent_total{"
                    + labels(amount.caller)
                    + ",unit=\""
                    + escaped(amount.unit)
                    + "\"}",
                sum.sum()));
    head(text, "leasehold_gateway_spent_total", "counter", "What calls have cost.");
    lines.forEach((name, value) -> text.append(name).append(' ').append(value).append('\n'));
    head(text, "leasehold_gateway_calls_open", "gauge", "Calls under way.");
    text.append("leasehold_gateway_calls_open ").append(open.sum()).append('\n');
    head(text, "leasehold_gateway_reports_unsent", "gauge", "Reports that wait for Leasehold.");
    text.append("leasehold_gateway_reports_unsent ").append(unsettled.sum()).append('\n');
    return text.toString();
  }

  private static void head(StringBuilder text, String name, String type, String help) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  private static String labels(Caller caller) {
    return "agent=\""
        + escaped(caller.agent)
        + "\",model=\""
        + escaped(caller.model)
        + "\",provider=\""
        + escaped(caller.provider)
        + "\"";
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
