package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Limits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The counter of an exclusively held resource (rule 14). */
class EpochTest {

  @Test
  void underWorkflowEveryGrantAfterTheFirstAddsOne() {
    Script.run(
        """
           alice acquire a policy=workflow        | ACTIVE epoch=0
           alice release a                        | RELEASED epoch=0
           bob   acquire b policy=workflow ttl=9s | ACTIVE epoch=1
        9s carol acquire c policy=workflow        | ACTIVE epoch=2
           admin revoke c                         | REVOKED
           carol acquire d policy=workflow        | ACTIVE epoch=3
        """);
  }

  @Test
  void aRenewalAndARetryKeepTheEpoch() {
    Script.run(
        """
           alice acquire a policy=workflow           | ACTIVE epoch=0
           alice release a                           | RELEASED
           alice acquire b policy=workflow request=r | ACTIVE epoch=1
        1s alice renew b                             | ACTIVE epoch=1
           alice acquire c policy=workflow request=r | ACTIVE epoch=1 id=b
        """);
  }

  @Test
  void elsewhereEpochsBeginAnewWithEachLease() {
    Script.run(
        """
        admin   create-pool p amounts=usd:9                  | pool=p
        alice   acquire a1 policy=file                       | ACTIVE epoch=0
        alice   release a1                                   | RELEASED
        alice   acquire a2 policy=file                       | ACTIVE epoch=0
        alice   release a2                                   | RELEASED
        alice   acquire a3 policy=work                       | ACTIVE epoch=0
        alice   release a3                                   | RELEASED
        alice   acquire a4 policy=checkout                   | ACTIVE epoch=0
        alice   release a4                                   | RELEASED
        alice$p acquire a5 policy=budget pool=p budget=usd:1 | ACTIVE epoch=0
        """);
  }

  @Test
  void theResourceIsTheSpaceAndTheCanonicalScope() {
    Script.run(
        """
        alice acquire a policy=workflow space=s scope=/f    | ACTIVE epoch=0
        alice release a                                     | RELEASED
        alice acquire b policy=workflow space=t scope=/f    | ACTIVE epoch=0
        alice acquire c policy=workflow space=s scope=/g    | ACTIVE epoch=0
        alice release c                                     | RELEASED
        alice acquire d policy=workflow space=s scope=/f,/g | ACTIVE epoch=0
        alice release d                                     | RELEASED
        alice acquire e policy=workflow space=s scope=/g,/f | ACTIVE epoch=1
        alice release e                                     | RELEASED
        alice acquire f policy=workflow space=s scope=/f    | ACTIVE epoch=1
        """);
  }

  @Test
  void aRefusedAcquireTakesNoEpoch() {
    Script.run(
        """
        alice acquire a policy=workflow | ACTIVE epoch=0
        bob   acquire b policy=workflow | ALREADY_LEASED
        bob   acquire b policy=workflow | ALREADY_LEASED
        alice release a                 | RELEASED
        bob   acquire b policy=workflow | ACTIVE epoch=1
        """);
  }

  @Test
  void epochsNeverFallByPruning() {
    Script.run(
        """
           alice acquire a policy=workflow | ACTIVE epoch=0
           alice release a                 | RELEASED
           alice acquire b policy=workflow | ACTIVE epoch=1
           alice release b                 | RELEASED
        1s admin prune before=1s           | swept=2
           alice acquire c policy=workflow | ACTIVE epoch=2
        """);
  }

  @Test
  void aNewResourceBeginsAtZeroWhateverElseWasForgotten() {
    Script script =
        Script.run(
            """
               alice acquire a policy=workflow scope=/flow-1 | ACTIVE epoch=0
               alice advance a expected=0                    | ACTIVE epoch=1
               alice advance a expected=1                    | ACTIVE epoch=2
               alice advance a expected=2                    | ACTIVE epoch=3
               alice release a                               | RELEASED
            1s admin prune before=1s                         | swept=1
               alice acquire b policy=workflow scope=/flow-2 | ACTIVE epoch=0
               alice acquire c policy=workflow scope=/flow-1 | ACTIVE epoch=4
               alice release c                               | RELEASED
            2s admin prune before=2s                         | swept=1
            """);

    script.restart().then("alice acquire d policy=workflow scope=/flow-1 | ACTIVE epoch=5");
    script.then("alice acquire e policy=workflow scope=/flow-3 | ACTIVE epoch=0");
  }

