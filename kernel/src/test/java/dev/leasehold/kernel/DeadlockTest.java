package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.ConflictRefusal;
import dev.leasehold.kernel.view.Party;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A caller that would close a circle of parties that wait for each other is told, and does not
 * wait.
 */
class DeadlockTest {

  @Test
  void threeInACircle() {
    Script.run(
            """
            alice acquire a scope=/a                      | ACTIVE
            bob   acquire b scope=/b                      | ACTIVE
            carol acquire c scope=/c                      | ACTIVE
            alice acquire x scope=/b wait=1h              | PENDING
            bob   acquire y scope=/c wait=1h              | PENDING
            """)
        .restart()
        .then(
            """
            carol acquire z scope=/a wait=1h              | DEADLOCK cycle=carol,alice,bob
            carol acquire z scope=/a                      | SCOPE_OVERLAP by=a
            carol release c                               | RELEASED
            carol acquire z scope=/a wait=1h              | PENDING
            """);
  }

  @Test
  void throughAWaiterAhead() {
    Script.run(
        """
        alice acquire a scope=/x                          | ACTIVE
        bob   acquire b scope=/b                          | ACTIVE
        carol acquire c scope=/x,/y wait=1h               | PENDING
        alice acquire d scope=/b wait=1h                  | PENDING
        bob   acquire e scope=/y wait=1h                  | DEADLOCK cycle=bob,carol,alice
        dave  acquire f scope=/y wait=1h                  | PENDING
        """);
  }

  @Test
  void throughAWaiterThatTheNewOneWouldPass() {
    Script.run(
        """
        alice acquire a scope=/a                          | ACTIVE
        bob   acquire b scope=/b                          | ACTIVE
        carol acquire c scope=/c                          | ACTIVE
        bob   acquire d scope=/c,/y wait=1h               | PENDING
        alice acquire e scope=/b wait=1h                  | PENDING
        dave  acquire f scope=/a wait=1h                  | PENDING
        alice acquire g scope=/c,/y wait=1h priority=1    | DEADLOCK cycle=alice,bob
        dave  acquire h scope=/y priority=1               | DEADLOCK cycle=dave,alice,bob
        erin  acquire h scope=/y priority=1               | ACTIVE
        """);
  }

  @Test
  void byAGrantAheadOfAWaiter() {
    Script.run(
        """
        alice acquire a scope=/a                          | ACTIVE
        bob   acquire b scope=/b                          | ACTIVE
        bob   acquire c scope=/a,/y wait=1h               | PENDING
        carol acquire d scope=/b wait=1h                  | PENDING
        carol acquire e scope=/y priority=1               | DEADLOCK cycle=carol,bob
        dave  acquire e scope=/y priority=1               | ACTIVE
        """);
  }

  @Test
  void twoReadersWhoBothWantToWrite() {
    Script.run(
        """
        alice acquire a mode=shared                       | ACTIVE
        bob   acquire b mode=shared scope=/*              | ACTIVE
        alice convert a wait=1h                           | ACTIVE mode=shared
        bob   convert b wait=1h                           | DEADLOCK cycle=bob,alice
        bob   convert b                                   | SCOPE_OVERLAP by=a
        bob   release b                                   | RELEASED
        alice get a                                       | ACTIVE mode=exclusive
        """);
  }

  @Test
  void aReaderWhoWantsToWriteAndWaitsForOneThatWaitsForIt() {
    Script.run(
        """
        alice acquire a mode=shared                       | ACTIVE
        alice acquire a2 scope=/b                         | ACTIVE
        bob   acquire b mode=shared                       | ACTIVE
        bob   acquire x scope=/b wait=1h                  | PENDING
        alice convert a wait=1h                           | DEADLOCK cycle=alice,bob
        """);
  }

  @Test
  void byAConversionAtOnce() {
    Script.run(
        """
        alice acquire a scope=/x mode=shared              | ACTIVE
        bob   acquire b scope=/b                          | ACTIVE
        carol acquire c scope=/y                          | ACTIVE
        bob   acquire d scope=/x,/y mode=shared wait=1h   | PENDING   # for carol
        alice acquire e scope=/b wait=1h                  | PENDING   # for bob
        alice convert a                                   | DEADLOCK cycle=alice,bob
        alice release e                                   | FAILED
        alice convert a                                   | ACTIVE mode=exclusive
        """);
  }

  @Test
  void byADerivedLease() {
    Script.run(
        """
        alice acquire a scope=/a/**                       | ACTIVE
        bob   acquire b scope=/b                          | ACTIVE
        bob   acquire c scope=/a/x wait=1h                | PENDING   # for alice
        carol acquire d scope=/b wait=1h                  | PENDING   # for bob
        alice derive a as=k holder=carol scope=/a/x       | DEADLOCK cycle=carol,bob
        alice derive a as=k holder=carol scope=/a/y       | ACTIVE
        alice derive a as=l holder=bob scope=/a/x         | DEADLOCK cycle=bob
        alice derive a as=l holder=dave scope=/a/x        | ACTIVE
        """);
  }

