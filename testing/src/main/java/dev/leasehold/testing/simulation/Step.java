package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Stamp;

/**
 * One command and all that became of it.
 *
 * @param trueNanos the time that had really passed when the clock showed the tick that counted
 * @param given the stamp as the sequencer gave it
 * @param figures what the server says about itself afterwards
 */
public record Step(long trueNanos, Stamp given, Command command, Outcome outcome, Figures figures) {

  /** Counts of leases, and when time will next change one. */
  public record Figures(int blocking, int ended, long nextDueTick) {}
}
