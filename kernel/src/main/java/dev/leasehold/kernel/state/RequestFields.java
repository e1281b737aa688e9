package dev.leasehold.kernel.state;

import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.policy.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a lease that come from the requests that made and changed it; many have none. */
final class RequestFields {

  /** The fields of a lease that has none of them; shared, so it is never changed. */
  static final RequestFields NONE = new RequestFields("", Map.of(), "", false, List.of());

  final String session;
  final Map<String, String> labels;

  /** The id of the request that made the lease; empty if it had none. */
  final String requestId;

  final boolean callersId;

  /** The requests that made or changed it, the one that made it first. */
  final List<RequestKey> requests;

  private RequestFields(
      String session,
      Map<String, String> labels,
      String requestId,
      boolean callersId,
      List<RequestKey> requests) {
    this.session = session;
    this.labels = labels;
    this.requestId = requestId;
    this.callersId = callersId;
    this.requests = requests;
  }

  static RequestFields of(Claim claim) {
    String requestId = claim.request().requestId();
    return claim.session().isEmpty()
            && claim.labels().isEmpty()
            && requestId.isEmpty()
            && !claim.callersId()
        ? NONE
        : new RequestFields(
            claim.session(), claim.labels(), requestId, claim.callersId(), new ArrayList<>(1));
  }

  /** Adds a request that changed the lease; returns new fields where these are shared. */
  RequestFields with(RequestKey key) {
    RequestFields own =
        this == NONE ? new RequestFields("", Map.of(), "", false, new ArrayList<>(1)) : this;
    own.requests.add(key);
    return own;
  }

  /** Drops the oldest request that changed the lease if there is no room for another one. */
  @Nullable RequestKey dropOldestChange() {
    int firstChange = requestId.isEmpty() || requests.isEmpty() ? 0 : 1;
    return requests.size() - firstChange == Limits.MAX_CHANGE_IDS_PER_LEASE
        ? requests.remove(firstChange)
        : null;
  }
}
