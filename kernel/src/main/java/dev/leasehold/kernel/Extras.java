package dev.leasehold.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a lease has of the requests that made and changed it; many have nothing of it. */
final class Extras {

  final String session;
  final Map<String, String> labels;

  /** Of the request that made it; empty if it had none. */
  final String requestId;

  final boolean callersId;

  /** The requests that made or changed it, the one that made it first. */
  final List<RequestKey> requests = new ArrayList<>(1);

  Extras(Event.@Nullable Claim claim) {
    this.session = claim == null ? "" : claim.session();
    this.labels = claim == null ? Map.of() : claim.labels();
    this.requestId = claim == null ? "" : claim.request().requestId();
    this.callersId = claim != null && claim.callersId();
  }

  /** Where in {@link #requests} those begin that changed it. */
  int firstChange() {
    return requestId.isEmpty() || requests.isEmpty() ? 0 : 1;
  }
}
