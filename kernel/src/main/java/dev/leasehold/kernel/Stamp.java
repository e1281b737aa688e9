package dev.leasehold.kernel;

import dev.leasehold.kernel.access.Caller;

/**
 * The stamp that the sequencer puts on every command: its tick, the wall time for people, its
 * caller, and when the server last stood still.
 */
public record Stamp(long tick, long wallNanos, Caller caller, Pause pause) {

  /** A stamp of a server that has never stood still. */
  public Stamp(long tick, long wallNanos, Caller caller) {
    this(tick, wallNanos, caller, Pause.NONE);
  }

  /** A copy for a command of another caller. */
  public Stamp by(Caller other) {
    return new Stamp(tick, wallNanos, other, pause);
  }

  Stamp at(long otherTick) {
    return otherTick == tick ? this : new Stamp(otherTick, wallNanos, caller, pause);
  }
}
