package dev.leasehold.node.deliver;

import dev.leasehold.node.publish.RecentlyUsedMap;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * Limits how often something is done for one name, so that nobody fills the mailbox of another by
 * asking for messages again and again. Safe for any thread.
 */
final class RateLimit {

  private static final int MAX_NAMES = 10_000;

  private final int most;
  private final long withinNanos;
  private final Map<String, Deque<Long>> byName = new RecentlyUsedMap<>(MAX_NAMES);

  RateLimit(int most, long withinNanos) {
    this.most = most;
    this.withinNanos = withinNanos;
  }

  synchronized boolean allows(String name, long nowNanos) {
    Deque<Long> done = byName.computeIfAbsent(name, unknown -> new ArrayDeque<>());
    while (!done.isEmpty() && nowNanos - done.getFirst() >= withinNanos) {
      done.removeFirst();
    }
    return done.size() < most && done.add(nowNanos);
  }
}
