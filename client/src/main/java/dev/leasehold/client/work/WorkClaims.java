package dev.leasehold.client.work;

import dev.leasehold.api.v1.Conflict;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.client.Acquisition;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseFinder;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.RefusedException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Work items that at most one worker at a time may claim. Safe for threads.
 *
 * <pre>{@code
 * WorkClaims claims = WorkClaims.in(client, "mail-queue");
 * try (HeldLease claim = claims.claim("job-17")) {
 *   send(claim.fencingToken(), mail);
 *   claims.complete(claim);
 * }
 * }</pre>
 *
 * <p>A claim is a lease under the policy {@code work}, signed by the registrar, and renewed until
 * it is closed or lost. It says who has an item, not that the item is done: once given back,
 * completed or not, the item can be claimed again. The owner of the list of items takes completed
 * ones off.
 *
 * <p>Compiled example: {@code WorkExample} in the tests of this module.
 */
public final class WorkClaims {

  private static final String POLICY = "work";

  private final LeaseholdClient client;
  private final String space;
  private final @Nullable Duration ttl;

  private WorkClaims(LeaseholdClient client, String space, @Nullable Duration ttl) {
    this.client = client;
    this.space = space;
    this.ttl = ttl;
  }

  /** The items of one space, for instance of one queue. */
  public static WorkClaims in(LeaseholdClient client, String space) {
    return new WorkClaims(client, space, null);
  }

  /** A copy with another ttl than 15 minutes: how soon the item of a dead worker is free. */
  public WorkClaims withTtl(Duration newTtl) {
    return new WorkClaims(client, space, newTtl);
  }

  /**
   * Claims an item.
   *
   * @throws RefusedException with {@code ALREADY_LEASED} if somebody has it, this worker included
   */
  public HeldLease claim(String workId) {
    return acquisition(workId).hold();
  }

  /** Claims an item unless somebody has it. */
  public Optional<HeldLease> tryClaim(String workId) {
    return acquisition(workId).tryHold();
  }

  /** Claims the first of the items that nobody has; empty if all of them are taken. */
  public Optional<HeldLease> claimFirst(List<String> workIds) {
    return workIds.stream().map(this::tryClaim).flatMap(Optional::stream).findFirst();
  }

  private Acquisition acquisition(String workId) {
    Acquisition acquisition = client.lease(space).policy(POLICY).path(LeaseFinder.rooted(workId));
    return ttl == null ? acquisition : acquisition.ttl(ttl);
  }

  /** Gives the item back: the work is done. */
  public Lease complete(HeldLease claim) {
    return claim.release("COMPLETED");
  }

  /** Gives the item back: the work has failed or was broken off. */
  public Lease abort(HeldLease claim) {
    return claim.release("ABORTED");
  }

  /** Gives the item back untouched. */
  public Lease giveBack(HeldLease claim) {
    return claim.release("VOLUNTARY");
  }

  /**
   * The lease that has the item, with holder and end; empty if it can be claimed. Everybody may
   * ask.
   */
  public Optional<Conflict> activeClaim(String workId) {
    return LeaseFinder.holderOf(client, space, LeaseFinder.rooted(workId));
  }

  public boolean hasActiveClaim(String workId) {
    return activeClaim(workId).isPresent();
  }

  /**
   * The claims of a worker.
   *
   * @throws RefusedException with {@code FORBIDDEN} if an agent asks about another, and agents see
   *     their own leases only
   */
  public List<Lease> claimsOf(String actor) {
    return LeaseFinder.all(client, active().setHolder(actor).build());
  }

  /** All claims that the caller may see. */
  public List<Lease> activeClaims() {
    return LeaseFinder.all(client, active().build());
  }

  private ListLeasesRequest.Builder active() {
    return ListLeasesRequest.newBuilder()
        .setSpace(space)
        .setPolicy(POLICY)
        .addState(Lease.State.ACTIVE);
  }
}
