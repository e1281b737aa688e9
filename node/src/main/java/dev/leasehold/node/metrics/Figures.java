package dev.leasehold.node.metrics;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.budget.Pool;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.view.EndReasons;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.QueuePlace;
import dev.leasehold.node.sequence.DurableBlock;
import dev.leasehold.node.sequence.WorkMeter;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All metrics, in the form that Prometheus reads. The kernel's and the writer's threads add a few
 * figures for a whole run or block; all that is counted by event is counted on the publisher's
 * thread.
 */
public final class Figures implements WorkMeter, AutoCloseable {

  /** More names than this are too many for a monitoring system. */
  static final int BUSIEST_HOLDERS = 20;

  private static final Duration[] SHORT_TIMES = millis(0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 100, 1e3);
  private static final Duration[] LONG_TIMES = millis(10, 100, 1e3, 5e3, 3e4, 12e4, 6e5, 36e5);

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final LeaseCounts counts;
  private final MultiGauge byPolicy;
  private final MultiGauge byHolder;
  private final MultiGauge byPool;
  private final Map<String, Counter> grants = new ConcurrentHashMap<>();
  private final Map<String, Counter> counters = new ConcurrentHashMap<>();
  private final Map<String, Timer> requests = new ConcurrentHashMap<>();
  private final Timer expiryLag = timer("leasehold.expiry.lag", LONG_TIMES);
  private final Timer append = timer("leasehold.append", SHORT_TIMES);
  private final Timer decide = timer("leasehold.decide", SHORT_TIMES);
  private final Counter commands = counter("leasehold.commands");
  private final DistributionSummary blockEvents =
      summary("leasehold.block.events", 1, 4, 16, 64, 256, 1_024, 4_096, 16_384);
  private final DistributionSummary blockBytes =
      summary("leasehold.block.bytes", 256, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20);
  private final JvmFigures jvm;
  private volatile LongSupplier feedLag = () -> 0;
  private volatile Supplier<List<Pool>> pools = List::of;

  public Figures(LeaseCounts counts, List<String> alertKinds) {
    this.counts = counts;
    this.byPolicy = gauges("leasehold.leases.active");
    this.byHolder = gauges("leasehold.holder.leases.active");
    this.byPool = gauges("leasehold.pool");
    gauge("leasehold.holders", counts::holders);
    gauge("leasehold.waiting", counts::waiting);
    gauge("leasehold.feed.lag", () -> feedLag.getAsLong());
    Gauge.builder("leasehold.build.info", () -> 1)
        .description(FigureTexts.of("leasehold.build.info"))
        .tag("version", version())
        .register(registry);
    for (String cause : List.of("time", "heartbeat", "exhausted")) {
      counter("leasehold.expiries", "cause", cause);
    }
    for (String end : List.of("released", "completed", "closed", "revoked", "evicted", "failed")) {
      counter("leasehold.endings", "state", end);
    }
    for (String kind : alertKinds) {
      counter("leasehold.alerts", "kind", kind);
    }
    for (String outcome : List.of("granted", "failed")) {
      waits(outcome);
    }
    counter("leasehold.renewals");
    counter("leasehold.wait.timeouts");
    this.jvm = new JvmFigures(registry);
  }

  private static String version() {
    String version = Figures.class.getPackage().getImplementationVersion();
    return version == null ? "not packaged" : version;
  }

  /** Shows a figure that another class keeps. */
  public void gauge(String name, LongSupplier figure) {
    Supplier<Number> supplier = figure::getAsLong;
    Gauge.builder(name, supplier).description(FigureTexts.of(name)).register(registry);
  }

  private MultiGauge gauges(String name) {
    return MultiGauge.builder(name).description(FigureTexts.of(name)).register(registry);
  }

  /** How many events the tables are behind the journal. */
  public void feedLag(LongSupplier events) {
    feedLag = events;
  }

  /** Shows the money in these pools, which are asked for with every scrape. */
  public void pools(Supplier<List<Pool>> supplier) {
    pools = supplier;
  }

