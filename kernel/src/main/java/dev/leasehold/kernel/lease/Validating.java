package dev.leasehold.kernel.lease;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Visibility;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Authority;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.LeaseRefusal;
import dev.leasehold.kernel.refusal.NotFoundRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.AuthorityInput;
import dev.leasehold.kernel.request.Change;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.request.Ownership;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.StepLimit;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether an act is allowed under a lease, by its epoch and by the lease's scope and
 * allow-lists, and advances epochs.
 */
public final class Validating {

  private Validating() {}

  /** Compares and sets: of two who expect the same epoch, one advances. */
  public static Reply advance(Step step, LeaseCommand.Advance advance) {
    Refusal malformed =
        advance.expectedEpoch() < 0
            ? new InputRefusal.InvalidInput("expectedEpoch", "an epoch is not negative")
            : null;
    return Change.of(step, advance, advance.leaseId(), malformed)
        .against(record -> Ownership.checkActive(step, record))
        .against(Validating::shared)
        .against(record -> strict(record, advance.expectedEpoch()))
        .record(
            (record, request) ->
                new LeaseEvent.Advanced(
                    step.at(), record.id, step.state.epochs.after(record), request));
  }

  private static @Nullable Refusal shared(LeaseRecord record) {
    return record.mode() == Mode.EXCLUSIVE
        ? null
        : new InputRefusal.InvalidInput(
            "leaseId", "lease " + record.id + " is shared; epochs count exclusive leases");
  }

  private static @Nullable Refusal strict(LeaseRecord record, long epoch) {
    if (epoch == record.epoch()) {
      return null;
    }
    return epoch < record.epoch()
        ? new LeaseRefusal.StaleEpoch(record.id, epoch, record.epoch())
        : new LeaseRefusal.FutureEpoch(record.id, epoch, record.epoch());
  }

  public static void advanced(State state, LeaseEvent.Advanced e) {
    LeaseRecord record = state.active(e);
    record.advance(e.epoch());
    state.epochs.reach(record);
    state.touch(record, e, e.request());
  }

  public static Reply validate(Step step, LeaseQuery.Validate validate) {
    Refusal refusal = malformed(validate);
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    LeaseRecord record = step.state.leases.find(validate.leaseId());
    if (record == null) {
      return Step.refuse(new NotFoundRefusal.NoSuchLease(validate.leaseId()));
    }
    Visibility sight = step.state.visibilityOf(step.caller(), record);
    refusal = sight.refusal(record.id);
    refusal = refusal != null ? refusal : notStanding(step, record);
    refusal = refusal != null ? refusal : epoch(record, validate);
    refusal = refusal != null ? refusal : outside(step.state, record, validate);
    refusal = refusal != null ? refusal : notAllowed(record, validate);
    return refusal != null ? Step.refuse(refusal) : new Reply.OfLease(sight.show(record.lease()));
  }

  private static @Nullable Refusal malformed(LeaseQuery.Validate validate) {
    Refusal refusal = Names.check("leaseId", validate.leaseId());
    if (refusal == null && validate.epoch() < LeaseQuery.NO_EPOCH) {
      refusal = new InputRefusal.InvalidInput("epoch", "an epoch is not negative");
    }
    if (refusal == null && validate.lastProcessedEpoch() < LeaseQuery.NO_EPOCH) {
      refusal = new InputRefusal.InvalidInput("lastProcessedEpoch", "an epoch is not negative");
    }
    refusal = refusal != null ? refusal : allowable("tool", validate.tool());
    refusal = refusal != null ? refusal : allowable("workId", validate.workId());
    refusal = refusal != null ? refusal : allowable("namespace", validate.namespace());
    return refusal != null || AuthorityInput.isNamespace(validate.namespace())
        ? refusal
        : new InputRefusal.InvalidInput(
            "namespace",
            "a namespace neither begins nor ends with a slash, and has no empty names");
  }

  private static @Nullable Refusal allowable(String field, String value) {
    return value.isEmpty() || AuthorityInput.isName(value)
        ? null
        : new InputRefusal.InvalidInput(
            field, field + " has at most " + Limits.MAX_AUTHORITY_NAME_BYTES + " bytes");
  }

  private static @Nullable Refusal notStanding(Step step, LeaseRecord record) {
    if (record.state().isTerminal()) {
      return Ownership.ended(step, record);
    }
    if (record.isPending()) {
      return new LeaseRefusal.StillWaiting(record.id);
    }
    return record.isBeingReleased() ? new LeaseRefusal.BeingReleased(record.id) : null;
  }

  private static @Nullable Refusal epoch(LeaseRecord record, LeaseQuery.Validate validate) {
    if (validate.epoch() == LeaseQuery.NO_EPOCH) {
      return null;
    }
    if (!validate.lenient()) {
      return strict(record, validate.epoch());
    }
    return validate.epoch() >= validate.lastProcessedEpoch()
        ? null
        : new LeaseRefusal.StaleEpoch(record.id, validate.epoch(), validate.lastProcessedEpoch());
  }

  private static @Nullable Refusal outside(
      State state, LeaseRecord record, LeaseQuery.Validate validate) {
    if (validate.path().isEmpty()) {
      return null;
    }
    return switch (state.plainPath(record.space.name, validate.path())) {
      case Scope.Parsed.Invalid invalid -> new InputRefusal.InvalidInput("path", invalid.detail());
      case Scope.Parsed.Valid valid -> {
        StepLimit work = StepLimit.ofOneCommand();
        boolean inside = record.scope.contains(valid.scope(), work);
        yield inside ? null : new LeaseRefusal.NotAllowed(record.id, "path", validate.path());
      }
    };
  }

  private static @Nullable Refusal notAllowed(LeaseRecord record, LeaseQuery.Validate validate) {
    Authority authority = record.rare().authority;
    if (authority == null) {
      return null;
    }
    if (!validate.tool().isEmpty() && !authority.allowsTool(validate.tool())) {
      return new LeaseRefusal.NotAllowed(record.id, "tool", validate.tool());
    }
    if (!validate.namespace().isEmpty() && !authority.allowsNamespace(validate.namespace())) {
      return new LeaseRefusal.NotAllowed(record.id, "namespace", validate.namespace());
    }
    return validate.workId().isEmpty() || authority.allowsWork(validate.workId())
        ? null
        : new LeaseRefusal.NotAllowed(record.id, "workId", validate.workId());
  }
}
