package dev.leasehold.cli.checkout;

import dev.leasehold.node.time.SystemTime;
import dev.leasehold.node.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The machine's clocks, which a test moves on by hours. */
final class LeapingTime implements TimeSource {

  private final TimeSource machine = new SystemTime();
  private final AtomicLong ahead = new AtomicLong();

  void pass(Duration time) {
    ahead.addAndGet(time.toNanos());
  }

  @Override
  public long monotonicNanos() {
    return machine.monotonicNanos() + ahead.get();
  }

  /** A server that was never down did not stand still either. */
  @Override
  public long livedNanos() {
    return machine.monotonicNanos();
  }

  @Override
  public String identity() {
    return machine.identity();
  }

  @Override
  public long wallNanos() {
    return machine.wallNanos() + ahead.get();
  }
}
