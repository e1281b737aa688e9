package dev.leasehold.kernel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The place of one remembered lease in the state: its present value and its links. */
final class Holding implements Comparable<Holding> {

  private static final int FORGOTTEN = -2;

  Lease lease;
  final Space space;
  final Holder holder;

  /** Where {@link Deadlines} has it; negative if time can change it no more. */
  int deadlineIndex = -1;

  /** Neighbours among the holder's leases, in the order of their grants. */
  @Nullable Holding earlier;

  @Nullable Holding later;

  /** What few leases have. */
  private @Nullable Extras extras;

  private static final class Extras {
    final List<RequestKey> requests = new ArrayList<>(1);
    boolean callersId;
  }

  Holding(Lease lease, Space space, Holder holder) {
    this.lease = lease;
    this.space = space;
    this.holder = holder;
  }

  /** By age: the order of the grants. */
  @Override
  public int compareTo(Holding other) {
    return Long.compare(lease.fencingToken(), other.lease.fencingToken());
  }

  private Extras extras() {
    Extras present = extras;
    if (present == null) {
      present = new Extras();
      extras = present;
    }
    return present;
  }

  void markCallersId() {
    extras().callersId = true;
  }

  boolean hasCallersId() {
    return extras != null && extras.callersId;
  }

  void forget() {
    deadlineIndex = FORGOTTEN;
  }

  boolean isForgotten() {
    return deadlineIndex == FORGOTTEN;
  }

  /** The requests that made or changed it, the one that made it first. */
  List<RequestKey> requests() {
    return extras == null ? List.of() : extras.requests;
  }

  void addRequest(RequestKey key) {
    extras().requests.add(key);
  }

  /** How many of its requests changed it, the one that made it not counted. */
  int changeCount() {
    return Math.max(0, requests().size() - firstChange());
  }

  /** Drops the oldest request that changed it; the one that made it stays. */
  RequestKey dropOldestChange() {
    return extras().requests.remove(firstChange());
  }

  private int firstChange() {
    return lease.requestId().isEmpty() ? 0 : 1;
  }
}
