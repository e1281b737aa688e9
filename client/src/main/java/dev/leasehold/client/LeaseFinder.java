package dev.leasehold.client;

import dev.leasehold.api.v1.CheckPathRequest;
import dev.leasehold.api.v1.Conflict;
import dev.leasehold.api.v1.GetHistoryRequest;
import dev.leasehold.api.v1.History;
import dev.leasehold.api.v1.HistoryEvent;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.ListLeasesResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Questions about leases that take more than one request, or whose answer may be that there is
 * none. Agents are told of the leases in their spaces, unless the server keeps each to its own;
 * auditors and admins of all. {@link #holderOf} tells everybody who keeps them out.
 */
public final class LeaseFinder {

  /** The most that a server puts into one page. */
  private static final int PAGE_SIZE = 1_000;

  private LeaseFinder() {}

  /** A lease; empty if the server has never heard of it. */
  public static Optional<Lease> find(LeaseholdClient client, String leaseId) {
    try {
      return Optional.of(client.get(leaseId));
    } catch (RefusedException e) {
      if (e.code().equals("LEASE_NOT_FOUND")) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * All leases that the request asks for, page by page. Leases that come or go meanwhile may or may
   * not be among them.
   */
  public static List<Lease> all(LeaseholdClient client, ListLeasesRequest request) {
    List<Lease> leases = new ArrayList<>();
    ListLeasesRequest.Builder next = request.toBuilder().setPageSize(PAGE_SIZE);
    ListLeasesResponse page;
    do {
      page = client.list(next.build());
      leases.addAll(page.getLeasesList());
      next.setPageToken(page.getNextPageToken());
    } while (!page.getNextPageToken().isEmpty());
    return leases;
  }

  /** All that is known to have happened to a lease, in order. */
  public static List<HistoryEvent> history(LeaseholdClient client, String leaseId) {
    List<HistoryEvent> events = new ArrayList<>();
    GetHistoryRequest.Builder next =
        GetHistoryRequest.newBuilder().setLeaseId(leaseId).setPageSize(PAGE_SIZE);
    History page;
    do {
      page = client.history(next.build());
      events.addAll(page.getEventsList());
      next.setPageToken(page.getNextPageToken());
    } while (!page.getNextPageToken().isEmpty());
    return events;
  }

  /** The first lease that holds a plain path now, exclusive or shared; empty if none does. */
  public static Optional<Conflict> holderOf(LeaseholdClient client, String space, String path) {
    CheckPathRequest request = CheckPathRequest.newBuilder().setSpace(space).addPath(path).build();
    return client.check(request).getConflictsList().stream()
        .filter(conflict -> conflict.getState() != Lease.State.PENDING)
        .findFirst();
  }

  /** A path from a name: with a slash before it unless it has one. */
  public static String rooted(String name) {
    return name.startsWith("/") ? name : "/" + name;
  }
}