  /** Servers of old raised a floor of the space; their journals mean what they meant. */
  @Test
  void inAJournalOfOldPruningRaisesTheFloorOfTheSpace() {
    List<Event> journal =
        Script.run(
                """
                   alice acquire a policy=workflow scope=/flow-1 | ACTIVE epoch=0
                   alice advance a expected=0                    | ACTIVE epoch=1
                   alice release a                               | RELEASED
                1s admin prune before=1s                         | swept=1
                """)
            .journal();

    Script.runWithQuota(
        Limits.DEFAULT_LEASES_PER_HOLDER,
        EventBytes.decode(EventBytes.encode(OldJournal.of(journal))),
        """
        1s alice acquire b policy=workflow scope=/flow-2         | ACTIVE epoch=2
           alice acquire c policy=workflow scope=/flow-1 space=t | ACTIVE epoch=0
           alice release b                                       | RELEASED
        2s admin prune before=2s                                 | swept=1
           alice acquire d policy=workflow scope=/flow-2         | ACTIVE epoch=3
           alice acquire e policy=workflow scope=/flow-3         | ACTIVE epoch=2
        """);
  }

  @Test
  void whereEpochsDoNotBeginAtZeroALeaseTellsTheFloor() {
    Script script =
        Script.run(
            """
            admin restore                   | restored=0
            alice acquire a policy=workflow | ACTIVE
            alice get a                     | ACTIVE
            """);
    assertThat(script.lease().rare().epochFloor()).isEqualTo(Limits.RESTORE_EPOCH_LIFT);

    script.then("alice acquire b scope=/b | ACTIVE").then("alice get b | ACTIVE");
    assertThat(script.lease().rare().epochFloor()).isZero();
  }

  @Test
  void epochsNeverFallByARestart() {
    Script script =
        Script.run(
            """
               alice acquire a policy=workflow | ACTIVE epoch=0
               alice release a                 | RELEASED
            1s admin prune before=1s           | swept=1
            """);

    script.restart().then("alice acquire b policy=workflow | ACTIVE epoch=1");
    script.then("alice release b | RELEASED").recover();
    script.then("alice acquire c policy=workflow | ACTIVE epoch=2");
  }

  @Test
  void epochsNeverFallWhenASpaceBeginsToIgnoreCase() {
    Script script =
        Script.run(
            """
            alice acquire a policy=workflow scope=/Flow | ACTIVE epoch=0
            alice release a                             | RELEASED
            alice acquire b policy=workflow scope=/Flow | ACTIVE epoch=1
            alice release b                             | RELEASED
            admin declare s insensitive                 | insensitive
            """);

    assertGoesOnAbove(1, script);
  }

  @Test
  void epochsNeverFallWhenASpaceCeasesToIgnoreCase() {
    Script script =
        Script.run(
            """
            admin declare s insensitive                 | insensitive
            alice acquire a policy=workflow scope=/Flow | ACTIVE epoch=0
            alice release a                             | RELEASED
            admin declare s                             | sensitive
            """);

    assertGoesOnAbove(0, script);
  }

  @Test
  void epochsNeverFallHoweverOftenASpaceChangesItsMind() {
    Script script =
        Script.run(
            """
            alice acquire a policy=workflow scope=/Flow | ACTIVE epoch=0
            alice release a                             | RELEASED
            alice acquire b policy=workflow scope=/Flow | ACTIVE epoch=1
            alice release b                             | RELEASED
            admin declare s insensitive                 | insensitive
            alice acquire c policy=workflow scope=/o    | ACTIVE
            alice release c                             | RELEASED
            admin declare s                             | sensitive
            """);

    assertGoesOnAbove(1, script);
  }

  /** Goes on live and after a restart of either kind. */
  private static void assertGoesOnAbove(long epoch, Script script) {
    script.then("alice acquire x policy=workflow scope=/Flow | ACTIVE");
    long first = script.lease().epoch();
    assertThat(first).isGreaterThan(epoch);

    script.then("alice release x | RELEASED").restart();
    script.then("alice acquire y policy=workflow scope=/Flow | ACTIVE");
    assertThat(script.lease().epoch()).isEqualTo(first + 1);

    script.restart().then("alice acquire z policy=workflow scope=/New | ACTIVE");
    assertThat(script.lease().epoch()).isGreaterThan(epoch);
  }
}
