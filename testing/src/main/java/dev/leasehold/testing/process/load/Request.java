package dev.leasehold.testing.process.load;

import dev.leasehold.testing.process.server.Api;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Something that a client of the load asks for. Sent again, it is the same request. */
public sealed interface Request {

  /** The space that all of the load contends in. */
  String SPACE = "load";

  String caller();

  String requestId();

  String target();

  Map<String, ?> body();

  record Acquire(String caller, String requestId, String scope, String mode, long ttlMillis)
      implements Request {

    @Override
    public String target() {
      return "/v1/leases";
    }

    @Override
    public Map<String, ?> body() {
      return Map.of(
          "requestId", requestId,
          "space", SPACE,
          "scope", List.of(scope),
          "mode", mode,
          "ttl", ttlMillis + "ms");
    }
  }

  record Renew(String caller, String requestId, String leaseId, long ttlMillis) implements Request {

    @Override
    public String target() {
      return "/v1/leases/" + leaseId + ":renew";
    }

    @Override
    public Map<String, ?> body() {
      return Map.of("requestId", requestId, "ttl", ttlMillis + "ms");
    }
  }

  record Release(String caller, String requestId, String leaseId) implements Request {

    @Override
    public String target() {
      return "/v1/leases/" + leaseId + ":release";
    }

    @Override
    public Map<String, ?> body() {
      return Map.of("requestId", requestId);
    }
  }

  /** Sends it and says what came of it. */
  default Attempt send(Api api) {
    long sent = System.nanoTime();
    Outcome outcome;
    try {
      outcome = Outcome.of(api.post(target(), body()));
    } catch (IOException e) {
      outcome = new Outcome.Unknown();
    }
    return new Attempt(this, sent, System.nanoTime(), outcome);
  }
}
