package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.PlannedEnd;
import dev.leasehold.kernel.view.QueuePlace;
import dev.leasehold.kernel.view.RareProperties;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells states apart. A snapshot holds positions and ticks, which grow for ever, so that no two
 * ways would meet again. The further course of a state depends on their order and on their distance
 * from now alone; so a key names ticks by their distance and positions by their rank, and leaves
 * out what is only told to people. It is made of what the kernel shows and, for what it does not
 * show (request ids, reservations, grants nobody has claimed), of what the events say.
 */
final class StateKey {

  private final VisibleState view;
  private final HiddenState unshown;
  private final StringBuilder text = new StringBuilder();

  private StateKey(VisibleState view, HiddenState unshown) {
    this.view = view;
    this.unshown = unshown;
  }

  static String of(VisibleState view, HiddenState unshown, Set<String> requestIds) {
    StateKey key = new StateKey(view, unshown);
    view.leases().forEach(key::add);
    key.text.append(view.pools());
    unshown
        .reservations()
        .forEach(
            (id, aside) ->
                key.put(id, aside.leaseId(), aside.amounts(), key.distance(aside.deadlineTick())));
    unshown.questions().forEach(key::question);
    key.put(requestIds);
    return hash(key.text.toString());
  }

  static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(Arrays.copyOf(digest, 12));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private void add(Lease lease) {
    RareProperties more = lease.rare();
    put(lease.id(), lease.state(), lease.mode(), lease.party(), more.parentId(), lease.budget());
    if (lease.state() == LeaseState.PENDING) {
      place(more.place());
    } else if (lease.state() == LeaseState.ACTIVE) {
      put(distance(lease.deadlineTick()), lease.ttlNanos(), lease.epoch(), more.reminded());
      put(lease.maxRenewals() < 0 ? -1 : lease.maxRenewals() - lease.renewalCount());
      put(more.heartbeatNanos() == 0 ? 0 : distance(more.heartbeatDeadlineTick()));
      planned(more.announcedEnd());
      planned(more.delayedRelease());
      place(more.place());
      put(rank(lease.fencingToken(), view.leases().stream().map(Lease::fencingToken).toList()));
      put(unshown.isUnclaimed(lease.id()));
    } else if (lease.isInGrace() && lease.ending() != null) {
      put(distance(lease.ending().graceEndTick()), lease.ttlNanos(), lease.epoch());
    }
  }

  /** A question that counts no more is as good as none. */
  private void question(String askerAndLease, long tick) {
    if (tick + Limits.ASK_EVERY_NANOS > view.now()) {
      put(askerAndLease, distance(tick));
    }
  }

  private void planned(@Nullable PlannedEnd end) {
    if (end != null) {
      put("ends", distance(end.tick()), end.state());
    }
  }

  private void place(@Nullable QueuePlace place) {
    if (place != null) {
      List<Long> places =
          view.leases().stream()
              .map(lease -> lease.rare().place())
              .map(other -> other == null ? 0 : other.position())
              .toList();
      put(
          "waits",
          distance(place.sinceTick()),
          distance(place.deadlineTick()),
          place.priority(),
          rank(place.position(), places));
    }
  }

  private static long rank(long value, List<Long> among) {
    return among.stream().filter(other -> other != 0 && other < value).count();
  }

  private long distance(long tick) {
    return tick - view.now();
  }

  private void put(@Nullable Object... parts) {
    for (Object part : parts) {
      text.append(part).append(' ');
    }
    text.append('\n');
  }
}
