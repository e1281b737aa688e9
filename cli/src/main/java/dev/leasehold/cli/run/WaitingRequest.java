package dev.leasehold.cli.run;

import dev.leasehold.cli.command.GivingUp;
import dev.leasehold.cli.command.LeaseOptions;
import dev.leasehold.cli.command.Progress;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Durations;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Problem;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;

/** A lease is asked for, and perhaps waited for until somebody has had enough. */
final class WaitingRequest {

  private static final Address LEASES = Address.of("/v1/leases");

  /** From the grant to when it is known here, and from the end of the command to its release. */
  private static final Duration LEEWAY = Duration.ofSeconds(30);

  private final LeaseOptions options;
  private final Api api;
  private final Surroundings surroundings;
  private final Body body;
  private final String requestId;

  private WaitingRequest(
      LeaseOptions options, Api api, Surroundings surroundings, Body body, String requestId) {
    this.options = options;
    this.api = api;
    this.surroundings = surroundings;
    this.body = body;
    this.requestId = requestId;
  }

  /**
   * It has an id in any case, by which it is found when it is not wanted any more. And it has a
   * session: two runs with one token are two workers, of whom one may wait for the other.
   *
   * @param atLeast how long it must be possible to keep others out, which no ttl may be shorter
   *     than
   */
  static WaitingRequest of(
      LeaseOptions options, Duration atLeast, Api api, Surroundings surroundings)
      throws IOException {
    Body body = options.body(surroundings);
    Fields given = Fields.parse(body.json());
    String requestId = "run-" + UUID.randomUUID();
    String session = given.text("session").isEmpty() ? requestId : given.text("session");
    body = body.with("requestId", requestId).with("session", session);
    Duration ttl = Durations.parse(given.text("ttl"));
    if (!atLeast.isZero() && (ttl == null || ttl.compareTo(atLeast) < 0)) {
      body = body.without("ttl").with("ttl", atLeast.plus(LEEWAY).toMillis() + "ms");
    }
    return new WaitingRequest(options, api, surroundings, body, requestId);
  }

  Reply send() throws IOException {
    if (!options.waits()) {
      return api.post(LEASES, body);
    }
    if (!surroundings.errIsTerminal() || options.isNamed()) {
      return api.postAndWait(LEASES, body, options.longestWait());
    }
    try {
      // Who is in the way is known from a refusal alone.
      return api.post(LEASES, body.without("wait").without("requestId"));
    } catch (CallFailedException e) {
      Problem problem = e.problem();
      if (e.exit() != Exit.HELD || problem == null || problem.conflicts().isEmpty()) {
        throw e;
      }
      try (Progress progress = Progress.begin(problem, surroundings)) {
        return api.postAndWait(LEASES, body, options.longestWait());
      }
    }
  }

  /** Gives up the place in the queue, or the lease if it was granted just now. */
  void cancel() throws IOException {
    GivingUp.of(api, requestId);
  }
}
