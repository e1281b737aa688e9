package dev.leasehold.testing.process.load;

import dev.leasehold.testing.process.load.Request.Acquire;
import dev.leasehold.testing.process.load.Request.Release;
import dev.leasehold.testing.process.load.Request.Renew;
import dev.leasehold.testing.process.server.Api;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** One worker of a load: asks, waits for the answer, asks again. Outlives the server. */
final class LoadClient {

  /** Few, so that clients meet. */
  private static final int AREAS = 8;

  private static final List<String> SCOPES = List.of("", "/**", "/a", "/b", "/b/**");
  private static final long LONG_TTL_MILLIS = 300_000;
  private static final int SHORTEST_TTL_MILLIS = 100;
  private static final int SHORT_TTL_RANGE_MILLIS = 600;

  private final String name;
  private final String token;
  private final Random random;
  private final List<String> held = new ArrayList<>();
  private int requests;
  private @Nullable Request unanswered;

  LoadClient(String name, String token, long seed) {
    this.name = name;
    this.token = token;
    this.random = new Random(seed);
  }

  String token() {
    return token;
  }

  /** Sends one request. After one without an answer it is {@link #settle} that goes on. */
  Attempt step(Api api) {
    Attempt attempt = choose().send(api);
    note(attempt);
    return attempt;
  }

  /** Sends what got no answer once more, and then again: the second time must change nothing. */
  List<Attempt> settle(Api api) {
    Request request = unanswered;
    if (request == null) {
      return List.of();
    }
    unanswered = null;
    Attempt first = request.send(api);
    note(first);
    return List.of(first, request.send(api));
  }

  private Request choose() {
    String requestId = name + "-" + ++requests;
    int roll = random.nextInt(100);
    if (held.isEmpty() || roll < 45) {
      String scope = "/area" + random.nextInt(AREAS) + SCOPES.get(random.nextInt(SCOPES.size()));
      String mode = random.nextInt(4) == 0 ? "SHARED" : "EXCLUSIVE";
      return new Acquire(name, requestId, scope, mode, ttlMillis());
    }
    String leaseId = held.get(random.nextInt(held.size()));
    return roll < 65
        ? new Renew(name, requestId, leaseId, LONG_TTL_MILLIS)
        : new Release(name, requestId, leaseId);
  }

  private long ttlMillis() {
    return random.nextInt(5) == 0
        ? SHORTEST_TTL_MILLIS + random.nextInt(SHORT_TTL_RANGE_MILLIS)
        : LONG_TTL_MILLIS;
  }

  private void note(Attempt attempt) {
    if (attempt.isUnknown()) {
      unanswered = attempt.request();
      return;
    }
    switch (attempt.request()) {
      case Acquire acquire -> {
        if (attempt.outcome() instanceof Outcome.Done granted && granted.lease().isActive()) {
          held.add(granted.lease().leaseId());
        }
      }
      case Renew renew -> {
        if (!attempt.isDone()) {
          held.remove(renew.leaseId());
        }
      }
      case Release release -> held.remove(release.leaseId());
    }
  }
}
