package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.policy.Limits;
import org.junit.jupiter.api.Test;

/** One reminder for each lease (rule 22). */
class ReminderTest {

  @Test
  void theReminderComesAtItsTickAndSaysHowLongIsLeft() {
    Script script =
        Script.run(
            """
                    alice acquire a policy=checkout | ACTIVE
            70h-1ns admin expire                    | swept=0 done
            """);
    assertThat(script.kernel().nextDueTick()).isEqualTo(70 * Limits.HOUR);
    assertThat(Told.to(script, "alice")).isEmpty();

    script.then("70h admin expire | swept=1 done");
    assertThat(Told.to(script, "alice")).containsExactly("REMINDER a 2h");
    assertThat(Told.notices(script, "alice").getFirst().textAt(70 * Limits.HOUR))
        .contains("in 2 hours")
        .contains("finish your work")
        .contains("check in early")
        .doesNotContain("renew")
        .doesNotContain("extend");
  }

  @Test
  void whoHasLockedAFileWithGitLfsIsToldToUnlockIt() {
    Script script =
        Script.run(
            """
                alice acquire a policy=lfs scope=/hero.bin | ACTIVE
            29d admin expire                              | swept=1 done
            """);
    assertThat(Told.notices(script.restart(), "alice").getFirst().textAt(29 * 24 * Limits.HOUR))
        .isEqualTo(
            "lease a on /hero.bin in s ends in 24 hours; finish your work, or unlock it early with"
                + " git lfs unlock");
  }

  @Test
  void thereIsOneReminderAndNoMore() {
    Script script =
        Script.run(
            """
                alice acquire a policy=checkout | ACTIVE unreminded
            70h alice get a                     | ACTIVE reminded
            71h admin expire                    | swept=0 done
            """);

    script.restart().then("71h30m admin expire | swept=0 done");
    script.recover().then("72h-1ns admin expire | swept=0 done");
    assertThat(Told.to(script, "alice")).containsExactly("REMINDER a 2h");
  }

  @Test
  void aLateReminderSaysHowLongIsReallyLeft() {
    Script script =
        Script.run(
            """
                  alice acquire a policy=checkout | ACTIVE
            71h30m alice get a                    | ACTIVE reminded
            """);

    assertThat(Told.to(script, "alice")).containsExactly("REMINDER a 30m");
  }

  @Test
  void aLeaseThatEndedFirstIsNotRemindedByALateSweep() {
    Script script =
        Script.run(
            """
                alice acquire a policy=checkout | ACTIVE
            73h alice get a                     | EXPIRED unreminded ended=3d
            """);

    assertThat(Told.to(script, "alice")).containsExactly("EXPIRED a");
  }

  @Test
  void thereIsNoneIfTheTtlIsNoLongerThanTheLead() {
    Script script =
        Script.run(
            """
                    alice acquire a policy=checkout ttl=2h              | ACTIVE
                    alice acquire b policy=checkout ttl=2h+1ns scope=/b | ACTIVE
            1ns     admin expire                                        | swept=1 done
            2h-1ns  admin expire                                        | swept=0 done
            """);

    assertThat(Told.to(script, "alice")).containsExactly("REMINDER b 2h");
  }

  @Test
  void thereIsNoneForADerivedLeaseThatHasNoLongerThanTheLead() {
    Script script =
        Script.run(
            """
                alice acquire a policy=checkout ttl=10h scope=/d/** | ACTIVE
            8h+1ns alice derive a as=c holder=bob scope=/d/c        | ACTIVE
                admin expire                                        | swept=0 done
            """);

    assertThat(Told.to(script, "bob")).containsExactly("RECEIVED c");
  }

  @Test
  void aReminderIsDroppedWhenTheLeaseEnds() {
    Script script =
        Script.run(
            """
                alice acquire a policy=checkout          | ACTIVE
                alice acquire b policy=checkout scope=/b | ACTIVE
                alice acquire c policy=checkout scope=/c | ACTIVE
            70h alice complete a                         | COMPLETED
                admin revoke b reason=flood              | EVICTED
            """);
    assertThat(Told.to(script, "alice")).containsExactly("REMINDER c 2h", "EVICTED b flood");

    script.restart().then("72h alice get c | EXPIRED");
    assertThat(Told.to(script, "alice")).containsExactly("EVICTED b flood", "EXPIRED c");
  }

  @Test
  void aRenewalMovesAReminderThatIsStillToCome() {
    Script script =
        Script.run(
            """
                   admin policy loan lead=1m ttl=10m   | policy=loan lead=1m
                   alice acquire a policy=loan         | ACTIVE
            8m     alice renew a                       | ACTIVE until=18m
            17m-1ns admin expire                       | swept=0 done
            17m    admin expire                        | swept=1 done
            """);

    assertThat(Told.to(script, "alice")).containsExactly("REMINDER a 1m");
    script.then("17m30s alice renew a | ACTIVE").then("27m alice get a | ACTIVE reminded");
    assertThat(Told.to(script, "alice")).containsExactly("REMINDER a 1m");
  }

  @Test
  void aReminderUnderNoticeCountsToTheAnnouncedEnd() {
    Script script =
        Script.run(
            """
                alice acquire a policy=checkout       | ACTIVE
            69h admin revoke a notice=2h reason=flood | ACTIVE announced=71h
            70h admin expire                          | swept=1 done
            """);

    assertThat(Told.to(script, "alice")).containsExactly("ENDING a 2h flood", "REMINDER a 1h");
  }

  @Test
  void thereIsNoneForAWait() {
    Script script =
        Script.run(
            """
                admin policy loan lead=1m ttl=10m        | policy=loan
                alice acquire a policy=loan ttl=55m      | ACTIVE
                bob   acquire b policy=loan wait=1h      | PENDING
            54m admin expire                             | swept=1 done
            55m bob   get b                              | ACTIVE unreminded
            64m bob   get b                              | ACTIVE reminded
            """);

    assertThat(Told.to(script, "bob")).containsExactly("REMINDER b 1m");
  }
}
