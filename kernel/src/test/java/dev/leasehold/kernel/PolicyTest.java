package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.view.Lease;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The six built-in policies, as DESIGN section 1 has them. */
class PolicyTest {

  @Test
  void theBuiltInPoliciesHaveTheTermsOfTheirSeeds() {
    String terms = Policy.BUILT_IN.stream().map(PolicyTest::row).collect(Collectors.joining("\n"));

    assertThat(terms)
        .isEqualTo(
            """
            work     15m  renewals=unlimited grace=0s CALLER_OR_UUID signed   EXCLUSIVE
            budget   1h   renewals=none      grace=1m UUID           unsigned EXCLUSIVE
            workflow 5m   renewals=unlimited grace=0s UUID           unsigned EXCLUSIVE
            file     1h   renewals=unlimited grace=0s UUID           unsigned EXCLUSIVE,SHARED
            checkout 3d   renewals=none      grace=0s ULID           unsigned EXCLUSIVE
            lfs      30d  renewals=unlimited grace=0s UUID           unsigned EXCLUSIVE\
            """
                .replaceAll(" +", " "));
  }

  private static String row(Policy policy) {
    String modes =
        policy.modes().stream().sorted().map(Mode::name).collect(Collectors.joining(","));
    return String.join(
        " ",
        policy.name(),
        ScriptDurations.text(policy.defaultTtlNanos()),
        "renewals=" + (policy.renewable() ? renewals(policy) : "none"),
        "grace=" + ScriptDurations.text(policy.graceNanos()),
        policy.idScheme().name(),
        policy.signed() ? "signed" : "unsigned",
        modes);
  }

  private static String renewals(Policy policy) {
    return policy.maxRenewals() == Policy.UNLIMITED ? "unlimited" : "" + policy.maxRenewals();
  }

  @Test
  void onlyWorkflowsKeepTheirEpochsAndOnlyWhatPeopleHoldReminds() {
    assertThat(Policy.BUILT_IN).filteredOn(Policy::durableEpochs).containsOnly(Policy.WORKFLOW);
    assertThat(Policy.BUILT_IN)
        .filteredOn(policy -> policy.reminderLeadNanos() != 0)
        .containsOnly(Policy.CHECKOUT, Policy.LFS);
    assertThat(Policy.CHECKOUT.reminderLeadNanos()).isEqualTo(2 * Limits.HOUR);
    assertThat(Policy.LFS.reminderLeadNanos()).isEqualTo(24 * Limits.HOUR);
  }

  @Test
  void everyBuiltInPolicyIsAVersionOneWithTheWidestTtl() {
    assertThat(Policy.BUILT_IN).allMatch(policy -> policy.version() == 1);
    assertThat(Policy.BUILT_IN).allMatch(policy -> policy.maxTtlNanos() == Limits.MAX_TTL_NANOS);
  }

  @Test
  void aLeaseGetsTheTtlOfItsPolicyUnlessItAsksForAnother() {
    Script.run(
        """
        admin   create-pool p amounts=usd:9                          | pool=p
        alice   acquire w policy=work scope=/w                       | ACTIVE until=15m
        alice$p acquire b policy=budget pool=p budget=usd:1 scope=/b | ACTIVE until=1h
        alice   acquire o policy=workflow scope=/o                   | ACTIVE until=5m
        alice   acquire f policy=file scope=/f                       | ACTIVE until=1h
        alice   acquire c policy=checkout scope=/c                   | ACTIVE until=3d
        alice   acquire l policy=lfs scope=/l                        | ACTIVE until=30d
        alice   acquire x policy=checkout scope=/x ttl=90s           | ACTIVE until=90s
        """);
  }

  @Test
  void everyPolicyEndsInItsOwnWay() {
    Script.run(
        """
        admin   create-pool p amounts=usd:9                  | pool=p
        alice   acquire w1 policy=work                       | ACTIVE
        alice   release w1                                   | RELEASED
        alice   acquire w2 policy=work                       | ACTIVE
        admin   revoke w2                                    | REVOKED
        alice$p acquire b1 policy=budget pool=p budget=usd:1 | ACTIVE
        alice   release b1                                   | CLOSED
        alice$p acquire b2 policy=budget pool=p budget=usd:1 | ACTIVE
        alice   close b2                                     | CLOSED
        alice$p acquire b3 policy=budget pool=p budget=usd:1 | ACTIVE
        admin   revoke b3                                    | REVOKED
        alice   acquire o1 policy=workflow                   | ACTIVE
        alice   release o1                                   | RELEASED
        alice   acquire o2 policy=workflow                   | ACTIVE
        admin   revoke o2                                    | REVOKED
        alice   acquire f1 policy=file                       | ACTIVE
        alice   release f1                                   | RELEASED
        alice   acquire f2 policy=file                       | ACTIVE
        admin   revoke f2                                    | REVOKED
        alice   acquire c1 policy=checkout                   | ACTIVE
        alice   complete c1 commit=abc123                    | COMPLETED reason=abc123
        alice   acquire c2 policy=checkout                   | ACTIVE
        alice   release c2                                   | RELEASED
        alice   acquire c3 policy=checkout                   | ACTIVE
        admin   revoke c3                                    | EVICTED
        alice   acquire l1 policy=lfs                        | ACTIVE
        alice   release l1                                   | RELEASED
        alice   acquire l2 policy=lfs                        | ACTIVE
        admin   revoke l2                                    | REVOKED
        """);
  }

  @Test
  void aLeaseKeepsThePolicyItWasGrantedUnder() {
    Lease lease = Script.run("alice acquire a policy=work | ACTIVE").lease();

    assertThat(lease.policy()).isEqualTo(Policy.WORK);
    assertThat(lease.maxRenewals()).isEqualTo(Policy.UNLIMITED);
  }
}
