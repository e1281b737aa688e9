package dev.leasehold.kernel.lease;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Visibility;
import dev.leasehold.kernel.command.Fingerprint;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.LimitRefusal;
import dev.leasehold.kernel.refusal.NotFoundRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.FieldChecks;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.request.Ownership;
import dev.leasehold.kernel.request.Retries;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.RecentQuestions;
import dev.leasehold.kernel.state.RequestKey;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Decides whether somebody may ask a holder for a lease. The holder is told by a notice. */
public final class Asking {

  private Asking() {}

  public static Reply ask(Step step, LeaseCommand.Ask ask) {
    Refusal refusal = Names.check("leaseId", ask.leaseId());
    refusal = refusal != null ? refusal : Names.checkOptional("requestId", ask.requestId());
    refusal = refusal != null ? refusal : FieldChecks.checkNote(ask.note());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    LeaseRecord record = step.state.leases.find(ask.leaseId());
    if (record == null) {
      return Step.refuse(new NotFoundRefusal.NoSuchLease(ask.leaseId()));
    }
    Visibility sight = step.state.visibilityOf(step.caller(), record);
    refusal = sight.refusal(record.id);
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    String asker = step.caller().actor();
    Event.Request request = new Event.Request(asker, ask.requestId(), Fingerprint.of(ask));
    Reply usedBefore =
        Retries.find(step, ask.requestId(), record.space.name, request.fingerprint());
    if (usedBefore != null) {
      return usedBefore;
    }
    if (!isRetry(step, request, record)) {
      refusal = pointless(step, record);
      refusal = refusal != null ? refusal : tooOften(step, record);
      if (refusal != null) {
        return Step.refuse(refusal);
      }
      step.record(new LeaseEvent.Asked(step.at(), record.id, ask.note(), request));
    }
    return new Reply.OfLease(sight.show(record.lease()));
  }

  private static boolean isRetry(Step step, Event.Request request, LeaseRecord record) {
    RequestKey key = new RequestKey(request.caller(), request.requestId(), record.space.name);
    return step.state.questions.fingerprint(key, step.tick()).isPresent();
  }

  /** Refuses a question that nobody could answer by letting go, or only the asker. */
  private static @Nullable Refusal pointless(Step step, LeaseRecord record) {
    if (!record.isLiving()) {
      return Ownership.ended(step, record);
    }
    return record.holder.name.equals(step.caller().actor())
        ? new InputRefusal.InvalidInput("leaseId", "you hold lease " + record.id + " yourself")
        : null;
  }

  private static @Nullable Refusal tooOften(Step step, LeaseRecord record) {
    String asker = step.caller().actor();
    RecentQuestions asked = step.state.questions;
    OptionalLong next = asked.nextFor(asker, record.id, step.tick());
    if (next.isPresent()) {
      String what = "you have asked for lease " + record.id + " within the last minute";
      return new LimitRefusal.AskedTooOften(what, next.getAsLong() - step.tick());
    }
    next = asked.nextOf(asker, step.tick());
    if (next.isPresent()) {
      String what = "you have asked " + Limits.MAX_QUESTIONS_OF_ONE_A_MINUTE + " times in a minute";
      return new LimitRefusal.AskedTooOften(what, next.getAsLong() - step.tick());
    }
    next = asked.next(step.tick());
    return next.isPresent()
        ? new LimitRefusal.AskedTooOften(
            "all together ask too many questions", next.getAsLong() - step.tick())
        : null;
  }

  public static void asked(State state, LeaseEvent.Asked e) {
    LeaseRecord record = state.known(e.leaseId());
    Event.Request request = e.request();
    RecentQuestions.RequestId id =
        request.requestId().isEmpty()
            ? null
            : new RecentQuestions.RequestId(
                record.space.name, request.requestId(), request.fingerprint());
    state.questions.add(new RecentQuestions.Question(e.asker(), e.leaseId(), e.tick(), id));
    state.notices.add(record, e);
  }
}
