package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.policy.Limits;
import org.junit.jupiter.api.Test;

/** A holder out of control must not fill the memory that all share. */
class QuotaTest {

  @Test
  void aHolderHasAtMostItsQuotaOfLeasesThatKeepOthersOut() {
    Script.runWithQuota(
        2,
        """
           alice acquire a scope=/1 ttl=5s              | ACTIVE
           alice acquire b scope=/2                     | ACTIVE
           alice acquire c scope=/3                     | QUOTA_EXCEEDED
           alice acquire c scope=/3 session=two space=t | QUOTA_EXCEEDED
           bob   acquire d scope=/3                     | ACTIVE
        5s alice acquire e scope=/4                     | ACTIVE
           alice acquire f scope=/5                     | QUOTA_EXCEEDED
           alice release b                              | RELEASED
           alice acquire f scope=/5                     | ACTIVE
        """);
  }

  @Test
  void itIsTheHoldersQuotaAlsoWhenAnAdminAsks() {
    Script.runWithQuota(
        1,
        """
        admin acquire a scope=/1 holder=alice | ACTIVE
        admin acquire b scope=/2 holder=alice | QUOTA_EXCEEDED
        admin acquire c scope=/2 holder=bob   | ACTIVE
        admin acquire d scope=/3              | ACTIVE
        """);
  }

  @Test
  void aLeaseInGraceStillCounts() {
    Script.runWithQuota(
        1,
        """
            admin   create-pool p amounts=usd:9                         | pool=p
            alice$p acquire a policy=budget pool=p budget=usd:1 ttl=10s | ACTIVE
        10s alice   acquire b scope=/b                                  | QUOTA_EXCEEDED
        70s alice   acquire b scope=/b                                  | ACTIVE
        """);
  }

  @Test
  void aRetryIsNoFurtherLease() {
    Script.runWithQuota(
        1,
        """
        alice acquire a request=r | ACTIVE id=a
        alice acquire b request=r | ACTIVE id=a
        """);
  }

  @Test
  void theDefaultQuotaIsWide() {
    assertThat(Limits.DEFAULT_LEASES_PER_HOLDER).isEqualTo(100_000);
  }
}
