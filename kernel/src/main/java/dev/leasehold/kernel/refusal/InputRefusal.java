package dev.leasehold.kernel.refusal;

import java.util.List;
import java.util.stream.Collectors;

/** A field of the command has a value that it may not have. */
public sealed interface InputRefusal extends Refusal {

  /** Refuses the id of an earlier request with another body. */
  static Refusal requestIdUsedBefore() {
    return new InvalidInput(
        "requestId", "you have used this request id for another request; choose a new one");
  }

  record InvalidInput(String field, String detail) implements InputRefusal {}

  /**
   * @param known the names of all policies
   */
  record NoSuchPolicy(String field, String name, List<String> known) implements InputRefusal {
    /** As many as a sentence can hold; the built-in ones and some more. */
    private static final int MOST_NAMED = 20;

    @Override
    public String detail() {
      int others = known.size() - MOST_NAMED;
      return "there is no such policy; there are "
          + known.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
          + (others > 0 ? " and " + others + " more" : "");
    }
  }

  record InvalidReleaseReason(String value) implements InputRefusal {
    @Override
    public String detail() {
      return "the release reason must be COMPLETED, ABORTED or VOLUNTARY";
    }
  }

  record LeaseAlreadyExists(String leaseId) implements InputRefusal {
    @Override
    public String detail() {
      return "the id " + leaseId + " has been used before and is never accepted again";
    }
  }
}
