package dev.leasehold.kernel.request;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.state.RequestIds;
import dev.leasehold.kernel.state.RequestKey;
import dev.leasehold.kernel.state.Step;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A request id seen before: the same outcome, with the lease as it is now. A question that is asked
 * again is answered by {@link dev.leasehold.kernel.lease.Asking}, which knows what may be told.
 *
 * <p>The kernel forgets a request with its lease. The node finds retries of forgotten requests by
 * itself, in its tables and, for what these do not have yet, in the journal.
 */
public final class Retries {

  private Retries() {}

  /**
   * @param space of the lease that the request is about, which the caller reaches
   */
  public static @Nullable Reply find(Step step, String requestId, String space, long fingerprint) {
    if (requestId.isEmpty()) {
      return null;
    }
    RequestKey key = new RequestKey(step.caller().actor(), requestId, space);
    RequestIds.Remembered known = step.state.requests.find(key);
    if (known == null) {
      OptionalLong asked = step.state.questions.fingerprint(key, step.tick());
      return asked.isPresent() && asked.getAsLong() != fingerprint
          ? Step.refuse(InputRefusal.requestIdUsedBefore())
          : null;
    }
    return known.fingerprint() == fingerprint
        ? known.reply()
        : Step.refuse(InputRefusal.requestIdUsedBefore());
  }
}
