package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Problem;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.IOException;
import java.util.UUID;

/** A lease is taken, and a person who has to wait for it is told what for. */
public final class Acquisition {

  private static final Address LEASES = Address.of("/v1/leases");

  private Acquisition() {}

  public static Reply of(LeaseOptions options, Api api, Surroundings surroundings)
      throws IOException {
    Body body = options.body(surroundings);
    if (!options.waits()) {
      return api.post(LEASES, body);
    }
    // A request with a name may be sent again by whoever named it, who keeps the place.
    if (options.hasRequestId()) {
      return api.postAndWait(LEASES, body, options.longestWait());
    }
    String requestId = "acquire-" + UUID.randomUUID();
    try (GivingUp onSignal = GivingUp.onSignal(api, requestId)) {
      return waitFor(options, body, requestId, api, surroundings);
    }
  }

  private static Reply waitFor(
      LeaseOptions options, Body body, String requestId, Api api, Surroundings surroundings)
      throws IOException {
    Body waiting = body.with("requestId", requestId);
    // An id of the lease's own is not taken twice.
    if (!surroundings.errIsTerminal() || options.isNamed()) {
      return api.postAndWait(LEASES, waiting, options.longestWait());
    }
    try {
      return api.post(LEASES, body.without("wait"));
    } catch (CallFailedException e) {
      Problem problem = e.problem();
      if (e.exit() != Exit.HELD || problem == null || problem.conflicts().isEmpty()) {
        throw e;
      }
      try (Progress progress = Progress.begin(problem, surroundings)) {
        return api.postAndWait(LEASES, waiting, options.longestWait());
      }
    }
  }
}
