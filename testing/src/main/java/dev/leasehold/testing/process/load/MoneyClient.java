package dev.leasehold.testing.process.load;

import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.Reply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One worker that draws budgets from the pool and spends them. Outlives the server. */
final class MoneyClient {

  static final long BUDGET = 200;
  private static final int LARGEST_AMOUNT = 20;

  /** Refusals that mean that the budget has not enough left, or nothing at all. */
  private static final Set<String> USED_UP =
      Set.of("INSUFFICIENT_BUDGET", "BUDGET_EXHAUSTED", "LEASE_EXPIRED");

  private enum Kind {
    DRAW,
    SPEND,
    RESERVE,
    SETTLE,
    CANCEL,
    CLOSE
  }

  /**
   * @param amount that is spent if it is done
   */
  private record Deal(Kind kind, String target, Map<String, ?> body, long amount) {}

  private final String name;
  private final String token;
  private final Random random;
  private final Map<String, Long> spent = new LinkedHashMap<>();
  private final List<String> violations = new ArrayList<>();
  private String leaseId = "";
  private String reservation = "";
  private boolean isUsedUp;
  private int deals;
  private @Nullable Deal unanswered;

  MoneyClient(String name, String token, long seed) {
    this.name = name;
    this.token = token;
    this.random = new Random(seed);
  }

  String token() {
    return token;
  }

  /** The acknowledged spending under each lease. */
  Map<String, Long> spent() {
    return spent;
  }

  /** The most that was spent under a lease: the acknowledged sum and an unanswered deal. */
  long spentAtMost(String lease) {
    Deal deal = unanswered;
    long open = deal != null && lease.equals(leaseId) ? deal.amount() : 0;
    return spent.getOrDefault(lease, 0L) + open;
  }

  int deals() {
    return deals;
  }

  List<String> violations() {
    return violations;
  }

  /** Makes one deal; false if there was no answer. */
  boolean step(Api api) {
    return send(api, choose());
  }

  /** Sends what got no answer once more, and then again: the second time must change nothing. */
  void settle(Api api) {
    Deal deal = unanswered;
    if (deal != null && send(api, deal)) {
      unanswered = null;
      try {
        Reply again = api.post(deal.target(), deal.body());
        if (again.status() >= 500) {
          violations.add(name + ": a second retry got " + again.text());
        }
      } catch (IOException e) {
        violations.add(name + ": a second retry got no answer: " + e);
      }
    }
  }

  private Deal choose() {
    String requestId = name + "-" + ++deals;
    if (leaseId.isEmpty()) {
      Map<String, ?> body =
          Map.of(
              "policy",
              "budget",
              "space",
              "money",
              "paths",
              List.of("/" + name),
              "budget",
              Map.of(MoneyLoad.UNIT, BUDGET),
              "requestId",
              requestId);
      return new Deal(Kind.DRAW, "/v1/leases", body, 0);
    }
    long amount = 1L + random.nextInt(LARGEST_AMOUNT);
    Map<String, Long> amounts = Map.of(MoneyLoad.UNIT, amount);
    if (!reservation.isEmpty()) {
      return random.nextInt(3) == 0
          ? deal(Kind.CANCEL, Map.of("reservationId", reservation), 0)
          : deal(Kind.SETTLE, Map.of("reservationId", reservation, "amounts", amounts), amount);
    }
    if (isUsedUp || random.nextInt(30) == 0) {
      return deal(Kind.CLOSE, Map.of("requestId", requestId), 0);
    }
    Map<String, ?> body = Map.of("requestId", requestId, "amounts", amounts);
    return random.nextBoolean() ? deal(Kind.SPEND, body, amount) : deal(Kind.RESERVE, body, 0);
  }

  private Deal deal(Kind kind, Map<String, ?> body, long amount) {
    String verb = kind.name().toLowerCase(Locale.ROOT);
    return new Deal(kind, "/v1/leases/" + leaseId + ":" + verb, body, amount);
  }

  private boolean send(Api api, Deal deal) {
    try {
      Reply reply = api.post(deal.target(), deal.body());
      if (reply.isSuccess()) {
        done(deal, reply);
        return true;
      }
      if (reply.status() != 503) {
        refused(deal, reply);
        return true;
      }
    } catch (IOException e) {
      // As with an answer that says nothing: it was done or not.
    }
    unanswered = deal;
    return false;
  }

  private void done(Deal deal, Reply reply) {
    switch (deal.kind()) {
      case DRAW -> {
        leaseId = reply.json().path("leaseId").asText();
        isUsedUp = false;
        spent.put(leaseId, 0L);
      }
      case SPEND -> spent.merge(leaseId, deal.amount(), Long::sum);
      case RESERVE -> reservation = String.valueOf(deal.body().get("requestId"));
      case SETTLE -> {
        spent.merge(leaseId, deal.amount(), Long::sum);
        reservation = "";
      }
      case CANCEL -> reservation = "";
      case CLOSE -> leaseId = "";
    }
  }

  private void refused(Deal deal, Reply reply) {
    if (!USED_UP.contains(reply.code())) {
      violations.add("%s: %s was refused with %s".formatted(name, deal, reply.text()));
    }
    isUsedUp = true;
  }
}