  @Test
  void byATransfer() {
    Script.run(
        """
        alice acquire a scope=/a                          | ACTIVE
        bob   acquire b scope=/b                          | ACTIVE
        bob   acquire c scope=/a wait=1h                  | PENDING   # for alice
        carol acquire d scope=/b wait=1h                  | PENDING   # for bob
        alice transfer a as=k to=carol                    | DEADLOCK cycle=carol,bob
        alice transfer a as=k to=bob                      | DEADLOCK cycle=bob
        alice transfer a as=k to=dave                     | ACTIVE
        bob   get c                                       | PENDING
        """);
  }

  @Test
  void nobodyWaitsForItself() {
    Script.run(
        """
        alice acquire a                                   | ACTIVE
        alice acquire b wait=1h                           | SCOPE_OVERLAP by=a
        bob   acquire c wait=1h                           | PENDING
        bob   acquire d wait=1h                           | SCOPE_OVERLAP by=a,c
        bob   acquire d wait=1h priority=1                | DEADLOCK cycle=bob
        bob   acquire d wait=1h session=two               | PENDING
        carol acquire e scope=/c                          | ACTIVE
        dave  acquire f scope=/c,/d wait=1h               | PENDING
        dave  acquire g scope=/d priority=1               | DEADLOCK cycle=dave
        """);
  }

  @Test
  void nobodyWaitsForItselfByAConversion() {
    Script.run(
        """
        alice acquire a mode=shared                       | ACTIVE
        carol acquire c scope=/c                          | ACTIVE
        alice acquire b scope=/a,/c mode=shared wait=1h   | PENDING
        alice convert a                                   | DEADLOCK cycle=alice
        dave  acquire d mode=shared                       | ACTIVE
        alice convert a wait=1h                           | DEADLOCK cycle=alice
        """);
  }

  @Test
  void nobodyWaitsForItselfHoweverManyOthersAreInTheWay() {
    StringBuilder crowd = new StringBuilder();
    for (int i = 0; i < 2 * Limits.MAX_CONFLICTS_NAMED; i++) {
      crowd.append("r%d acquire r%d mode=shared | ACTIVE%n".formatted(i, i));
    }
    String rows =
        """
        alice acquire mine mode=shared                    | ACTIVE
        %s
        alice acquire too mode=shared                     | ACTIVE
        alice acquire x wait=1h                           | SCOPE_OVERLAP
        r31   acquire x wait=1h                           | SCOPE_OVERLAP
        r7    acquire x wait=1h                           | SCOPE_OVERLAP
        alice convert mine wait=1h                        | SCOPE_OVERLAP
        """;
    Script script = Script.run(rows.formatted(crowd));
    assertThat(script.kernel().waitingCount()).isZero();
  }

  @Test
  void aTokenForSomeSpacesIsToldOfThoseWhoWaitThere() {
    Script script =
        Script.run(
            """
            alice   acquire a                             | ACTIVE
            bob     acquire b space=t                     | ACTIVE
            carol   acquire c space=u                     | ACTIVE
            dave    acquire d space=t scope=/d            | ACTIVE
            alice   acquire e space=t wait=1h             | PENDING
            bob     acquire f space=u wait=1h             | PENDING
            carol   acquire g space=t scope=/d wait=1h    | PENDING
            dave:s  acquire s/h wait=1h                   | DEADLOCK cycle=dave,others,others,others
            dave:s,t acquire s/i wait=1h                  | DEADLOCK cycle=dave,alice,others,carol
            dave:s,u acquire s/j wait=1h                  | DEADLOCK cycle=dave,others,bob,others
            dave    acquire k wait=1h                     | DEADLOCK cycle=dave,alice,bob,carol
            """);
    Reply.Refused refused = (Reply.Refused) script.played().get(7).reply();
    assertThat(refused.refusal().detail())
        .isEqualTo(
            "dave would wait for others, who wait for others, who wait for others, who wait for"
                + " dave; release something first");
  }

  @Test
  void theSessionsOfAHolderArePartiesOfTheirOwn() {
    Script script =
        Script.run(
            """
            alice acquire a scope=/a session=one          | ACTIVE
            alice acquire b scope=/b session=two          | ACTIVE
            alice acquire c scope=/b session=one wait=1h  | PENDING
            alice acquire d scope=/a session=two wait=1h  | DEADLOCK
            alice acquire e scope=/a session=three wait=1h | PENDING
            """);
    Reply.Refused refused = (Reply.Refused) script.played().get(3).reply();
    assertThat(refused.refusal())
        .isEqualTo(
            new ConflictRefusal.Deadlock(
                List.of(new Party("alice", "two"), new Party("alice", "one"))));
    assertThat(refused.refusal().detail())
        .isEqualTo(
            "alice (two) would wait for alice (one), who waits for alice (two);"
                + " release something first");
  }
}
