package dev.leasehold.kernel.request;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.Fingerprint;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.refusal.NotFoundRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.Step;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A request to change one lease, checked in the order that all of them share: its names, whether
 * there is such a lease for the caller, whether it is a retry, what its own rule says.
 */
public final class Change {

  private final Step step;
  private final @Nullable Reply answered;
  private final @Nullable LeaseRecord record;
  private final Event.Request request;

  private Change(
      Step step, @Nullable Reply answered, @Nullable LeaseRecord record, Event.Request request) {
    this.step = step;
    this.answered = answered;
    this.record = record;
    this.request = request;
  }

  /**
   * @param malformed the refusal of a request that is malformed by itself, apart from lease id and
   *     request id
   */
  public static Change of(
      Step step, Command.Retryable command, String leaseId, @Nullable Refusal malformed) {
    return of(step, leaseId, command.requestId(), malformed, command);
  }

  /** Begins a change by a request that carries no id of its own. */
  public static Change withoutId(Step step, String leaseId, @Nullable Refusal malformed) {
    return of(step, leaseId, "", malformed, null);
  }

  private static Change of(
      Step step,
      String leaseId,
      String requestId,
      @Nullable Refusal malformed,
      Command.@Nullable Retryable command) {
    Refusal refusal = Names.checkLeaseId(step.state, leaseId);
    refusal = refusal != null ? refusal : Names.checkOptional("requestId", requestId);
    refusal = refusal != null ? refusal : malformed;
    if (refusal != null) {
      return answered(step, Step.refuse(refusal));
    }
    LeaseRecord record = step.state.inReach(step.caller(), leaseId);
    if (record == null) {
      return answered(step, Step.refuse(new NotFoundRefusal.NoSuchLease(leaseId)));
    }
    long fingerprint = command == null ? 0 : Fingerprint.of(command);
    Reply retry = Retries.find(step, requestId, record.space.name, fingerprint);
    return retry != null
        ? answered(step, retry)
        : new Change(
            step, null, record, new Event.Request(step.caller().actor(), requestId, fingerprint));
  }

  private static Change answered(Step step, Reply reply) {
    return new Change(step, reply, null, Event.Request.NONE);
  }

  /** Refuses the change if the rule does, unless it is answered already. */
  public Change against(Function<LeaseRecord, @Nullable Refusal> rule) {
    if (answered != null || record == null) {
      return this;
    }
    Refusal refusal = rule.apply(record);
    return refusal == null ? this : answered(step, Step.refuse(refusal));
  }

  /** Refuses the change if the rule does and records that, unless it is answered already. */
  public Change against(
      Function<LeaseRecord, @Nullable Refusal> rule, Function<LeaseRecord, Event> report) {
    return against(
        tried -> {
          Refusal refusal = rule.apply(tried);
          if (refusal != null) {
            step.record(report.apply(tried));
          }
          return refusal;
        });
  }

  /** Answers with the lease as it is if there is nothing left to do. */
  public Change unless(Predicate<LeaseRecord> done) {
    return answered == null && record != null && done.test(record)
        ? answered(step, step.answer(record.id))
        : this;
  }

  /**
   * Records another event instead where the condition holds, and answers with the lease after it.
   */
  public Change insteadIf(Predicate<LeaseRecord> otherwise, Function<LeaseRecord, Event> event) {
    if (answered != null || record == null || !otherwise.test(record)) {
      return this;
    }
    step.record(event.apply(record));
    return answered(step, step.answer(record.id));
  }

  public Reply record(BiFunction<LeaseRecord, Event.Request, Event> event) {
    return carryOut((changed, asked) -> step.record(event.apply(changed, asked)));
  }

  /** Carries out what takes more than one event. */
  public Reply carryOut(BiConsumer<LeaseRecord, Event.Request> deed) {
    return carryOut(record == null ? "" : record.id, deed);
  }

  /**
   * @param answerId the lease to answer with, which the deed may make
   */
  public Reply carryOut(String answerId, BiConsumer<LeaseRecord, Event.Request> deed) {
    if (answered != null) {
      return answered;
    }
    if (record == null) {
      throw new IllegalStateException("neither answered nor to be done");
    }
    deed.accept(record, request);
    return step.answer(answerId);
  }
}
