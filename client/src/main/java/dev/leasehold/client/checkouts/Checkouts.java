package dev.leasehold.client.checkouts;

import dev.leasehold.api.v1.CompleteLeaseRequest;
import dev.leasehold.api.v1.HistoryEvent;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import dev.leasehold.api.v1.RequestExtensionRequest;
import dev.leasehold.api.v1.RevokeLeaseRequest;
import dev.leasehold.api.v1.ValidateLeaseRequest;
import dev.leasehold.client.Acquisition;
import dev.leasehold.client.LeaseFinder;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.RefusedException;
import java.time.Duration;
import java.util.List;

/**
 * Projects that people check out, work on for up to three days, and check in. Safe for threads.
 *
 * <pre>{@code
 * Checkouts checkouts = Checkouts.of(client);
 * Lease mine = checkouts.checkOut("website", List.of("/docs/**"), "4f2a91c");
 * ...
 * checkouts.checkIn(mine.getLeaseId(), "9b1c44e");
 * }</pre>
 *
 * <p>A check-out outlives the program that made it, so it is a plain lease and not a held one: it
 * is not renewed, and ends by itself after 72 hours. The user is whoever the client's token names.
 * Two hours before the end the user gets a reminder; {@link LeaseholdClient#onNotice} hears it.
 *
 * <p>Compiled example: {@code CheckoutsExample} in the tests of this module.
 */
public final class Checkouts {

  private static final String POLICY = "checkout";

  private static final String EVERYTHING = "/**";

  /** The label that carries the commit that the work began with. */
  public static final String BASE_COMMIT = "baseCommit";

  private final LeaseholdClient client;
  private final String policy;

  private Checkouts(LeaseholdClient client, String policy) {
    this.client = client;
    this.policy = policy;
  }

  /** The check-outs of whoever the client's token names. */
  public static Checkouts of(LeaseholdClient client) {
    return of(client, POLICY);
  }

  /**
   * The check-outs of whoever the client's token names, under other terms.
   *
   * @param policy one that is based on {@code checkout}
   */
  public static Checkouts of(LeaseholdClient client, String policy) {
    return new Checkouts(client, policy);
  }

  /**
   * Checks a whole project out.
   *
   * @param project the space of the project
   * @throws RefusedException with {@code ALREADY_LEASED} or {@code SCOPE_OVERLAP} if somebody has
   *     the project or some of it
   */
  public Lease checkOut(String project, String baseCommit) {
    return checkOut(project, List.of(EVERYTHING), baseCommit);
  }

  /**
   * Checks some of a project out.
   *
   * @param scope patterns, such as {@code /docs/**} for all that is in a directory, {@code
   *     /docs/*.md} for some of it, or {@code /docs/api.md}
   * @throws RefusedException with {@code SCOPE_OVERLAP} or {@code ALREADY_LEASED} if somebody has
   *     some of it
   */
  public Lease checkOut(String project, List<String> scope, String baseCommit) {
    return acquisition(project, scope, baseCommit).acquire();
  }

  /** Checks some of a project out for a shorter or longer time than 72 hours. */
  public Lease checkOut(String project, List<String> scope, String baseCommit, Duration duration) {
    return acquisition(project, scope, baseCommit).ttl(duration).acquire();
  }

  private Acquisition acquisition(String project, List<String> scope, String baseCommit) {
    Acquisition acquisition = client.lease(project).policy(policy).label(BASE_COMMIT, baseCommit);
    scope.forEach(pattern -> acquisition.glob(LeaseFinder.rooted(pattern)));
    return acquisition;
  }

  /**
   * Checks whether the check-out stands. The reply says whose it is ({@code getHolder}), who alone
   * may check in under it, how much time is left ({@code getRemaining}) and what may be changed
   * ({@code getScopeList}).
   *
   * @throws RefusedException with {@code LEASE_EXPIRED}, {@code LEASE_EVICTED} (the reason is in
   *     the notice that comes with it, and in {@link #status}), {@code LEASE_ALREADY_TERMINAL}
   *     after a check-in, {@code NOT_HOLDER} if it is another user's and agents see their own
   *     leases only
   */
  public Lease validate(String leaseId) {
    return client.validate(ValidateLeaseRequest.newBuilder().setLeaseId(leaseId).build());
  }

