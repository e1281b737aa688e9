package dev.leasehold.testing.simulation;

import static dev.leasehold.testing.simulation.audit.AuditFailure.unless;
import static dev.leasehold.testing.simulation.audit.Invariant.SAME_EVENTS_SAME_STATE;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Token;
import dev.leasehold.kernel.codec.BytesIn;
import dev.leasehold.kernel.codec.BytesOut;
import dev.leasehold.kernel.codec.EventCodec;
import dev.leasehold.kernel.codec.StateCopy;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.testing.simulation.audit.Step;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A kernel with a journal of encoded events, of which a crash takes what was not yet durable.
 * Replies wait until everything that they rest on is durable.
 */
final class SimulatedServer {

  /** A reply that has not left yet. */
  record Parked(int events, Request request, Outcome outcome, List<Notice> notices) {}

  private record Saved(byte[] snapshot, int position) {}

  /** A snapshot that is being made in pieces, and the one that it has to become. */
  private record Saving(StateCopy copy, ByteArrayOutputStream pieces, Saved expected) {}

  private Kernel kernel = new Kernel();
  private final List<byte[]> durable = new ArrayList<>();

  /** The first of the durable events as they were read again; bytes on a disk do not change. */
  private final List<Event> reread = new ArrayList<>();

  private final List<byte[]> unwritten = new ArrayList<>();
  private List<Parked> parked = new ArrayList<>();
  private @Nullable Saved saved;
  private @Nullable Saving saving;
  private @Nullable Saved backup;

  /** The leases as somebody knows them who only hears of those that commands changed. */
  private final Map<String, Lease> followed = new HashMap<>();

  private long durableTick;
  private long reachedTick;

  Outcome execute(Stamp stamp, Command command) {
    Outcome outcome = kernel.execute(stamp, command);
    for (Event event : outcome.events()) {
      BytesOut out = new BytesOut();
      EventCodec.write(event, out);
      unwritten.add(out.toByteArray());
    }
    outcome.facts().forEach(this::follow);
    reachedTick = outcome.stamp().tick();
    goOnSaving();
    return outcome;
  }

  void park(Request request, Outcome outcome) {
    int events = durable.size() + unwritten.size();
    String actor = outcome.stamp().caller().actor();
    parked.add(new Parked(events, request, outcome, notices(actor)));
  }

  Step.Figures figures() {
    return new Step.Figures(
        kernel.livingCount(), kernel.waitingCount(), kernel.endedCount(), kernel.nextDueTick());
  }

  List<Notice> notices(String holder) {
    return kernel.notices(holder, Step.MOST_NOTICES);
  }

  List<Token> ipTokens() {
    return kernel.ipTokens();
  }

  List<Token> tokens() {
    return kernel.tokens();
  }

  long nextDueTick() {
    return kernel.nextDueTick();
  }

  long durableTick() {
    return durableTick;
  }

  /** Makes everything durable and lets the replies go. */
  List<Parked> flush() {
    durable.addAll(unwritten);
    unwritten.clear();
    durableTick = Math.max(durableTick, reachedTick);
    List<Parked> free = parked;
    parked = new ArrayList<>();
    return free;
  }

  /**
   * Begins a snapshot for later recoveries, one lease of which is copied with every command. To be
   * called when everything is durable.
   */
  void save() {
    if (unwritten.isEmpty() && saving == null) {
      Saved expected = new Saved(kernel.snapshot(), durable.size());
      saving = new Saving(kernel.copy(), new ByteArrayOutputStream(), expected);
    }
  }

  private void goOnSaving() {
    Saving current = saving;
    if (current == null) {
      return;
    }
    byte[] piece = current.copy.next(1);
    if (piece == null) {
      saving = null; // a restore has overtaken it
      return;
    }
    current.pieces.writeBytes(piece);
    if (current.copy.hasAllLeases()) {
      current.pieces.writeBytes(current.copy.rest());
      byte[] snapshot = current.pieces.toByteArray();
      unless(
          Arrays.equals(snapshot, current.expected.snapshot),
          SAME_EVENTS_SAME_STATE,
          "a copy in pieces of the state at %d differs from it",
          current.expected.position);
      saved = new Saved(snapshot, current.expected.position);
      saving = null;
    }
  }

  /**
   * Puts a copy of everything aside, unless something is not durable yet: a reply that is about to
   * leave may have asked again.
   */
  void backUp() {
    if (unwritten.isEmpty()) {
      backup = new Saved(kernel.snapshot(), durable.size());
    }
  }

  /**
   * Goes back to the backup, as one does when the disk is lost; returns how many events it knows
   * of, or -1 if there is none. A backup serves once: the same one again would give again what was
   * given after the first time.
   */
  int restore() {
    Saved base = backup;
    if (base == null) {
      return -1;
    }
    backup = null;
    saved = null;
    saving = null;
    unwritten.clear();
    parked.clear();
    durable.subList(base.position, durable.size()).clear();
    reread.subList(Math.min(base.position, reread.size()), reread.size()).clear();
    kernel = Kernel.restore(base.snapshot);
    followAnew();
    return base.position;
  }

  /** Loses what was not durable, and comes back with what was. Returns the events that are left. */
  List<Event> crash(boolean fromSnapshot) {
    checkFollowed();
    byte @Nullable [] hashBefore = unwritten.isEmpty() ? kernel.stateHash() : null;
    unwritten.clear();
    parked.clear();
    saving = null;
    for (byte[] bytes : durable.subList(reread.size(), durable.size())) {
      reread.add(decode(bytes));
    }
    List<Event> survived = List.copyOf(reread);
    Kernel replayed = new Kernel();
    survived.forEach(replayed::replay);
    unless(
        hashBefore == null || Arrays.equals(hashBefore, replayed.stateHash()),
        SAME_EVENTS_SAME_STATE,
        "replay of %d events gives another state than they had given live",
        survived.size());
    kernel = replayed;
    Saved base = saved;
    if (fromSnapshot && base != null) {
      kernel = Kernel.restore(base.snapshot);
      survived.subList(base.position, survived.size()).forEach(kernel::replay);
      unless(
          Arrays.equals(kernel.snapshot(), replayed.snapshot()),
          SAME_EVENTS_SAME_STATE,
          "a snapshot at %d and the events after it give another state than all events",
          base.position);
    }
    followAnew();
    reachedTick = durableTick;
    return survived;
  }

  private void followAnew() {
    followed.clear();
    kernel.recorded().leases().forEach(lease -> followed.put(lease.id(), lease));
  }

  private void follow(Fact fact) {
    Lease after = fact.after();
    if (after != null) {
      unless(
          Objects.equals(fact.before(), followed.put(after.id(), after)),
          SAME_EVENTS_SAME_STATE,
          "%s found %s, and the fact before had left it otherwise",
          fact.event(),
          fact.before());
    }
  }

  private void checkFollowed() {
    for (Lease lease : kernel.recorded().leases()) {
      unless(
          lease.equals(followed.get(lease.id())),
          SAME_EVENTS_SAME_STATE,
          "who was told of every change knows %s, and it is %s",
          followed.get(lease.id()),
          lease);
    }
  }

  private static Event decode(byte[] bytes) {
    return EventCodec.read(new BytesIn(bytes));
  }
}
