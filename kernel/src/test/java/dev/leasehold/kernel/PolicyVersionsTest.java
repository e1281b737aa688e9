package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.refusal.RefusalCode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Policies are data, in versions; a change touches later grants only (section 1). */
class PolicyVersionsTest {

  @Test
  void whatIsNotGivenIsTakenFromTheBase() {
    Script.run(
        """
        admin policy p1                    | policy=p1 version=1 ttl=1h max=366d renewals=-1 both
        admin policy p2 base=checkout      | policy=p2 ttl=3d lead=2h renewals=0 [EXCLUSIVE]
        admin policy p3 base=budget grace=5m | policy=p3 grace=5m ttl=1h
        admin policy p4 base=workflow signed=true durable=false | policy=p4 signed fleeting ttl=5m
        admin policy p5 base=p4 ttl=9m     | policy=p5 version=1 signed fleeting ttl=9m
        admin policy p6 modes=SHARED heartbeat=1m | policy=p6 [SHARED] heartbeat=1m
        """);
  }

  @Test
  void aNewVersionGoesOnFromTheLastOneUnlessABaseIsNamed() {
    Script.run(
        """
        admin policy p ttl=9m signed=true      | policy=p version=1 ttl=9m signed
        admin policy p max=1h                  | policy=p version=2 ttl=9m max=1h signed
        admin policy p base=work               | policy=p version=3 ttl=15m max=366d [EXCLUSIVE]
        admin policy p base=p renewals=2       | policy=p version=4 ttl=15m renewals=2
        alice policies                   | policies=budget,checkout,file,lfs,p,work,workflow
        """);
  }

  @Test
  void aRefusedModeIsToldTheOneThatThePolicyAllows() {
    Script script =
        Script.run(
            """
            admin policy readers modes=SHARED                        | policy=readers
            alice acquire a policy=readers                           | INVALID_INPUT mode
            alice acquire b policy=work mode=shared                  | INVALID_INPUT mode
            alice acquire r policy=readers mode=shared scope=/r      | ACTIVE
            alice convert r mode=exclusive                           | INVALID_INPUT mode
            """);
    assertThat(detail(script, 1))
        .isEqualTo("leases under the policy readers are shared; ask for the mode SHARED");
    assertThat(detail(script, 2))
        .isEqualTo("leases under the policy work are exclusive; ask for the mode EXCLUSIVE");
    assertThat(detail(script, 4)).isEqualTo(detail(script, 1));
  }

  @Test
  void aMisspeltPolicyIsAnsweredWithThoseThereAre() {
    Script script =
        Script.run(
            """
            alice acquire a policy=fiel              | INVALID_INPUT policy
            admin policy p base=fiel                 | INVALID_INPUT base
            alice check policy=fiel                  | INVALID_INPUT policy
            """);
    assertThat(detail(script, 0))
        .isEqualTo(
            "there is no such policy; there are budget, checkout, file, lfs, work, workflow");
    assertThat(detail(script, 1)).isEqualTo(detail(script, 0));
    assertThat(detail(script, 2)).isEqualTo(detail(script, 0));
  }

  private static String detail(Script script, int line) {
    return ((Reply.Refused) script.played().get(line).reply()).refusal().detail();
  }

  @Test
  void leasesKeepTheTermsTheyWereGrantedUnder() {
    Script script =
        Script.run(
            """
               admin policy p ttl=10m max=20m renewals=1            | policy=p
               alice acquire old policy=p                           | ACTIVE until=10m
               admin policy p ttl=1m max=2m renewals=0 modes=SHARED | policy=p version=2
               bob   acquire no policy=p scope=/n                   | INVALID_INPUT mode
               bob   acquire new policy=p scope=/n mode=shared      | ACTIVE until=1m
               bob   renew new ttl=2m                               | MAX_RENEWALS_EXCEEDED max=0
               bob   acquire no policy=p mode=shared scope=/m ttl=3m | INVALID_INPUT ttl
            """);

    script.restart();
    script.then(
        """
        1s alice renew old ttl=21m          | INVALID_INPUT ttl
           alice renew old ttl=20m          | ACTIVE until=1201s
           alice renew old                  | MAX_RENEWALS_EXCEEDED max=1
           alice derive old as=c scope=/a   | ACTIVE mode=exclusive
           alice transfer old as=n to=carol | ACTIVE
        """);
    assertThat(script.lease().policy().version()).isEqualTo(1);
    assertThat(script.lease().policy().maxTtlNanos()).isEqualTo(20 * Limits.MINUTE);
  }

