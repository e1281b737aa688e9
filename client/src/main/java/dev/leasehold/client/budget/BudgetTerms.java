package dev.leasehold.client.budget;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How much is asked for, of which pool, and how the budget is kept. */
public final class BudgetTerms {

  final Map<String, Long> requested;
  final @Nullable Map<String, Long> refill;
  final String pool;
  final String policy;
  final String provider;
  final @Nullable Duration ttl;
  final @Nullable Duration wait;
  final String requestId;
  final double refreshBelow;
  final Duration reservationTimeout;
  final @Nullable Path reports;
  final int maxReports;

  private BudgetTerms(Builder builder) {
    this.requested = Map.copyOf(builder.requested);
    this.refill = builder.refill;
    this.pool = builder.pool;
    this.policy = builder.policy;
    this.provider = builder.provider;
    this.ttl = builder.ttl;
    this.wait = builder.wait;
    this.requestId = builder.requestId;
    this.refreshBelow = builder.refreshBelow;
    this.reservationTimeout = builder.reservationTimeout;
    this.reports = builder.reports;
    this.maxReports = builder.maxReports;
  }

  /** Begins with an amount of one unit: {@code usd_micros}, {@code tokens}, any other name. */
  public static Builder asking(String unit, long amount) {
    return new Builder().and(unit, amount);
  }

  /** Begins with amounts by unit. */
  public static Builder asking(Map<String, Long> amounts) {
    Builder builder = new Builder();
    amounts.forEach(builder::and);
    return builder;
  }

  /** How much a refresh asks for when little is left: as much as at first unless set. */
  Map<String, Long> refill() {
    return refill == null ? requested : refill;
  }

  /** Collects terms; all but the amounts have defaults. */
  public static final class Builder {

    private final Map<String, Long> requested = new TreeMap<>();
    private @Nullable Map<String, Long> refill;
    private String pool = "";
    private String policy = "";
    private String provider = "";
    private @Nullable Duration ttl;
    private @Nullable Duration wait;
    private String requestId = "";
    private double refreshBelow = 0.2;
    private Duration reservationTimeout = Duration.ofMinutes(10);
    private @Nullable Path reports;
    private int maxReports = 10_000;

    private Builder() {}

    public Builder and(String unit, long amount) {
      if (amount <= 0) {
        throw new IllegalArgumentException("ask for more than " + amount + " " + unit);
      }
      requested.put(unit, amount);
      return this;
    }

    /** The pool to draw on; the one that the token names unless set. */
    public Builder pool(String pool) {
      this.pool = pool;
      return this;
    }

    /** {@code budget}, or a policy based on it. */
    public Builder policy(String policy) {
      this.policy = policy;
      return this;
    }

    /** The provider that calls go to, for a gateway; none unless set. */
    public Builder provider(String provider) {
      this.provider = provider;
      return this;
    }

    public Builder ttl(Duration ttl) {
      this.ttl = ttl;
      return this;
    }

    /** How long to wait if somebody is in the way; not at all unless set. */
    public Builder wait(Duration wait) {
      this.wait = wait;
      return this;
    }

    /**
     * The id of the handshake, to send it once more after an {@link
     * dev.leasehold.client.OutcomeUnknownException}: the same budget, and a new IP token.
     */
    public Builder requestId(String requestId) {
      this.requestId = requestId;
      return this;
    }

    /**
     * More is asked for when less than this part of some unit is left; a fifth unless set. With 0
     * it is asked for only when there is nothing left or a call needs more.
     */
    public Builder refreshBelow(double part) {
      if (part < 0 || part > 1) {
        throw new IllegalArgumentException("a part is between 0 and 1, not " + part);
      }
      this.refreshBelow = part;
      return this;
    }

    /** How much more is asked for then; as much as at first unless set. */
    public Builder refill(Map<String, Long> amounts) {
      this.refill = Map.copyOf(Amounts.checked(amounts));
      return this;
    }

    /** More is never asked for, only more time. */
    public Builder withoutRefill() {
      this.refill = Map.of();
      return this;
    }

    /** After what time the server gives back what nobody settled; 10 minutes unless set. */
    public Builder reservationTimeout(Duration timeout) {
      this.reservationTimeout = timeout;
      return this;
    }

    /**
     * The file for reports that could not be sent yet, of this budget alone. They outlive the
     * process and are sent by the next budget with this file. Only in memory unless set.
     */
    public Builder keepReportsIn(Path file) {
      this.reports = file;
      return this;
    }

    /** With so many reports unsent no further call is allowed; 10,000 unless set. */
    public Builder maxReports(int most) {
      if (most < 1) {
        throw new IllegalArgumentException("at least 1 report, not " + most);
      }
      this.maxReports = most;
      return this;
    }

    public BudgetTerms build() {
      if (requested.isEmpty()) {
        throw new IllegalArgumentException("say how much is asked for");
      }
      return new BudgetTerms(this);
    }
  }
}
