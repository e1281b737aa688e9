package dev.leasehold.kernel.policy;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The work items, tools and namespaces that a holder may use under a lease. A list allows what it
 * names and an empty one nothing; a namespace allows itself and what lies below it, by whole
 * segments.
 */
public record Authority(
    SortedSet<String> workIds, SortedSet<String> tools, SortedSet<String> namespaces) {

  public Authority {
    workIds = Collections.unmodifiableSortedSet(new TreeSet<>(workIds));
    tools = Collections.unmodifiableSortedSet(new TreeSet<>(tools));
    namespaces = Collections.unmodifiableSortedSet(new TreeSet<>(namespaces));
  }

  public static Authority of(List<String> workIds, List<String> tools, List<String> namespaces) {
    return new Authority(new TreeSet<>(workIds), new TreeSet<>(tools), new TreeSet<>(namespaces));
  }

  public boolean allowsWork(String workId) {
    return workIds.contains(workId);
  }

  public boolean allowsTool(String tool) {
    return tools.contains(tool);
  }

  public boolean allowsNamespace(String namespace) {
    for (int end = namespace.length(); end > 0; end = namespace.lastIndexOf('/', end - 1)) {
      if (namespaces.contains(namespace.substring(0, end))) {
        return true;
      }
    }
    return false;
  }

  /** Whether the other allows nothing that this does not. */
  public boolean contains(Authority other) {
    return workIds.containsAll(other.workIds)
        && tools.containsAll(other.tools)
        && other.namespaces.stream().allMatch(this::allowsNamespace);
  }
}