  @Test
  void aLeaseThatWaitsKeepsTheTermsItWasQueuedUnder() {
    Script script =
        Script.run(
            """
                admin policy p ttl=10m            | policy=p
                alice acquire a ttl=30s           | ACTIVE
                bob   acquire b policy=p wait=1m  | PENDING
                admin policy p ttl=1m             | policy=p version=2
            """);

    script.recover().then("30s bob get b | ACTIVE left=10m");
    assertThat(script.lease().policy().version()).isEqualTo(1);
  }

  @Test
  void builtInPoliciesDoNotChange() {
    Script.run(
        """
        admin policy work ttl=1s      | INVALID_INPUT name
        admin policy budget ttl=1s    | INVALID_INPUT name
        admin policy workflow ttl=1s  | INVALID_INPUT name
        admin policy file ttl=1s      | INVALID_INPUT name
        admin policy checkout ttl=1s  | INVALID_INPUT name
        admin policy lfs ttl=1s       | INVALID_INPUT name
        admin policy Work ttl=1s      | policy=Work
        alice acquire a policy=work   | ACTIVE until=15m
        """);
  }

  @Test
  void aPolicyThatWasAddedBeforeItsNameWasBuiltInStays() {
    Policy old = Policy.FILE.withTerms(7 * Limits.MINUTE, 1);
    Kernel kernel = new Kernel();
    kernel.replay(new AdminEvent.PolicyAdded(new Event.At(1, 0, 0), named("lfs", 1, old)));
    kernel.replay(new AdminEvent.PolicyAdded(new Event.At(2, 0, 0), named("lfs", 2, old)));

    for (Kernel each : new Kernel[] {kernel, Kernel.restore(kernel.snapshot())}) {
      Caller alice = ScriptCallers.parse("alice");
      Command acquire = ScriptCommands.parse(alice, List.of("acquire", "a", "policy=lfs"));
      Reply reply = each.execute(new Stamp(0, 0, alice), acquire).reply();
      assertThat(((Reply.OfLease) reply).lease().ttlNanos()).isEqualTo(7 * Limits.MINUTE);
      assertThat(((Reply.OfLease) reply).lease().policy().version()).isEqualTo(2);
      assertThat(add(each, "lfs")).isInstanceOf(Reply.Refused.class);
    }
  }

  private static Policy named(String name, int version, Policy terms) {
    return new Policy(
        name,
        version,
        terms.defaultTtlNanos(),
        terms.maxTtlNanos(),
        terms.renewable(),
        terms.maxRenewals(),
        terms.graceNanos(),
        terms.idScheme(),
        terms.signed(),
        terms.durableEpochs(),
        terms.reminderLeadNanos(),
        terms.modes(),
        terms.wholeResource(),
        terms.endedByHolder(),
        terms.endedByAdmin(),
        terms.heartbeatNanos(),
        "file",
        false);
  }

  @Test
  void aPolicyMayLetCheckOutsBeRenewed() {
    Script.run(
        """
        admin policy desk base=checkout renewals=1 | policy=desk renewals=1
        alice acquire a policy=desk                | ACTIVE
        alice renew a ttl=100h                     | ACTIVE
        alice renew a ttl=200h                     | MAX_RENEWALS_EXCEEDED
        admin revoke a                             | EVICTED
        """);
  }

  @Test
  void aRetryGetsTheLeaseThoughThePolicyHasChanged() {
    Script.run(
        """
        admin policy p ttl=10m                  | policy=p
        alice acquire a policy=p request=r      | ACTIVE left=10m
        admin policy p ttl=1m modes=SHARED      | policy=p version=2
        alice acquire b policy=p request=r      | ACTIVE id=a left=10m
        """);
  }

  @Test
  void policiesAndVersionsAreLimitedInAll() {
    Kernel kernel = new Kernel();
    for (int i = 1; i <= Limits.MAX_POLICIES; i++) {
      assertThat(add(kernel, "p" + i % 10)).isInstanceOf(Reply.OfPolicy.class);
    }

    for (Kernel full : new Kernel[] {kernel, Kernel.restore(kernel.snapshot())}) {
      assertThat(add(full, "p1"))
          .isInstanceOfSatisfying(
              Reply.Refused.class,
              refused ->
                  assertThat(refused.refusal().code()).isEqualTo(RefusalCode.QUOTA_EXCEEDED));
    }
  }

  private static Reply add(Kernel kernel, String name) {
    Caller admin = ScriptCallers.parse("admin");
    Command add = ScriptCommands.parse(admin, List.of("policy", name));
    return kernel.execute(new Stamp(0, 0, admin), add).reply();
  }
}
