package dev.leasehold.cli.acquire;

import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Problem;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * One acquire, with its wait if there is one, until it is granted, refused or given up. A person
 * who has to wait is told for what.
 */
public final class Acquisition {

  private static final Address LEASES = Address.of("/v1/leases");

  /** The one that is told, while it waits, for whom it waits. */
  public enum Telling {
    /** A person at a terminal. */
    TERMINAL,
    /** A reader of standard error, every now and then. */
    EVERYBODY,
    NOBODY
  }

  /** The pause before a server that went away is asked again. */
  private static final Duration PAUSE = Duration.ofMillis(500);

  private Body body;
  private final Fields asked;
  private final Api api;
  private final Surroundings surroundings;
  private final Telling telling;
  private final long beginNanos = System.nanoTime();

  /** The id of the request under way; another thread reads it to give the request up. */
  private volatile String requestId;

  private Acquisition(
      Body body,
      Fields asked,
      Api api,
      Surroundings surroundings,
      Telling telling,
      String requestId) {
    this.telling = telling;
    this.body = body;
    this.asked = asked;
    this.api = api;
    this.surroundings = surroundings;
    this.requestId = requestId;
  }

  /**
   * Prepares a request. It has an id in any case, by which it is found when it is given up.
   *
   * @param body of the request
   */
  public static Acquisition of(Body body, Api api, Surroundings surroundings) throws IOException {
    return of(body, api, surroundings, Telling.TERMINAL);
  }

  /** Prepares a request; {@code telling} says who is told for whom it waits. */
  public static Acquisition of(Body body, Api api, Surroundings surroundings, Telling telling)
      throws IOException {
    Fields asked = Fields.parse(body.json());
    String requestId = asked.text("requestId");
    return new Acquisition(
        body, asked, api, surroundings, telling, requestId.isEmpty() ? newId() : requestId);
  }

  private static String newId() {
    return "cli-" + UUID.randomUUID();
  }

  /**
   * Sends it, and gives it up if this process is told to end meanwhile. A request that its caller
   * has named may be sent again by the same caller, who keeps the place.
   */
  public Reply sendUnlessEnded() throws IOException {
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
      throw Conflicts.advised(e, waits());
    }
  }

  private Reply sendOrQueue() throws IOException {
    if (!waits()) {
      return api.post(LEASES, named());
    }
    while (true) {
      try {
        return queue();
      } catch (CallFailedException e) {
        if (!isRunOut(e) || isNamed()) {
          throw e;
        }
        if (!goesOn()) {
          throw ranOut();
        }
      }
    }
  }

  /** Whether the lease was granted, and ran out before that could be known here. */
  static boolean isRunOut(CallFailedException e) {
    Problem problem = e.problem();
    return problem != null && problem.code().equals("LEASE_EXPIRED");
  }

  static CallFailedException ranOut() {
    return new CallFailedException(
        Exit.TIMED_OUT,
        "the lease was granted and ran out before the server could say so, and then the wait was"
            + " over; ask again");
  }

  /** Whether the caller chose the id of the request or lease; then there is only one outcome. */
  private boolean isNamed() {
    return asked.has("requestId") || asked.has("leaseId");
  }

  /**
   * Whether it may be sent again, for a lease that ran out before it could be used: as another
   * request, for what is left of the wait.
   */
  public boolean goesOn() {
    Duration left = left();
    if (isNamed() || left.toMillis() < 1) {
      return false;
    }
    body = body.without("wait").with("wait", left);
    requestId = newId();
    return true;
  }

  /** The rest of the wait; nothing if there is none. */
  private Duration left() {
    Duration wait = asked.duration("wait");
    return wait == null
        ? Duration.ZERO
        : wait.minus(Duration.ofNanos(System.nanoTime() - beginNanos));
  }

  private Body named() {
    return body.without("requestId").with("requestId", requestId);
  }

  private Reply queue() throws IOException {
    Body named = named();
    if (!isShown() || isNamed()) {
      return await(named);
    }
    try {
      // Only a refusal names those in the way, so the first request does not wait.
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

  private boolean isShown() {
    return switch (telling) {
      case TERMINAL -> surroundings.errIsTerminal();
      case EVERYBODY -> true;
      case NOBODY -> false;
    };
  }

  private boolean waits() {
    return asked.has("wait");
  }

  /** Comes back to a server that was restarted meanwhile, which keeps the place for a while. */
  private Reply await(Body named) throws IOException {
    Duration wait = left();
    boolean arrived = false;
    while (true) {
      try {
        return api.postAndWait(LEASES, named, wait);
      } catch (CallFailedException e) {
        arrived |= !(e.getCause() instanceof ConnectException);
        if (e.exit() != Exit.UNAVAILABLE || !arrived || !left().isPositive()) {
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
