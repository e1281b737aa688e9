package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A holder gives a part of its lease to another (rule 17). */
class DeriveTest {

  private static final String FAMILY =
      """
         alice acquire a scope=/d/** ttl=1h              | ACTIVE
         alice derive a as=c holder=bob scope=/d/c ttl=30m | ACTIVE
         bob   derive c as=g holder=carol                | ACTIVE
      """;

  @Test
  void aChildDoesNotConflictWithItsAncestorsAndDoesWithItsSiblings() {
    Script.run(FAMILY)
        .then(
            """
            alice derive a as=s holder=dave scope=/d/s   | ACTIVE
            alice derive a as=t holder=dave scope=/d/*   | SCOPE_OVERLAP by=c,g,s
            alice derive a as=t holder=dave              | SCOPE_OVERLAP by=c,g,s
            bob   derive c as=h holder=dave              | SCOPE_OVERLAP by=g
            dave  acquire x scope=/d/c                   | SCOPE_OVERLAP by=a,c,g
            carol release g                              | RELEASED
            bob   derive c as=h holder=dave              | ACTIVE
            """);
  }

  @Test
  void sharedSiblingsStandBesideEachOther() {
    Script.run(
        """
        alice acquire a scope=/d/**                            | ACTIVE
        alice derive a as=r1 holder=bob mode=shared            | ACTIVE mode=shared
        alice derive a as=r2 holder=carol mode=shared          | ACTIVE mode=shared
        alice derive a as=w holder=dave scope=/d/x             | SCOPE_OVERLAP by=r1,r2
        bob   convert r1 mode=exclusive                        | SCOPE_OVERLAP by=r2
        carol release r2                                       | RELEASED
        bob   convert r1 mode=exclusive                        | ACTIVE mode=exclusive
        """);
  }

  @Test
  void whatIsNotGivenIsTheParentsOwn() {
    Script script =
        Script.run(
            """
               alice acquire a scope=/d/** ttl=1h renewals=3 tools=t label=k:v | ACTIVE
            1m alice derive a as=c holder=bob session=two \
                 | ACTIVE holder=bob session=two scope=/d/** mode=exclusive left=59m parent=a
            """);

    assertThat(script.lease().maxRenewals()).isEqualTo(3);
    assertThat(script.lease().labels()).isEmpty();
    assertThat(Told.to(script, "bob")).containsExactly("RECEIVED c");
    script
        .then("bob validate c tool=t | ACTIVE")
        .then("bob validate c tool=u | LEASE_VIOLATION tool");
  }

  @Test
  void authorityOnlyNarrows() {
    Script.run(
        """
        alice acquire a works=w1,w2 tools=t namespaces=n/m                          | ACTIVE
        alice derive a as=c holder=bob works=w1 tools=t namespaces=n/m/o            | ACTIVE
        bob   validate c work=w1 tool=t namespace=n/m/o/p                           | ACTIVE
        bob   validate c namespace=n/m                       | LEASE_VIOLATION namespace
        bob   validate c work=w2                             | LEASE_VIOLATION workId
        bob   derive c as=g works=w2                         | INVALID_INPUT authority
        bob   derive c as=g namespaces=n/m                   | INVALID_INPUT authority
        bob   derive c as=g namespaces=n/m/oo                | INVALID_INPUT authority
        bob   derive c as=g tools=t                          | ACTIVE
        bob   validate g work=w1                             | LEASE_VIOLATION workId
        """);
  }

  @Test
  void aChildsDeadlineNeverPassesItsParents() {
    Script.run(
        """
            alice acquire a scope=/d/** ttl=10m               | ACTIVE
            alice derive a as=c holder=bob ttl=1h             | ACTIVE until=10m
            bob   renew c ttl=2h                              | RENEWAL_DOES_NOT_EXTEND
        5m  alice renew a ttl=10m                             | ACTIVE until=15m
            bob   get c                                       | ACTIVE until=10m
            bob   renew c ttl=2h                              | ACTIVE until=15m
            bob   derive c as=g holder=carol ttl=2h           | ACTIVE until=15m
        """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "alice release a          | RELEASED",
        "admin revoke a           | REVOKED",
        "admin release-all alice  | swept=1 done",
      })
  void whenTheParentEndsItsChildrenEndLeavesFirst(String end) {
    Script script = Script.run(FAMILY).then("1m " + end);

    assertThat(script.journal().subList(3, 6))
        .extracting(event -> ((LeaseEvent.Ended) event).leaseId())
        .containsExactly("g", "c", "a");
    script.restart();
    script.then("bob get c | REVOKED reason=PARENT_ENDED by=time ended=1m");
    script.then("carol get g | REVOKED reason=PARENT_ENDED by=time ended=1m");
    script.then("dave acquire x scope=/d/** | ACTIVE");
    assertThat(Told.to(script, "bob")).containsExactly("RECEIVED c", "REVOKED c PARENT_ENDED");
  }

