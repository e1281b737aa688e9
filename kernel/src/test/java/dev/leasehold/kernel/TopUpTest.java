package dev.leasehold.kernel;

import org.junit.jupiter.api.Test;

/** Pools that are topped up at the beginning of every period. */
class TopUpTest {

  @Test
  void freeAndOutstandingMakeTheAmount() {
    Script.run(
        """
        admin   create-pool p amounts=usd:10 every=month upto=usd:10 | pool=p every=month
        admin   top-up p period=2026-11                              | pool=p free=usd:10
        alice$p acquire x policy=budget pool=p budget=usd:6          | ACTIVE
        alice   spend x amounts=usd:4 request=s                      | ACTIVE
        admin   top-up p period=2026-12 | pool=p free=usd:8 outstanding=usd:2 spent=usd:4
        alice   close x                                              | CLOSED
        admin   top-up p period=2027-01 | pool=p free=usd:10 spent=usd:4 period=2027-01
        """);
  }

  @Test
  void moreThanTheAmountIsLeftAlone() {
    Script.run(
        """
        admin create-pool p amounts=usd:50 every=day upto=usd:10,toks:3 | pool=p
        admin top-up p period=2026-11-18                | pool=p free=toks:3,usd:50
        admin top-up p period=2026-11-19                | pool=p free=toks:3,usd:50
        """);
  }

  @Test
  void periodsOfAnotherLengthBeginAnew() {
    Script.run(
            """
            admin create-pool p every=day upto=usd:10       | pool=p total=none
            admin top-up p period=2026-11-18                | pool=p free=usd:10
            admin recur p every=day upto=usd:20 zone=Asia/Tokyo | pool=p period=2026-11-18
            admin top-up p period=2026-11-18                | INVALID_INPUT period
            admin recur p every=month upto=usd:20           | pool=p period=none
            admin top-up p period=2026-11                   | pool=p free=usd:20
            """)
        .restart()
        .then(
            """
            admin top-up p period=2026-11                   | INVALID_INPUT period
            admin recur p                                   | pool=p every=never period=none
            admin top-up p period=2026-12                   | INVALID_INPUT id
            """);
  }
}
