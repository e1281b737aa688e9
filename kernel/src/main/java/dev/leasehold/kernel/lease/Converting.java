package dev.leasehold.kernel.lease;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.queue.Contention;
import dev.leasehold.kernel.queue.Deadlocks;
import dev.leasehold.kernel.refusal.ConflictRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.Change;
import dev.leasehold.kernel.request.FieldChecks;
import dev.leasehold.kernel.request.Ownership;
import dev.leasehold.kernel.scope.StepLimit;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import dev.leasehold.kernel.view.EndReasons;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.Party;
import dev.leasehold.kernel.view.QueuePlace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides changes of mode: to shared at once, to exclusive when no other reader is left. */
public final class Converting {

  private Converting() {}

  public static Reply decide(Step step, LeaseCommand.Convert convert) {
    return Change.of(step, convert, convert.leaseId(), FieldChecks.checkWait(convert.waitNanos()))
        .against(record -> Ownership.checkActive(step, record))
        .against(record -> againstTerms(record, convert.mode()))
        .unless(record -> record.mode() == convert.mode() && record.place() == null)
        .against(record -> refusalToConvertOrWait(step, record, convert))
        .record((record, request) -> convertedQueuedOrCancelled(step, record, convert, request));
  }

  private static @Nullable Refusal againstTerms(LeaseRecord record, Mode mode) {
    Refusal wrongMode = FieldChecks.checkMode(record.policy, mode);
    if (wrongMode != null) {
      return wrongMode;
    }
    LeaseRecord parent = record.parent();
    if (parent != null && mode == Mode.EXCLUSIVE && parent.mode() == Mode.SHARED) {
      return new InputRefusal.InvalidInput(
          "mode", "the lease was derived from " + parent.id + ", which is shared");
    }
    if (mode == Mode.SHARED) {
      for (LeaseRecord child : record.rare().children) {
        if (child.isActive() && (child.mode() == Mode.EXCLUSIVE || child.place() != null)) {
          return new InputRefusal.InvalidInput(
              "mode", "lease " + child.id + ", derived from this one, is exclusive or waits to be");
        }
      }
    }
    return null;
  }

  /**
   * Refuses what can neither be had now nor be waited for. Which of the two it is, if it is not
   * refused, is decided by {@link #convertedQueuedOrCancelled}.
   */
  private static @Nullable Refusal refusalToConvertOrWait(
      Step step, LeaseRecord record, LeaseCommand.Convert convert) {
    if (convert.mode() == Mode.SHARED) {
      return null;
    }
    if (record.place() != null) {
      return new ConflictRefusal.Conflict(List.of(record.lease()));
    }
    Refusal off = step.state.settings.refusalToWait(convert.waitNanos());
    if (off != null) {
      return off;
    }
    Contention contention = contention(step, record, convert);
    StepLimit work = StepLimit.ofOneCommand();
    List<Lease> inTheWay = contention.named(step.tick(), work);
    if (work.isExhausted()) {
      return tooLong();
    }
    Party party = record.party();
    if (inTheWay.isEmpty()) {
      return new Deadlocks(step).ofGrant(party, contention);
    }
    if (convert.waitNanos() == 0) {
      return new ConflictRefusal.Conflict(inTheWay);
    }
    if (contention.isCostly()) {
      return tooLong();
    }
    List<Lease> own =
        contention.namedWithOwn(inTheWay, party, step.state.waiting.of(party), step.tick(), work);
    if (own != null) {
      return new ConflictRefusal.Conflict(own);
    }
    Refusal refusal = step.state.waiting.full(record.space, record.scope);
    refusal = refusal != null ? refusal : otherConversion(record, contention);
    return refusal != null ? refusal : new Deadlocks(step).ofWait(party, contention);
  }

  private static Refusal tooLong() {
    return new InputRefusal.InvalidInput(
        "leaseId", "the scope takes too long to compare with what is held in its space");
  }

  /** Two readers who both want to write would wait for each other for ever. */
  private static @Nullable Refusal otherConversion(LeaseRecord record, Contention contention) {
    LeaseRecord[] other = new LeaseRecord[1];
    contention.visitLines(
        StepLimit.ofOneCommand(),
        line -> {
          LeaseRecord first = line.first();
          if (line.key.conversion() != 0 && (other[0] == null || first.birth < other[0].birth)) {
            other[0] = first;
          }
          return true;
        });
    return other[0] == null
        ? null
        : new ConflictRefusal.Deadlock(List.of(record.party(), other[0].party()));
  }

  private static Contention contention(
      Step step, LeaseRecord record, LeaseCommand.Convert convert) {
    long until = step.tick() + convert.waitNanos();
    QueuePlace place = new QueuePlace(step.next(), step.tick(), until, 0, true);
    return new Contention(record.space, record.scope, convert.mode(), record, place);
  }

  /**
   * Decides what becomes of a conversion that is not refused: one to the mode that the lease has
   * cancels the conversion that waits, one that somebody keeps out waits, any other comes about.
   */
  private static Event convertedQueuedOrCancelled(
      Step step, LeaseRecord record, LeaseCommand.Convert convert, Event.Request request) {
    if (record.mode() == convert.mode()) {
      return new LeaseEvent.ConversionFailed(step.at(), record.id, EndReasons.CANCELLED, request);
    }
    boolean stronger = convert.mode() == Mode.EXCLUSIVE;
    if (stronger && contention(step, record, convert).isKeptOutByLease(StepLimit.ofOneCommand())) {
      long until = step.tick() + convert.waitNanos();
      return new LeaseEvent.ConversionQueued(step.at(), record.id, until, request);
    }
    return new LeaseEvent.Converted(
        step.at(),
        record.id,
        convert.mode(),
        stronger ? step.state.epochs.after(record) : record.epoch(),
        request);
  }

  public static void converted(State state, LeaseEvent.Converted e) {
    LeaseRecord record = state.active(e);
    boolean waited = record.place() != null;
    if (waited) {
      state.waiting.leave(record);
    }
    record.space.unblock(record);
    boolean stronger = e.mode() == Mode.EXCLUSIVE;
    record.convert(e.mode(), stronger ? e.position() : record.fencingToken(), e.epoch());
    record.space.block(record);
    state.epochs.reach(record);
    if (!stronger) {
      state.waiting.recheckOverlapping(record.space, record.scope, Mode.EXCLUSIVE);
    }
    if (!waited) {
      state.touch(record, e, e.request());
    }
  }

  public static void conversionQueued(State state, LeaseEvent.ConversionQueued e) {
    LeaseRecord record = state.active(e);
    QueuePlace place = new QueuePlace(e.position(), e.tick(), e.waitDeadlineTick(), 0, true);
    record.rareToWrite().place = place;
    state.waiting.add(record, place);
    state.touch(record, e, e.request());
    state.deadlines.moved(record);
  }

  public static void conversionFailed(State state, LeaseEvent.ConversionFailed e) {
    LeaseRecord record = state.active(e);
    state.waiting.remove(record);
    if (e.reason().equals(EndReasons.CANCELLED)) {
      state.touch(record, e, e.request());
    }
  }
}