  @Test
  void aParentThatExpiresTakesItsChildrenAlongAtItsOwnInstant() {
    Script script =
        Script.run(
            """
                alice acquire a scope=/d/** ttl=10s heartbeat=5s   | ACTIVE
                alice derive a as=c holder=bob                     | ACTIVE
            20s bob   get c                       | REVOKED reason=PARENT_ENDED ended=5s
            """);

    assertThat(script.lease().ending().wallNanos())
        .isEqualTo(Script.WALL_NANOS + 5 * Limits.SECOND);
  }

  @Test
  void aLateSweepLetsAChildEndAsItWouldHaveEndedInTime() {
    Script.run(
        """
            alice acquire a policy=checkout scope=/d/**               | ACTIVE
            alice derive a as=c holder=bob scope=/d/c ttl=71h         | ACTIVE
            alice derive a as=e holder=bob scope=/d/e                 | ACTIVE until=3d
        73h bob   get c                                | EXPIRED cause=TIME ended=71h
            bob   get e                                | EVICTED reason=PARENT_ENDED ended=3d
            alice get a                                | EXPIRED ended=3d
        """);
  }

  @Test
  void aChildOfAParentInGraceStaysEnded() {
    Script.run(
        """
            admin create-pool p amounts=usd:9                              | pool=p
            alice$p acquire a policy=budget pool=p budget=usd:5 ttl=10s    | ACTIVE
            alice derive a as=c holder=bob                                 | ACTIVE
        10s alice get a                                                    | EXPIRED
            bob   get c                           | REVOKED reason=PARENT_ENDED ended=10s
            alice refresh a                                                | ACTIVE
            bob   get c                           | REVOKED reason=PARENT_ENDED
            bob   validate c                                               | LEASE_REVOKED
        """);
  }

  @Test
  void aChildInGraceIsClosedWithItsParent() {
    Script.run(
        """
            admin   create-pool p amounts=usd:9                                    | pool=p
            alice$p acquire a policy=budget pool=p budget=usd:1 scope=/d/** ttl=1h | ACTIVE
            alice   derive a as=c holder=bob ttl=10s                               | ACTIVE
        11s bob     get c                                                        | EXPIRED ended=10s
            alice   close a                                                        | CLOSED
            bob     get c                          | CLOSED ended=10s cause=TIME reason=PARENT_ENDED
        """);
  }

  @Test
  void anExhaustedParentEndsItsChildren() {
    Script.run(
        """
        admin create-pool p amounts=usd:9                          | pool=p
        alice$p acquire a policy=budget pool=p budget=usd:5        | ACTIVE
        alice derive a as=c holder=bob                             | ACTIVE
        alice spend a amounts=usd:5 request=q                      | EXPIRED cause=EXHAUSTED
        bob   get c                                        | REVOKED reason=PARENT_ENDED
        """);
  }

  @Test
  void anAncestorCannotBecomeWeakerThanALivingChild() {
    Script.run(
        """
        alice acquire a scope=/d/**                     | ACTIVE
        alice derive a as=c holder=bob scope=/d/c       | ACTIVE
        alice convert a mode=shared                     | INVALID_INPUT mode
        bob   convert c mode=shared                     | ACTIVE mode=shared
        alice convert a mode=shared                     | ACTIVE mode=shared
        bob   convert c mode=exclusive                  | INVALID_INPUT mode
        alice convert a mode=exclusive                  | ACTIVE mode=exclusive
        bob   convert c mode=exclusive                  | ACTIVE mode=exclusive
        bob   release c                                 | RELEASED
        alice convert a mode=shared                     | ACTIVE mode=shared
        """);
  }

  @Test
  void aChildsEndFreesItsPartForTheNextChildOnly() {
    Script.run(FAMILY)
        .then(
            """
            bob   release c                               | RELEASED
            carol get g                                   | REVOKED reason=PARENT_ENDED
            dave  acquire x scope=/d/c                    | SCOPE_OVERLAP by=a
            alice derive a as=n holder=dave scope=/d/c    | ACTIVE
            """);
  }

  @Test
  void aRetryGetsTheSameChildAsItIsNow() {
    Script.run(
        """
        alice acquire a                                  | ACTIVE
        alice derive a as=c1 holder=bob request=r        | ACTIVE id=c1
        alice derive a as=c2 holder=bob request=r        | ACTIVE id=c1
        alice derive a as=c2 holder=carol request=r      | INVALID_INPUT requestId
        alice derive a as=c2 holder=bob ttl=1m request=r | INVALID_INPUT requestId
        bob   release c1                                 | RELEASED
        alice derive a as=c2 holder=bob request=r        | RELEASED id=c1
        """);
  }
}
