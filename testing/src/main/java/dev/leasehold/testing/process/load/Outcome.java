package dev.leasehold.testing.process.load;

import dev.leasehold.testing.process.server.LeaseView;
import dev.leasehold.testing.process.server.Reply;
import java.util.List;

/** The outcome of a request, as far as the client that sent it knows. */
public sealed interface Outcome {

  /** It was done: from now on the server is bound by it. */
  record Done(LeaseView lease) implements Outcome {}

  /**
   * It was not done; or, where the lease that it made or renewed has expired, that is over.
   *
   * @param leaseId which the refusal is about; empty if about none
   */
  record Refused(String code, List<String> conflictIds, String leaseId) implements Outcome {

    static final String EXPIRED = "LEASE_EXPIRED";

    boolean isRunOut() {
      return code.equals(EXPIRED);
    }
  }

  /** No answer, or none that says: it was done or not, but never in part. */
  record Unknown() implements Outcome {}

  static Outcome of(Reply reply) {
    if (reply.isSuccess()) {
      return new Done(reply.lease());
    }
    return reply.status() == 503
        ? new Unknown()
        : new Refused(reply.code(), reply.conflictIds(), reply.json().path("leaseId").asText(""));
  }
}
