package dev.leasehold.client.guard;

import org.jspecify.annotations.Nullable;

/**
 * A verdict, and the standing to remember from then on.
 *
 * @param next null if nothing changes
 */
record Judgement(Verdict verdict, @Nullable ResourceKnowledge next) {

  private static final Verdict ALLOWED = new Verdict.Allowed();

  static Judgement allow() {
    return new Judgement(ALLOWED, null);
  }

  static Judgement allow(ResourceKnowledge next) {
    return new Judgement(ALLOWED, next);
  }

  static Judgement deny(Verdict.Code code, String expected, String received, String advice) {
    return new Judgement(new Verdict.Denied(code, expected, received, advice), null);
  }

  static Judgement cannotTell(String why) {
    return new Judgement(new Verdict.CannotTell(why), null);
  }

  static Judgement superseded(FencePath largest, FencePath received) {
    return deny(
        Verdict.Code.LEASE_VIOLATION,
        "fence path " + largest,
        "fence path " + received,
        "the lease was superseded: a newer token was here before");
  }

  static Judgement otherLease(@Nullable String expected, String received) {
    return deny(
        Verdict.Code.LEASE_VIOLATION,
        "lease " + expected,
        "lease " + received,
        "another lease is expected; if this one succeeded it, show the guard its certificate");
  }
}
