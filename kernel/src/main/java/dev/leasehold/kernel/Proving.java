package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.Work;
import org.jspecify.annotations.Nullable;

/** Decides what an act under a lease may rest on: epochs, and what the lease allows. */
final class Proving {

  private final State state;

  Proving(State state) {
    this.state = state;
  }

  /** Compares and sets: of two who expect the same epoch, one advances. */
  Reply advance(Step step, Command.Advance advance) {
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
        .against(Proving::shared)
        .against(holding -> strict(holding, advance.expectedEpoch()))
        .record(
            (holding, request) ->
                new Event.Advanced(
                    step.next(),
                    step.tick(),
                    step.wall(),
                    holding.id,
                    Converting.epochWhenExclusive(state, holding),
                    request));
  }

  private static @Nullable Refusal shared(Holding holding) {
    return holding.mode() == Mode.EXCLUSIVE
        ? null
        : new Refusal.InvalidInput(
            "leaseId", "lease " + holding.id + " is shared; epochs count exclusive leases");
  }

  private static @Nullable Refusal strict(Holding holding, long epoch) {
    if (epoch == holding.epoch()) {
      return null;
    }
    return epoch < holding.epoch()
        ? new Refusal.StaleEpoch(holding.id, epoch, holding.epoch())
        : new Refusal.FutureEpoch(holding.id, epoch, holding.epoch());
  }

  Reply validate(Step step, Command.Validate validate) {
    Refusal refusal = malformed(validate);
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    Holding holding = state.inReach(step.caller(), validate.leaseId());
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

  private static @Nullable Refusal notStanding(Holding holding) {
    if (holding.state().isTerminal()) {
      return new Refusal.AlreadyTerminal(holding.id, holding.state());
    }
    if (holding.isPending()) {
      return new Refusal.StillWaiting(holding.id);
    }
    return holding.isBeingReleased() ? new Refusal.BeingReleased(holding.id) : null;
  }

  private static @Nullable Refusal epoch(Holding holding, Command.Validate validate) {
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

  private @Nullable Refusal outside(Holding holding, Command.Validate validate) {
    if (validate.path().isEmpty()) {
      return null;
    }
    return switch (Reading.plainPath(state, holding.space.name, validate.path())) {
      case Scope.Parsed.Invalid invalid -> new Refusal.InvalidInput("path", invalid.detail());
      case Scope.Parsed.Valid valid -> {
        Work work = Work.ofOneCommand();
        boolean inside = holding.scope.contains(valid.scope(), work);
        yield inside ? null : new Refusal.NotAllowed(holding.id, "path", validate.path());
      }
    };
  }

  private static @Nullable Refusal notAllowed(Holding holding, Command.Validate validate) {
    Specials special = holding.specialsOrNull();
    Authority authority = special == null ? null : special.authority;
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
