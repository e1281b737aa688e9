package dev.leasehold.gateway.call;

import java.time.Duration;

/**
 * The limits of a gateway.
 *
 * @param bodyBytes the largest request; a few pictures fit
 * @param answerBytes the largest answer; an endless one is cut off there
 * @param callTime how long a provider may take for an answer, to its last byte
 * @param openCalls how many calls may be under way
 */
public record CallLimits(int bodyBytes, long answerBytes, Duration callTime, int openCalls) {

  /** How long somebody may take to send a request. */
  static final Duration BODY_TIME = Duration.ofSeconds(60);

  /** A reservation lasts longer than its call can, so that it never times out before. */
  private static final Duration MARGIN = Duration.ofMinutes(2);

  public static final CallLimits USUAL =
      new CallLimits(32 << 20, 128L << 20, Duration.ofMinutes(10), 2_000);

  Duration reservationTime() {
    return callTime.plus(MARGIN);
  }
}
