package dev.leasehold.client.workflows;

import dev.leasehold.client.Acquisition;
import dev.leasehold.client.LeaseFinder;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.RefusedException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Workflows that have one owner at a time. Safe for threads.
 *
 * <pre>{@code
 * Workflows workflows = Workflows.in(client, "orders");
 * try (OwnedWorkflow order = workflows.own("order-4711")) {
 *   Action charge = order.emit(Action.of(Action.Type.EFFECT, "payments", payload));
 *   order.advance();
 * }
 * }</pre>
 *
 * <p>Whatever the owner emits carries lease id, epoch and fence path, and whoever carries it out
 * checks them with a {@link dev.leasehold.client.guard.Guard}. So an owner that was replaced,
 * paused or cut off can do no harm, however late its actions arrive.
 *
 * <p>Compiled example: {@code WorkflowsExample} in the tests of this module.
 */
public final class Workflows {

  private static final String POLICY = "workflow";

  private static final Duration TTL = Duration.ofMinutes(5);

  /** The time left at which the lease is renewed. */
  private static final Duration RENEWED_BELOW = Duration.ofMinutes(1);

  private static final double SHORT_LEASES_RENEWED_AFTER = 1.0 / 3;

  private final LeaseholdClient client;
  private final String space;
  private final Duration ttl;
  private final Consumer<Action> sink;

  private Workflows(LeaseholdClient client, String space, Duration ttl, Consumer<Action> sink) {
    this.client = client;
    this.space = space;
    this.ttl = ttl;
    this.sink = sink;
  }

  /**
   * The workflows of one space. Actions are returned to the owners that emit them and go nowhere
   * else.
   */
  public static Workflows in(LeaseholdClient client, String space) {
    return new Workflows(client, space, TTL, action -> {});
  }

  /**
   * A copy whose actions go somewhere, such as to a queue. The sink is called by {@link
   * OwnedWorkflow#emit}, on the thread of its caller.
   */
  public Workflows emittingTo(Consumer<Action> newSink) {
    return new Workflows(client, space, ttl, newSink);
  }

  /** A copy with another ttl than 300 seconds: how soon the workflow of a dead owner is free. */
  public Workflows withTtl(Duration newTtl) {
    return new Workflows(client, space, newTtl, sink);
  }

  /**
   * Becomes the owner of a workflow, and stays it until closed, handed off or lost.
   *
   * @throws RefusedException with {@code ALREADY_LEASED} if it has an owner
   */
  public OwnedWorkflow own(String workflowId) {
    return new OwnedWorkflow(workflowId, acquisition(workflowId).hold(), sink);
  }

  /** Becomes the owner of a workflow; waits for the present owner to let go, or to be gone. */
  public OwnedWorkflow own(String workflowId, Duration waitAtMost) {
    return new OwnedWorkflow(
        workflowId, acquisition(workflowId).waitAtMost(waitAtMost).hold(), sink);
  }

  /** Becomes the owner unless somebody is. */
  public Optional<OwnedWorkflow> tryOwn(String workflowId) {
    return acquisition(workflowId)
        .tryHold()
        .map(lease -> new OwnedWorkflow(workflowId, lease, sink));
  }

  /**
   * Goes on as the owner of a workflow that another has handed off to the caller.
   *
   * @param leaseId of the new lease, from {@link OwnedWorkflow#handOff} or the notice of it
   */
  public OwnedWorkflow takeOver(String workflowId, String leaseId) {
    return new OwnedWorkflow(workflowId, client.keep(leaseId), sink);
  }

  private Acquisition acquisition(String workflowId) {
    return client
        .lease(space)
        .policy(POLICY)
        .path(LeaseFinder.rooted(workflowId))
        .ttl(ttl)
        .renewalFraction(renewAfter(ttl));
  }

  /** The part of the ttl after which a minute is left, or a fixed part for a short ttl. */
  static double renewAfter(Duration ttl) {
    double untilThen = 1 - (double) RENEWED_BELOW.toNanos() / ttl.toNanos();
    return Math.max(untilThen, SHORT_LEASES_RENEWED_AFTER);
  }
}