  /** Checks whether the check-out stands and this file may be changed under it. */
  public Lease validate(String leaseId, String path) {
    return client.validate(
        ValidateLeaseRequest.newBuilder()
            .setLeaseId(leaseId)
            .setPath(LeaseFinder.rooted(path))
            .build());
  }

  /**
   * The work is done and ended in this commit. Others can have the scope at once.
   *
   * @throws RefusedException as {@link #validate(String)}, and with {@code NOT_HOLDER} if it is
   *     another user's
   */
  public Lease checkIn(String leaseId, String commit) {
    return client.complete(
        CompleteLeaseRequest.newBuilder().setLeaseId(leaseId).setCommit(commit).build());
  }

  /**
   * Asks admins to let the check-out last longer. What they decide comes as a notice.
   *
   * @param longer counted from the end that it has when it is approved
   * @param because what it is for, for whoever decides
   * @return the id of the request
   * @throws RefusedException as {@link #checkIn}, and with {@code NOT_RENEWABLE} if the policy
   *     allows no extensions, as {@code checkout} does not: then there is only to check in early
   */
  public String requestExtension(String leaseId, Duration longer, String because) {
    RequestExtensionRequest request =
        RequestExtensionRequest.newBuilder()
            .setLeaseId(leaseId)
            .setTtl(
                com.google.protobuf.Duration.newBuilder()
                    .setSeconds(longer.getSeconds())
                    .setNanos(longer.getNano()))
            .setJustification(because)
            .build();
    return client.requestExtension(request).getExtensionRequestId();
  }

  /** Gives the check-out back without a check-in. */
  public Lease giveUp(String leaseId) {
    return client.release(ReleaseLeaseRequest.newBuilder().setLeaseId(leaseId).build());
  }

  /** The check-out as it is, also after its end. */
  public Lease status(String leaseId) {
    return client.get(leaseId);
  }

  /**
   * The active check-outs of a user, under all policies.
   *
   * @throws RefusedException with {@code FORBIDDEN} if an agent asks about another, and agents see
   *     their own leases only
   */
  public List<Lease> ofUser(String user) {
    return active(ListLeasesRequest.newBuilder().setHolder(user));
  }

  /**
   * The active check-outs in a project, under all policies and as far as the caller may see them.
   */
  public List<Lease> inProject(String project) {
    return active(ListLeasesRequest.newBuilder().setSpace(project));
  }

  /** Under whatever policy: only check-outs have a type. */
  private List<Lease> active(ListLeasesRequest.Builder request) {
    return LeaseFinder.all(client, request.addState(Lease.State.ACTIVE).build()).stream()
        .filter(lease -> !lease.getCheckoutType().isEmpty())
        .toList();
  }

  /** Takes a check-out away at once; for admins. Its user is told the reason. */
  public Lease evict(String leaseId, String reason) {
    return client.revoke(
        RevokeLeaseRequest.newBuilder().setLeaseId(leaseId).setReason(reason).build());
  }

  /** Takes a check-out away when the notice is over, which its user hears of now; for admins. */
  public Lease evict(String leaseId, String reason, Duration notice) {
    return client.revoke(
        RevokeLeaseRequest.newBuilder()
            .setLeaseId(leaseId)
            .setReason(reason)
            .setNotice(
                com.google.protobuf.Duration.newBuilder()
                    .setSeconds(notice.getSeconds())
                    .setNanos(notice.getNano()))
            .build());
  }

  /** All that happened to the check-out, in order: who did what, when, and what it was then. */
  public List<HistoryEvent> lifecycle(String leaseId) {
    return LeaseFinder.history(client, leaseId);
  }
}
