package dev.leasehold.kernel.state;

import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Policies by name, with all their versions: a lease keeps the one it was granted under. */
public final class PolicyBook {

  private final TreeMap<String, List<Policy>> versions = new TreeMap<>();
  private int added;

  PolicyBook() {
    for (Policy policy : Policy.BUILT_IN) {
      versions.put(policy.name(), List.of(policy));
    }
  }

  public @Nullable Policy newest(String name) {
    List<Policy> all = versions.get(name);
    return all == null ? null : all.get(all.size() - 1);
  }

  public List<Policy> newest() {
    return versions.values().stream().map(all -> all.get(all.size() - 1)).toList();
  }

  /** Says that there is no such policy, and which there are. */
  public Refusal noSuch(String field, String name) {
    return new InputRefusal.NoSuchPolicy(field, name, List.copyOf(versions.keySet()));
  }

  public Policy find(String name, int version) {
    List<Policy> all = versions.getOrDefault(name, List.of());
    if (version < 1 || version > all.size()) {
      throw new IllegalArgumentException("no policy " + name + " " + version);
    }
    return all.get(version - 1);
  }

  /**
   * Adds a policy. One that was added before a policy of its name was built in stays what leases
   * were granted under, and there is no built-in one of that name then.
   */
  public void add(Policy policy) {
    List<Policy> all = new ArrayList<>(versions.getOrDefault(policy.name(), List.of()));
    all.removeAll(Policy.BUILT_IN);
    if (policy.version() != all.size() + 1) {
      throw new IllegalArgumentException("no next version: " + policy.version());
    }
    all.add(policy);
    versions.put(policy.name(), List.copyOf(all));
    added++;
  }

  public int addedCount() {
    return added;
  }

  /** The policies that are not built in, in an order in which they can be added again. */
  public List<Policy> added() {
    return versions.values().stream()
        .flatMap(List::stream)
        .filter(policy -> !Policy.BUILT_IN.contains(policy))
        .toList();
  }
}
