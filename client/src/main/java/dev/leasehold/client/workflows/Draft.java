package dev.leasehold.client.workflows;

import dev.leasehold.client.HeldLease;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * An action that nobody has emitted yet: all of it but the lease and the epoch. Immutable; every
 * emission of it is the same action, with the same id. See {@link Action} for the fields.
 */
public record Draft(
    UUID actionId,
    Action.Type type,
    String target,
    Map<String, Object> payload,
    List<UUID> dependencies,
    int priority,
    Duration timeout,
    int retries) {

  private static final int DEFAULT_PRIORITY = 5;

  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

  public Draft {
    ActionLimits.checkTarget(target);
    payload = Payload.frozen(payload);
    dependencies = ActionLimits.checkDependencies(actionId, dependencies);
    ActionLimits.checkPriority(priority);
    ActionLimits.checkTimeout(timeout);
    ActionLimits.checkRetries(retries);
  }

  /**
   * A draft with an id of its own, priority 5, a time-out of 30 seconds, no dependencies and no
   * retries.
   */
  public static Draft of(Action.Type type, String target, Map<String, ?> payload) {
    return new Draft(
        UUID.randomUUID(),
        type,
        target,
        Payload.frozen(payload),
        List.of(),
        DEFAULT_PRIORITY,
        DEFAULT_TIMEOUT,
        0);
  }

  public Draft withActionId(UUID id) {
    return new Draft(id, type, target, payload, dependencies, priority, timeout, retries);
  }

  /** Makes the action depend on these, instead of on those that it depended on before. */
  public Draft after(Action... others) {
    List<UUID> ids = Arrays.stream(others).map(Action::actionId).toList();
    return new Draft(actionId, type, target, payload, ids, priority, timeout, retries);
  }

  public Draft withPriority(int newPriority) {
    return new Draft(actionId, type, target, payload, dependencies, newPriority, timeout, retries);
  }

  public Draft withTimeout(Duration newTimeout) {
    return new Draft(actionId, type, target, payload, dependencies, priority, newTimeout, retries);
  }

  public Draft withRetries(int newRetries) {
    return new Draft(actionId, type, target, payload, dependencies, priority, timeout, newRetries);
  }

  /** The action, under a lease that its caller has made sure of. */
  Action under(HeldLease lease) {
    return new Action(
        actionId,
        type,
        target,
        payload,
        dependencies,
        priority,
        timeout,
        lease.leaseId(),
        lease.epoch(),
        lease.fencePath(),
        retries);
  }
}
