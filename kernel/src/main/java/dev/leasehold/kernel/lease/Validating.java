package dev.leasehold.kernel.lease;

import dev.leasehold.kernel.Authority;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Limits;
import dev.leasehold.kernel.Mode;
import dev.leasehold.kernel.Refusal;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.request.AuthorityInput;
import dev.leasehold.kernel.request.Change;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.request.Ownership;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.Work;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import org.jspecify.annotations.Nullable;

/** Decides what an act under a lease may rest on: epochs, and what the lease allows. */
public final class Validating {

  private final State state;

  public Validating(State state) {
    this.state = state;
  }

  /** Compares and sets: of two who expect the same epoch, one advances. */
  public Reply advance(Step step, Command.Advance advance) {
    Refusal malformed =
        advance.expectedEpoch() < 0
            ? new Refusal.InvalidInput("expectedEpoch", "an epoch is not negative")
            : null;
    return Change.of(
            step,
            "advance",
            advance.leaseId(),
            advance.requestId(),
            malformed,
            advance.expectedEpoch())
        .against(holding -> Ownership.checkActive(step.caller(), holding))
        .against(Validating::shared)
        .against(holding -> strict(holding, advance.expectedEpoch()))
        .record(
            (holding, request) ->
                new Event.Advanced(
                    step.next(),
                    step.tick(),
                    step.wall(),
                    holding.id,
                    state.epochs.after(holding),
                    request));
  }

  private static @Nullable Refusal shared(LeaseRecord holding) {
    return holding.mode() == Mode.EXCLUSIVE
        ? null
        : new Refusal.InvalidInput(
            "leaseId", "lease " + holding.id + " is shared; epochs count exclusive leases");
  }

  private static @Nullable Refusal strict(LeaseRecord holding, long epoch) {
    if (epoch == holding.epoch()) {
      return null;
    }
    return epoch < holding.epoch()
        ? new Refusal.StaleEpoch(holding.id, epoch, holding.epoch())
        : new Refusal.FutureEpoch(holding.id, epoch, holding.epoch());
  }

  public void advanced(Event.Advanced e) {
    LeaseRecord holding = state.active(e);
    holding.advance(e.epoch());
    state.epochs.reach(holding);
    state.touch(holding, e, e.request());
  }

  public Reply validate(Step step, Command.Validate validate) {
    Refusal refusal = malformed(validate);
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    LeaseRecord holding = state.inReach(step.caller(), validate.leaseId());
    if (holding == null) {
      return Step.refuse(new Refusal.NoSuchLease(validate.leaseId()));
    }
    refusal = Ownership.checkReader(step.caller(), holding);
    refusal = refusal != null ? refusal : notStanding(holding);
    refusal = refusal != null ? refusal : epoch(holding, validate);
    refusal = refusal != null ? refusal : outside(holding, validate);
    refusal = refusal != null ? refusal : notAllowed(holding, validate);
    return refusal != null ? Step.refuse(refusal) : step.answer(holding.id);
  }

  private static @Nullable Refusal malformed(Command.Validate validate) {
    Refusal refusal = Names.check("leaseId", validate.leaseId());
    if (refusal == null && validate.epoch() < Command.NO_EPOCH) {
      refusal = new Refusal.InvalidInput("epoch", "an epoch is not negative");
    }
    if (refusal == null && validate.lastProcessedEpoch() < Command.NO_EPOCH) {
      refusal = new Refusal.InvalidInput("lastProcessedEpoch", "an epoch is not negative");
    }
    refusal = refusal != null ? refusal : allowable("tool", validate.tool());
    refusal = refusal != null ? refusal : allowable("workId", validate.workId());
    refusal = refusal != null ? refusal : allowable("namespace", validate.namespace());
    return refusal != null || AuthorityInput.isNamespace(validate.namespace())
        ? refusal
        : new Refusal.InvalidInput(
            "namespace",
            "a namespace neither begins nor ends with a slash, and has no empty names");
  }

  private static @Nullable Refusal allowable(String field, String value) {
    return value.isEmpty() || AuthorityInput.isName(value)
        ? null
        : new Refusal.InvalidInput(
            field, field + " has at most " + Limits.MAX_AUTHORITY_NAME_BYTES + " bytes");
  }

  private static @Nullable Refusal notStanding(LeaseRecord holding) {
    if (holding.state().isTerminal()) {
      return new Refusal.AlreadyTerminal(holding.id, holding.state());
    }
    if (holding.isPending()) {
      return new Refusal.StillWaiting(holding.id);
    }
    return holding.isBeingReleased() ? new Refusal.BeingReleased(holding.id) : null;
  }

  private static @Nullable Refusal epoch(LeaseRecord holding, Command.Validate validate) {
    if (validate.epoch() == Command.NO_EPOCH) {
      return null;
    }
    if (!validate.lenient()) {
      return strict(holding, validate.epoch());
    }
    return validate.epoch() >= validate.lastProcessedEpoch()
        ? null
        : new Refusal.StaleEpoch(holding.id, validate.epoch(), validate.lastProcessedEpoch());
  }

  private @Nullable Refusal outside(LeaseRecord holding, Command.Validate validate) {
    if (validate.path().isEmpty()) {
      return null;
    }
    return switch (state.plainPath(holding.space.name, validate.path())) {
      case Scope.Parsed.Invalid invalid -> new Refusal.InvalidInput("path", invalid.detail());
      case Scope.Parsed.Valid valid -> {
        Work work = Work.ofOneCommand();
        boolean inside = holding.scope.contains(valid.scope(), work);
        yield inside ? null : new Refusal.NotAllowed(holding.id, "path", validate.path());
      }
    };
  }

  private static @Nullable Refusal notAllowed(LeaseRecord holding, Command.Validate validate) {
    Authority authority = holding.rare().authority;
    if (authority == null) {
      return null;
    }
    if (!validate.tool().isEmpty() && !authority.allowsTool(validate.tool())) {
      return new Refusal.NotAllowed(holding.id, "tool", validate.tool());
    }
    if (!validate.namespace().isEmpty() && !authority.allowsNamespace(validate.namespace())) {
      return new Refusal.NotAllowed(holding.id, "namespace", validate.namespace());
    }
    return validate.workId().isEmpty() || authority.allowsWork(validate.workId())
        ? null
        : new Refusal.NotAllowed(holding.id, "workId", validate.workId());
  }
}
