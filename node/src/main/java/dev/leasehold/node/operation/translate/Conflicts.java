package dev.leasehold.node.operation.translate;

import static dev.leasehold.node.operation.translate.WireTime.time;

import dev.leasehold.api.v1.Conflict;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.RareProperties;
import dev.leasehold.kernel.view.TextSize;
import java.util.List;

/**
 * Words the leases in the way of a caller, as much of each as the kernel has left of it. Leases
 * that would make a reply too large are left out before they are worded: a small request must not
 * cost much.
 */
public final class Conflicts {

  /** The label that says how to reach the holder, which is told of the largest lease, too. */
  private static final String CONTACT = "contact";

  private final String caller;
  private final boolean seesLeasesOfOthers;
  private long charactersLeft = Limits.MAX_CONFLICT_CHARACTERS;

  private Conflicts(String caller, boolean seesLeasesOfOthers) {
    this.caller = caller;
    this.seesLeasesOfOthers = seesLeasesOfOthers;
  }

  public static List<Conflict> of(
      List<dev.leasehold.kernel.view.Lease> inTheWay, String caller, boolean seesLeasesOfOthers) {
    Conflicts words = new Conflicts(caller, seesLeasesOfOthers);
    return inTheWay.stream().map(words::of).toList();
  }

  private Conflict of(dev.leasehold.kernel.view.Lease lease) {
    Conflict.Builder wire =
        Conflict.newBuilder()
            .setLeaseId(lease.id())
            .setHolder(lease.holder())
            .setState(LeaseReplies.state(lease.state()))
            .setMode(Lease.Mode.valueOf(lease.mode().name()))
            .setConverting(lease.isConverting())
            .setOwn(lease.isHeldBy(caller))
            .setAskable(seesLeasesOfOthers && !lease.isHeldBy(caller));
    long characters = TextSize.of(lease.scope(), lease.labels(), null);
    if (characters <= charactersLeft) {
      charactersLeft -= characters;
      wire.addAllScope(lease.scope().patternTexts()).putAllLabels(lease.labels());
    } else {
      wire.addAllScope(lease.scope().patternTexts(1)).setScopeLeftOut(lease.scope().size() - 1);
      String contact = lease.labels().get(CONTACT);
      if (contact != null) {
        wire.putLabels(CONTACT, contact);
      }
      wire.setLabelsLeftOut(lease.labels().size() - wire.getLabelsCount());
    }
    if (lease.deadlineTick() != 0) {
      wire.setExpiresAt(time(endWallNanos(lease)));
    }
    return wire.build();
  }

  /** When it makes room, for those who are kept out: perhaps before its ttl is over. */
  private static long endWallNanos(dev.leasehold.kernel.view.Lease lease) {
    RareProperties more = lease.rare();
    long tick = lease.deadlineTick();
    tick = more.announcedEnd() == null ? tick : Math.min(tick, more.announcedEnd().tick());
    tick = more.delayedRelease() == null ? tick : Math.min(tick, more.delayedRelease().tick());
    return lease.expiresWallNanos() - (lease.deadlineTick() - tick);
  }
}
