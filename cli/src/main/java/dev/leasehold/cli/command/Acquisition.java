package dev.leasehold.cli.command;

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
import dev.leasehold.cli.terminal.Text;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * A lease is asked for and perhaps waited for, until somebody has had enough. A person who has to
 * wait is told what for.
 */
public final class Acquisition {

  private static final Address LEASES = Address.of("/v1/leases");

  /** Before a server that went away is asked again. */
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final Body body;
  private final Fields asked;
  private final Api api;
  private final Surroundings surroundings;
  private final String requestId;

  private Acquisition(
      Body body, Fields asked, Api api, Surroundings surroundings, String requestId) {
    this.body = body;
    this.asked = asked;
    this.api = api;
    this.surroundings = surroundings;
    this.requestId = requestId;
  }

  /**
   * It has an id in any case, by which it is found when it is not wanted any more.
   *
   * @param body of the request
   */
  public static Acquisition of(Body body, Api api, Surroundings surroundings) throws IOException {
    Fields asked = Fields.parse(body.json());
    String requestId = asked.text("requestId");
    return new Acquisition(
        body,
        asked,
        api,
        surroundings,
        requestId.isEmpty() ? "cli-" + UUID.randomUUID() : requestId);
  }

  /**
   * Sends it, and gives it up if this process is told to end meanwhile. A request that its caller
   * has named may be sent again by the same caller, who keeps the place.
   */
  Reply sendUnlessEnded() throws IOException {
    if (asked.has("requestId")) {
      return send();
    }
    try (GivingUp onSignal = GivingUp.onSignal(this)) {
      return send();
    }
  }

  /** Returns the lease when it is granted. */
  public Reply send() throws IOException {
    try {
      return sendOrQueue();
    } catch (CallFailedException e) {
      throw advised(e);
    }
  }

  /** The server refuses a wait because of others' leases only if one's own is among them. */
  private CallFailedException advised(CallFailedException e) {
    Problem problem = e.problem();
    if (e.exit() != Exit.HELD || problem == null || problem.conflicts().isEmpty()) {
      return e;
    }
    String advice =
        waits()
            ? "one of these is your own, and nobody waits for oneself; workers that share a token"
                + " are told apart by --session"
            : "wait for it with --wait, or ask them to release it";
    String blockers = Problem.blockers(problem.conflicts(), problem.now());
    return new CallFailedException(problem, Text.harmless(blockers + "; " + advice));
  }

  private Reply sendOrQueue() throws IOException {
    Body named = body.without("requestId").with("requestId", requestId);
    if (!waits()) {
      return api.post(LEASES, named);
    }
    // What has a name of its caller's, request or lease, is not sent in another form.
    if (!surroundings.errIsTerminal() || asked.has("requestId") || asked.has("leaseId")) {
      return await(named);
    }
    try {
      // Who is in the way is known from a refusal alone.
      return api.post(LEASES, named.without("wait"));
    } catch (CallFailedException e) {
      Problem problem = e.problem();
      if (e.exit() != Exit.HELD || problem == null || problem.conflicts().isEmpty()) {
        throw e;
      }
      try (Progress progress = Progress.begin(problem, surroundings)) {
        return await(named);
      }
    }
  }

  private boolean waits() {
    return asked.has("wait");
  }

  /** Comes back to a server that was restarted meanwhile, which keeps the place for a while. */
  private Reply await(Body named) throws IOException {
    Duration wait = Durations.parse(asked.text("wait"));
    long end = System.nanoTime() + (wait == null ? 0 : wait.toNanos());
    boolean arrived = false;
    while (true) {
      try {
        return api.postAndWait(LEASES, named, wait);
      } catch (CallFailedException e) {
        arrived |= !(e.getCause() instanceof ConnectException);
        if (e.exit() != Exit.UNAVAILABLE || !arrived || System.nanoTime() >= end) {
          throw e;
        }
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  /** Gives up the place in the queue, or the lease if it was granted just now. */
  public void giveUp() throws IOException {
    Address mine =
        Address.of("/v1/leases")
            .with("requestId", requestId)
            .with("state", "PENDING")
            .with("state", "ACTIVE");
    for (Fields lease : api.get(mine).fields().objects("leases")) {
      GivingUp.release(api, lease.text("leaseId"));
    }
  }
}
