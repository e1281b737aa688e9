package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Work;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides changes of mode: to shared at once, to exclusive when no other reader is left. */
final class Converting {

  private final State state;

  Converting(State state) {
    this.state = state;
  }

  Reply decide(Step step, Command.Convert convert) {
    return Change.of(
            step,
            "convert",
            convert.leaseId(),
            convert.requestId(),
            Terms.checkWait(convert.waitNanos()),
            convert.mode(),
            convert.waitNanos())
        .against(holding -> Ownership.checkActive(step.caller(), holding))
        .against(holding -> againstTerms(holding, convert.mode()))
        .unless(holding -> holding.mode() == convert.mode() && holding.waiting() == null)
        .against(holding -> againstOthers(step, holding, convert))
        .carryOut(
            (holding, request) -> {
              step.record(event(step, holding, convert, request));
              return holding.id;
            });
  }

  private static @Nullable Refusal againstTerms(Holding holding, Mode mode) {
    Refusal wrongMode = Terms.checkMode(holding.policy, mode);
    if (wrongMode != null) {
      return wrongMode;
    }
    Holding parent = holding.parent();
    if (parent != null && mode == Mode.EXCLUSIVE && parent.mode() == Mode.SHARED) {
      return new Refusal.InvalidInput(
          "mode", "the lease was derived from " + parent.id + ", which is shared");
    }
    Specials special = holding.specialsOrNull();
    if (special != null && mode == Mode.SHARED) {
      for (Holding child : special.children) {
        if (child.isActive() && (child.mode() == Mode.EXCLUSIVE || child.waiting() != null)) {
          return new Refusal.InvalidInput(
              "mode", "lease " + child.id + ", derived from this one, is exclusive or waits to be");
        }
      }
    }
    return null;
  }

  private @Nullable Refusal againstOthers(Step step, Holding holding, Command.Convert convert) {
    if (convert.mode() == Mode.SHARED) {
      return null;
    }
    if (holding.waiting() != null) {
      return new Refusal.Conflict(List.of(holding.lease()));
    }
    Refusal off = Configuring.mustNotBlock(state, convert.waitNanos());
    if (off != null) {
      return off;
    }
    Ask ask = ask(step, holding, convert);
    Work work = Work.ofOneCommand();
    List<Lease> inTheWay = ask.named(step.tick(), work);
    if (work.isExhausted()) {
      return tooLong();
    }
    Party party = holding.party();
    if (inTheWay.isEmpty()) {
      return new Deadlocks(state, step.tick()).ofGrant(party, ask);
    }
    if (convert.waitNanos() == 0) {
      return new Refusal.Conflict(inTheWay);
    }
    if (ask.isCostly()) {
      return tooLong();
    }
    List<Lease> own = ask.namedWithOwn(inTheWay, party, state.waiting.of(party), step.tick(), work);
    if (own != null) {
      return new Refusal.Conflict(own);
    }
    Refusal refusal = state.waiting.full(holding.space, holding.scope);
    refusal = refusal != null ? refusal : otherConversion(holding, ask);
    return refusal != null ? refusal : new Deadlocks(state, step.tick()).ofWait(party, ask);
  }

  private static Refusal tooLong() {
    return new Refusal.InvalidInput(
        "leaseId", "the scope takes too long to compare with what is held in its space");
  }

  /** Two readers who both want to write would wait for each other for ever. */
  private static @Nullable Refusal otherConversion(Holding holding, Ask ask) {
    Holding[] other = new Holding[1];
    ask.visitLines(
        Work.ofOneCommand(),
        line -> {
          Holding first = line.first();
          if (line.key.conversion() != 0 && (other[0] == null || first.birth < other[0].birth)) {
            other[0] = first;
          }
          return true;
        });
    return other[0] == null
        ? null
        : new Refusal.Deadlock(List.of(holding.party(), other[0].party()));
  }

  private static Ask ask(Step step, Holding holding, Command.Convert convert) {
    long until = step.tick() + convert.waitNanos();
    Wait place = new Wait(step.next(), step.tick(), until, 0, true);
    return new Ask(holding.space, holding.scope, convert.mode(), holding, place);
  }

  private static Event event(
      Step step, Holding holding, Command.Convert convert, Event.Request request) {
    if (holding.mode() == convert.mode()) {
      return new Event.ConversionFailed(
          step.next(), step.tick(), step.wall(), holding.id, Endings.CANCELLED, request);
    }
    boolean stronger = convert.mode() == Mode.EXCLUSIVE;
    if (stronger && ask(step, holding, convert).isKeptOutByLease(Work.ofOneCommand())) {
      long until = step.tick() + convert.waitNanos();
      return new Event.ConversionQueued(
          step.next(), step.tick(), step.wall(), holding.id, until, request);
    }
    return new Event.Converted(
        step.next(),
        step.tick(),
        step.wall(),
        holding.id,
        convert.mode(),
        stronger ? epochWhenExclusive(step.state, holding) : holding.epoch(),
        request);
  }

  /** A grant of an exclusive lease adds one, and a conversion is one. */
  static long epochWhenExclusive(State state, Holding holding) {
    return holding.policy.durableEpochs()
        ? state.epochs.next(holding.space.name, holding.scope)
        : holding.epoch() + 1;
  }
}
