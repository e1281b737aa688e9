package dev.leasehold.client.workflows;

import dev.leasehold.client.guard.Act;
import dev.leasehold.client.guard.FencePath;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/**
 * Something that a workflow's owner wants done, with the proof that it was the owner's to want: the
 * lease, its epoch and its fence path at the time. Immutable; made by {@link OwnedWorkflow#emit}
 * out of a {@link Draft}, or read by whoever carries it out.
 *
 * @param actionId unique, what {@code dependencies} refer to
 * @param type the kind of step
 * @param target the party that is to carry it out, 1 to 100 characters
 * @param payload strings, numbers, booleans, lists and maps of them
 * @param dependencies actions that come before it
 * @param priority 1 to 10
 * @param timeout 100 ms to 300,000 ms, in whole milliseconds
 * @param leaseId of the lease it was emitted under
 * @param epoch of the workflow when it was emitted
 * @param fencePath of the lease: what a guard compares when lease ids have changed
 * @param retries how often it may be tried again, 0 to 10
 */
public record Action(
    UUID actionId,
    Type type,
    String target,
    Map<String, Object> payload,
    List<UUID> dependencies,
    int priority,
    Duration timeout,
    String leaseId,
    long epoch,
    List<Long> fencePath,
    int retries) {

  /** The kind of step that an action is. */
  public enum Type {
    COMPUTE,
    EFFECT,
    REDUCE,
    ORCHESTRATE,
    CUSTOM;

    /** The name as it is written in {@link Action#toMap}. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Action {
    ActionLimits.checkTarget(target);
    payload = Payload.frozen(payload);
    dependencies = ActionLimits.checkDependencies(actionId, dependencies);
    ActionLimits.checkPriority(priority);
    ActionLimits.checkTimeout(timeout);
    ActionLimits.checkRetries(retries);
    fencePath = List.copyOf(fencePath);
    Act.of(leaseId, epoch, new FencePath(fencePath));
  }

  /** Begins an action; a workflow's owner emits it. */
  public static Draft of(Type type, String target, Map<String, ?> payload) {
    return Draft.of(type, target, payload);
  }

  /** The claims that a guard checks: {@code guard.require(resource, action.act())}. */
  public Act act() {
    return Act.of(leaseId, epoch, new FencePath(fencePath));
  }

  /** The fields by name, with values that every JSON library writes. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("action_id", actionId.toString());
    map.put("type", type.text());
    map.put("target", target);
    map.put("payload", payload);
    map.put("dependencies", dependencies.stream().map(UUID::toString).toList());
    map.put("priority", priority);
    map.put("timeout_ms", timeout.toMillis());
    map.put("lease_id", leaseId);
    map.put("epoch", epoch);
    map.put("fence_path", fencePath);
    map.put("retries", retries);
    return map;
  }

  /**
   * Reads what {@link #toMap} has written.
   *
   * @throws IllegalArgumentException if a field is missing, out of bounds, of another kind, or not
   *     known
   */
  public static Action fromMap(Map<String, ?> map) {
    return new ActionReader(map).read();
  }
}
