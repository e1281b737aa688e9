package dev.leasehold.node.operation.translate;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.IdScheme;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.node.sequence.DurableBlock;
import dev.leasehold.node.sequence.DurableListener;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * New lease ids, in the form that the policy wants. Policies are known from when they are durable,
 * which is before anybody is told of them.
 */
public final class LeaseIds implements DurableListener {

  private static final Pattern ULID_FORM = Pattern.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}");

  private final Map<String, Policy> policies = new ConcurrentHashMap<>();

  /**
   * @param known the policies that there are already
   */
  public LeaseIds(List<Policy> known) {
    known.forEach(this::learn);
  }

  private void learn(Policy policy) {
    policies.put(policy.name(), policy);
  }

  @Override
  public void onDurableFacts(DurableBlock block) {
    for (Event event : block.events()) {
      if (event instanceof AdminEvent.PolicyAdded added) {
        learn(added.policy());
      }
    }
  }

  /** A policy that does not exist is refused later, whatever the id. */
  String next(String policy) {
    Policy known = policies.get(policy);
    return next(known == null ? IdScheme.UUID : known.idScheme());
  }

  private static String next(IdScheme scheme) {
    return switch (scheme) {
      case UUID, CALLER_OR_UUID -> UUID.randomUUID().toString();
      case ULID -> UlidCreator.getMonotonicUlid().toString();
    };
  }

  /** A new id in the form of another lease's, for a lease that comes from it. */
  static String nextLike(String leaseId) {
    return next(ULID_FORM.matcher(leaseId).matches() ? IdScheme.ULID : IdScheme.UUID);
  }
}
