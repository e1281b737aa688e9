package dev.leasehold.node.deliver;

import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.time.TimeSource;
import java.util.Map;

/**
 * Says what may be put into the queue of messages, so that nobody fills it, or the mailbox of
 * another. Safe for any thread.
 */
final class MessageQuota {

  /** Messages that may wait for one address. More are dead letters at once: nobody takes them. */
  static final int MAX_WAITING_EACH = 10_000;

  /** Messages that may wait in all; beyond that each address has an equal share of them. */
  static final int MAX_WAITING = 200_000;

  /** More than a holder may have addresses. */
  static final int MOST_CODES_AN_HOUR = 10;

  static final long TEST_NANOS = 10 * Limits.SECOND;

  private final TimeSource time;
  private final RateLimit codes = new RateLimit(MOST_CODES_AN_HOUR, Limits.HOUR);
  private final RateLimit tests = new RateLimit(1, TEST_NANOS);
  private volatile int waitingInAll;
  private volatile int share = MAX_WAITING_EACH;

  MessageQuota(TimeSource time) {
    this.time = time;
  }

  /** Takes note of how many messages wait, by subscription. */
  void count(Map<String, Integer> waiting) {
    waitingInAll = waiting.values().stream().mapToInt(Integer::intValue).sum();
    share =
        waitingInAll < MAX_WAITING
            ? MAX_WAITING_EACH
            : Math.clamp(MAX_WAITING / waiting.size(), 1, MAX_WAITING_EACH);
  }

  int waitingInAll() {
    return waitingInAll;
  }

  /**
   * The message as it goes into the queue: a receiver that takes nothing must not fill the file
   * that all share, and must not keep others from being told.
   *
   * @param before how many messages wait for its address
   */
  Delivery of(Delivery delivery, int before) {
    return before < share
        ? delivery
        : delivery.givenUp(before + " messages waited for this address already", time.wallNanos());
  }

  /** Whether one more code may be sent for somebody who is no admin. */
  public boolean allowsCode(String actor) {
    return codes.allows(actor, time.monotonicNanos());
  }

  /** Whether an address may be tested again already. */
  public boolean allowsTest(Subscription to) {
    return tests.allows(to.id(), time.monotonicNanos());
  }
}
