package dev.leasehold.client.recipes;

import dev.leasehold.client.HeldLease;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts how often each thread has entered, and under which lease. A thread sees and changes its
 * own.
 */
final class ThreadHolds {

  private record Hold(HeldLease lease, int entries) {}

  private final Map<Thread, Hold> holds = new ConcurrentHashMap<>();

  /**
   * Enters once more if the calling thread is in already.
   *
   * @throws dev.leasehold.client.LeaseLostException if it is in, under a lease that it has lost
   */
  boolean reenter() {
    Hold hold = holds.get(Thread.currentThread());
    if (hold == null) {
      return false;
    }
    hold.lease.ensureHeld();
    holds.put(Thread.currentThread(), new Hold(hold.lease, Math.addExact(hold.entries, 1)));
    return true;
  }

  void enter(HeldLease lease) {
    holds.put(Thread.currentThread(), new Hold(lease, 1));
  }

  boolean isIn() {
    return holds.containsKey(Thread.currentThread());
  }

  /**
   * Leaves once, and returns the lease if that was for good.
   *
   * @throws IllegalMonitorStateException if the calling thread is not in
   */
  Optional<HeldLease> leave() {
    Hold hold = hold();
    if (hold.entries > 1) {
      holds.put(Thread.currentThread(), new Hold(hold.lease, hold.entries - 1));
      return Optional.empty();
    }
    holds.remove(Thread.currentThread());
    return Optional.of(hold.lease);
  }

  /**
   * The lease that the calling thread is in under.
   *
   * @throws IllegalMonitorStateException if it is not in
   */
  HeldLease lease() {
    return hold().lease;
  }

  private Hold hold() {
    Hold hold = holds.get(Thread.currentThread());
    if (hold == null) {
      throw new IllegalMonitorStateException(
          "thread " + Thread.currentThread().getName() + " has not locked this");
    }
    return hold;
  }
}
