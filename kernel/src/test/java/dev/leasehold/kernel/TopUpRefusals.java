package dev.leasehold.kernel;

/** Refusals to top up a pool, in the order of the kernel's checks. */
final class TopUpRefusals {

  private TopUpRefusals() {}

  static final String RECUR =
      """
      # given
      admin create-pool p amounts=usd:1 request=r1 | pool=p every=never

      # one rule at a time
      alice   recur p every=day upto=usd:1                      | FORBIDDEN
      auditor recur p every=day upto=usd:1                      | FORBIDDEN
      admin:s recur p every=day upto=usd:1                      | FORBIDDEN
      admin   recur <none> every=day upto=usd:1                 | INVALID_INPUT id
      admin   recur p every=day upto=usd:1 request=?            | INVALID_INPUT requestId
      admin   recur p every=day upto=usd:1 zone=<none>          | INVALID_INPUT zone
      admin   recur p every=day upto=usd:1 zone=~65             | INVALID_INPUT zone
      admin   recur p every=day                                 | INVALID_INPUT amounts
      admin   recur p every=day upto=UNITS17                    | INVALID_INPUT amounts
      admin   recur p every=day upto=usd:MORE                   | INVALID_INPUT amounts.usd
      admin   recur p every=day upto=usd:1 request=r1           | INVALID_INPUT requestId
      admin   recur no every=day upto=usd:1                     | NOT_FOUND
      admin   create-pool q every=day                           | INVALID_INPUT amounts
      admin   create-pool q every=day upto=usd:1 zone=<none>    | INVALID_INPUT zone

      # everything at once: each row puts right what the row above was refused for
      alice   recur ! every=day zone=<none> request=!           | FORBIDDEN
      admin   recur ! every=day zone=<none> request=!           | INVALID_INPUT id
      admin   recur no every=day zone=<none> request=!          | INVALID_INPUT requestId
      admin   recur no every=day zone=<none> request=r1         | INVALID_INPUT zone
      admin   recur no every=day request=r1                     | INVALID_INPUT amounts
      admin   recur no every=day upto=usd:1 request=r1          | INVALID_INPUT requestId
      admin   recur no every=day upto=usd:1 request=r2          | NOT_FOUND
      admin   recur p every=day upto=usd:9 request=r2           | pool=p every=day upto=usd:9
      admin   recur p every=day upto=usd:9 request=r2           | pool=p every=day # a retry
      admin   recur p request=r3                                | pool=p every=never
      """;

  static final String TOP_UP =
      """
      # given
      admin create-pool d amounts=usd:1 every=day upto=usd:9    | pool=d every=day period=none
      admin create-pool w amounts=usd:1 every=week upto=usd:9   | pool=w
      admin create-pool m amounts=usd:1 every=month upto=usd:9  | pool=m
      admin create-pool full amounts=usd:MOST                   | pool=full
      admin recur full every=day upto=x:1                       | pool=full
      admin create-pool hand amounts=usd:1                      | pool=hand

      # one rule at a time
      alice   top-up d period=2026-11-18    | FORBIDDEN
      admin:s top-up d period=2026-11-18    | FORBIDDEN
      admin   top-up ! period=2026-11-18    | INVALID_INPUT id
      admin   top-up no period=2026-11-18   | NOT_FOUND
      admin   top-up hand period=2026-11-18 | INVALID_INPUT id
      admin   top-up d period=<none>        | INVALID_INPUT period
      admin   top-up d period=2026-11       | INVALID_INPUT period
      admin   top-up d period=2026-W47      | INVALID_INPUT period
      admin   top-up w period=2026-11-18    | INVALID_INPUT period
      admin   top-up m period=2026-11-18    | INVALID_INPUT period

      admin   top-up d period=2026-11-18    | pool=d free=usd:9 period=2026-11-18
      admin   top-up d period=2026-11-18    | INVALID_INPUT period
      admin   top-up d period=2026-11-17    | INVALID_INPUT period
      admin   top-up d period=2026-11-19    | pool=d period=2026-11-19
      admin   top-up w period=2026-W53      | pool=w free=usd:9
      admin   top-up w period=2026-W52      | INVALID_INPUT period
      admin   top-up w period=2027-W01      | pool=w
      admin   top-up m period=2026-12       | pool=m
      admin   top-up m period=2026-02       | INVALID_INPUT period
      admin   top-up full period=2026-11-18 | pool=full
      admin   recur full every=day upto=usd:MOST,y:1 | pool=full
      admin   top-up full period=2026-11-19 | pool=full

      admin   restore                       | restored=0
      admin   top-up d period=2026-11-20    | INSUFFICIENT_BUDGET
      admin   confirm-pool d                | pool=d open
      admin   top-up d period=2026-11-20    | pool=d period=2026-11-20
      """;
}
