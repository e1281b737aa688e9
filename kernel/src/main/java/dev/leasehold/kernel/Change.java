package dev.leasehold.kernel;

import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A request to change one lease, checked in the order that all of them share: its names, whether
 * there is such a lease for the caller, whether it is a retry, what its own rule says.
 */
final class Change {

  private final Step step;
  private final @Nullable Reply answered;
  private final @Nullable Holding holding;
  private final Event.Request request;

  private Change(
      Step step, @Nullable Reply answered, @Nullable Holding holding, Event.Request request) {
    this.step = step;
    this.answered = answered;
    this.holding = holding;
    this.request = request;
  }

  /**
   * @param malformed what is wrong with the request by itself, beyond those two names
   * @param content what the request says beyond the lease's id, to tell a retry from another one
   */
  static Change of(
      Step step,
      String kind,
      String leaseId,
      String requestId,
      @Nullable Refusal malformed,
      @Nullable Object... content) {
    Refusal refusal = Names.check("leaseId", leaseId);
    refusal = refusal != null ? refusal : Names.checkOptional("requestId", requestId);
    refusal = refusal != null ? refusal : malformed;
    if (refusal != null) {
      return answered(step, Step.refuse(refusal));
    }
    Holding holding = step.state.inReach(step.caller(), leaseId);
    if (holding == null) {
      return answered(step, Step.refuse(new Refusal.NoSuchLease(leaseId)));
    }
    long print = requestId.isEmpty() ? 0 : Fingerprint.of(kind, leaseId, content);
    Reply retry = Retries.find(step, requestId, holding.space.name, print);
    return retry != null
        ? answered(step, retry)
        : new Change(
            step, null, holding, new Event.Request(step.caller().actor(), requestId, print));
  }

  private static Change answered(Step step, Reply reply) {
    return new Change(step, reply, null, Event.Request.NONE);
  }

  /** What else stands against it. */
  Change against(Function<Holding, @Nullable Refusal> rule) {
    if (answered != null || holding == null) {
      return this;
    }
    Refusal refusal = rule.apply(holding);
    return refusal == null ? this : answered(step, Step.refuse(refusal));
  }

  /** There may be nothing to do. */
  Change unless(Predicate<Holding> done) {
    return answered == null && holding != null && done.test(holding)
        ? answered(step, step.answer(holding.id))
        : this;
  }

  Reply record(BiFunction<Holding, Event.Request, Event> event) {
    return carryOut(
        (changed, asked) -> {
          step.record(event.apply(changed, asked));
          return changed.id;
        });
  }

  /** Carries out what takes more than one event; says which lease to answer with. */
  Reply carryOut(BiFunction<Holding, Event.Request, String> deed) {
    if (answered != null) {
      return answered;
    }
    if (holding == null) {
      throw new IllegalStateException("neither answered nor to be done");
    }
    return step.answer(deed.apply(holding, request));
  }
}