  @Override
  public void decided(int count, long nanos) {
    commands.increment(count);
    decide.record(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void wrote(int events, int bytes, long nanos) {
    append.record(nanos, TimeUnit.NANOSECONDS);
    blockEvents.record(events);
    blockBytes.record(bytes);
  }

  public void follow(DurableBlock block, long durableTick) {
    List<Fact> facts = block.facts();
    for (int i = 0; i < facts.size(); i++) {
      counts.follow(facts.get(i));
      if (Fact.isFirstOfEvent(facts, i)) {
        follow(facts.get(i), durableTick);
      }
    }
  }

  private void follow(Fact fact, long durableTick) {
    switch (fact.event()) {
      case LeaseEvent.Granted e -> granted(fact.after());
      case LeaseEvent.GrantedFromQueue e -> {
        granted(fact.after());
        waitEnded(fact, "granted");
      }
      case LeaseEvent.Converted e -> waitEnded(fact, "granted");
      case LeaseEvent.Renewed e -> counter("leasehold.renewals").increment();
      case LeaseEvent.Expired e -> {
        counter("leasehold.expiries", "cause", e.cause().name().toLowerCase(Locale.ROOT))
            .increment();
        expiryLag.record(durableTick - e.endedTick(), TimeUnit.NANOSECONDS);
      }
      case LeaseEvent.Ended e -> {
        ended(e);
        if (fact.before() != null && fact.before().isWaitingToBeGranted()) {
          waitEnded(fact, "failed");
        }
      }
      case LeaseEvent.ConversionFailed e -> {
        timedOut(e.reason());
        waitEnded(fact, "failed");
      }
      default -> {}
    }
  }

  private void waitEnded(Fact fact, String how) {
    QueuePlace place = fact.before() == null ? null : fact.before().rare().place();
    if (place != null) {
      waits(how).record(fact.event().tick() - place.sinceTick(), TimeUnit.NANOSECONDS);
    }
  }

  private void granted(@Nullable Lease lease) {
    if (lease != null) {
      String policy = lease.policy().name();
      Counter counter = grants.get(policy);
      if (counter == null) {
        counter = newCounter("leasehold.grants", "policy", policy);
        grants.put(policy, counter);
      }
      counter.increment();
    }
  }

  private void ended(LeaseEvent.Ended event) {
    counter("leasehold.endings", "state", event.state().name().toLowerCase(Locale.ROOT))
        .increment();
    if (event.state() == LeaseState.FAILED) {
      timedOut(event.reason());
    }
  }

  private void timedOut(String reason) {
    if (reason.equals(EndReasons.TIMEOUT)) {
      counter("leasehold.wait.timeouts").increment();
    }
  }

  /** Counts an alert that was raised. */
  public void alerted(String kind) {
    counter("leasehold.alerts", "kind", kind).increment();
  }

  /** Counts a request that was refused; there are as many codes as the server knows. */
  public void refused(String code) {
    counter("leasehold.refusals", "code", code).increment();
  }

  /**
   * Takes the time of a request.
   *
   * @param operation one of a bounded number of names
   * @param status of HTTP or of gRPC
   */
  public void answered(String surface, String operation, String status, long nanos) {
    requests
        .computeIfAbsent(
            surface + ' ' + operation + ' ' + status,
            key ->
                Timer.builder("leasehold.request")
                    .description(FigureTexts.of("leasehold.request"))
                    .tags("surface", surface, "operation", operation, "status", status)
                    .serviceLevelObjectives(SHORT_TIMES)
                    .register(registry))
        .record(nanos, TimeUnit.NANOSECONDS);
  }

  /** All figures as they are now, in Prometheus' text format. */
  public String scrape() {
    byPolicy.register(
        counts.activeByPolicy().entrySet().stream()
            .map(e -> MultiGauge.Row.of(Tags.of("policy", e.getKey()), e.getValue()))
            .toList(),
        true);
    byHolder.register(
        counts.busiest(BUSIEST_HOLDERS).stream()
            .map(busy -> MultiGauge.Row.of(Tags.of("holder", busy.holder()), busy.leases()))
            .toList(),
        true);
    byPool.register(PoolRows.of(pools.get()), true);
    return registry.scrape();
  }

  /** All figures but those that name holders and pools. */
  public String scrapeWithoutNames() {
    return scrape()
        .lines()
        .filter(line -> !line.startsWith("leasehold_holder_leases_active{"))
        .filter(line -> !line.startsWith("leasehold_pool{"))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private Timer waits(String outcome) {
    return requests.computeIfAbsent(
        "waits " + outcome,
        key ->
            Timer.builder("leasehold.wait")
                .description(FigureTexts.of("leasehold.wait"))
                .tag("outcome", outcome)
                .serviceLevelObjectives(LONG_TIMES)
                .register(registry));
  }

  private Counter counter(String name, String... tags) {
    String key = tags.length == 0 ? name : name + ' ' + tags[1];
    Counter known = counters.get(key);
    return known != null ? known : counters.computeIfAbsent(key, k -> newCounter(name, tags));
  }

  private Counter newCounter(String name, String... tags) {
    return Counter.builder(name).description(FigureTexts.of(name)).tags(tags).register(registry);
  }

  private Timer timer(String name, Duration... buckets) {
    return Timer.builder(name)
        .description(FigureTexts.of(name))
        .serviceLevelObjectives(buckets)
        .register(registry);
  }

  private DistributionSummary summary(String name, double... buckets) {
    return DistributionSummary.builder(name)
        .description(FigureTexts.of(name))
        .serviceLevelObjectives(buckets)
        .register(registry);
  }

  private static Duration[] millis(double... millis) {
    Duration[] durations = new Duration[millis.length];
    for (int i = 0; i < millis.length; i++) {
      durations[i] = Duration.ofNanos((long) (millis[i] * 1_000_000));
    }
    return durations;
  }

  @Override
  public void close() {
    jvm.close();
    registry.close();
  }
}
