package dev.leasehold.kernel;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Leases on files that end by themselves: each heading of the system they come from has its test.
 */
class Seed003Test {

  @Nested
  class Operations {

    /** acquire_lease. */
    @Test
    void acquireLease() {
      Script.run("alice acquire a scope=/f ttl=1h renewals=5 | ACTIVE renewals=0 left=1h");
    }

    /** renew_lease. */
    @Test
    void renewLease() {
      Script.run(
          """
              alice acquire a ttl=10s     | ACTIVE
          5s  alice renew a ttl=20s       | ACTIVE renewals=1 until=25s
          """);
    }

    /** release_lease. */
    @Test
    void releaseLease() {
      Script.run(
          """
          alice acquire a                 | ACTIVE
          alice release a                 | RELEASED
          """);
    }

    /** get_lease. */
    @Test
    void getLease() {
      Script.run(
          """
          alice acquire a                 | ACTIVE
          alice get a                     | ACTIVE id=a
          alice get b                     | LEASE_NOT_FOUND
          """);
    }

    /** get_file_leases. */
    @Test
    void getFileLeases() {
      Script.run(
          """
          alice acquire a scope=/d/** mode=shared | ACTIVE
          bob   acquire b scope=/d/f mode=shared  | ACTIVE
          carol acquire c scope=/e                | ACTIVE
          admin list space=s path=/d/f            | leases=a,b
          """);
    }

    /** get_agent_leases. */
    @Test
    void getAgentLeases() {
      Script.run(
          """
          alice acquire a scope=/1        | ACTIVE
          bob   acquire b scope=/2        | ACTIVE
          alice acquire c scope=/3        | ACTIVE
          admin list holder=alice         | leases=a,c
          """);
    }

    /** get_all_leases. */
    @Test
    void getAllLeases() {
      Script.run(
          """
          alice acquire a scope=/1        | ACTIVE
          alice release a                 | RELEASED
          bob   acquire b scope=/2        | ACTIVE
          admin list states=ACTIVE,RELEASED | leases=a,b
          """);
    }

    /** is_file_locked. */
    @Test
    void isFileLocked() {
      Script.run(
          """
              alice acquire a scope=/f ttl=10s | ACTIVE
              bob   check path=/f              | held=a
              bob   check path=/g              | free
          10s bob   check path=/f              | free
          """);
    }

    /** has_agent_lease. */
    @Test
    void hasAgentLease() {
      Script.run(
          """
          alice acquire a scope=/f             | ACTIVE
          alice list space=s path=/f holder=alice | leases=a
          bob   list space=s path=/f holder=bob   | leases=none
          """);
    }

    /** cleanup_expired_leases. */
    @Test
    void cleanupExpiredLeases() {
      Script.run(
          """
              alice acquire a scope=/1 ttl=5s  | ACTIVE
              bob   acquire b scope=/2 ttl=6s  | ACTIVE
              carol acquire c scope=/3 ttl=1h  | ACTIVE
          6s  admin expire                     | swept=2 done
          """);
    }

    /** force_release_agent_leases. */
    @Test
    void forceReleaseAgentLeases() {
      Script.run(
          """
          alice acquire a scope=/1             | ACTIVE
          alice acquire b scope=/2             | ACTIVE
          bob   acquire c scope=/3             | ACTIVE
          admin release-all alice              | swept=2 done
          alice get a                          | REVOKED reason=why by=admin
          bob   get c                          | ACTIVE
          """);
    }
  }

  @Nested
  class Lifecycles {

    /** Acquisition flow: the check for active and pending leases, then PENDING to ACTIVE. */
    @Test
    void pendingBecomesActiveWhenTheFileIsFree() {
      Script.run(
          """
          alice acquire a            | ACTIVE
          bob   acquire b            | SCOPE_OVERLAP by=a
          bob   acquire b wait=30s   | PENDING
          carol acquire c            | SCOPE_OVERLAP by=a,b
          alice release a            | RELEASED
          bob   get b                | ACTIVE
          """);
    }

    /** Renewal flow: ownership, then the count, then the deadline from now. */
    @Test
    void aRenewalIsTheOwnersAndCounted() {
      Script.run(
          """
              alice acquire a ttl=10s renewals=1 | ACTIVE
          5s  bob   renew a                      | NOT_HOLDER
              alice renew a                      | ACTIVE renewals=1 until=15s
          6s  alice renew a                      | MAX_RENEWALS_EXCEEDED max=1
          """);
    }

    /** Release flow: the file is there for others at once. */
    @Test
    void aReleasedFileIsThereForOthers() {
      Script.run(
          """
          alice acquire a                        | ACTIVE
          bob   release a                        | NOT_HOLDER
          alice release a                        | RELEASED
          bob   acquire b                        | ACTIVE
          """);
    }

    /** Expiration flow: expires_at is not later than now. */
    @Test
    void anExpiredFileIsThereForOthersWithoutAnyCleanUp() {
      Script.run(
          """
                   alice acquire a ttl=10s       | ACTIVE
          10s-1ns  bob   acquire b               | SCOPE_OVERLAP by=a
          10s      bob   acquire b               | ACTIVE
                   admin get a                   | EXPIRED ended=10s cause=TIME
          """);
    }
  }

  @Nested
  class Features {

    /** TTL-based expiration: a crashed agent locks nothing for ever. */
    @Test
    void theDefaultTtlIsAnHour() {
      Script.run(
          """
             alice acquire a                     | ACTIVE left=1h
          1h alice get a                         | EXPIRED
          """);
    }

    /** Renewal support: unlimited counts too. */
    @Test
    void renewalsAreUnlimitedUnlessTheyAreCounted() {
      Script script = Script.run("alice acquire a ttl=10s renewals=-1 | ACTIVE");
      for (int i = 1; i <= 50; i++) {
        script.then("%ds alice renew a | ACTIVE renewals=%d".formatted(i, i));
      }
    }

    /** Blocking acquisition: a time-out ends it. */
    @Test
    void aBlockedAcquisitionTimesOut() {
      Script.run(
          """
              alice acquire a                    | ACTIVE
              bob   acquire b wait=30s           | PENDING
          30s bob   get b                        | FAILED reason=TIMEOUT ended=30s
          """);
    }

    /** Deadlock prevention. */
    @Test
    void nobodyWaitsForWhoWaitsForHim() {
      Script.run(
          """
          alice acquire a scope=/1               | ACTIVE
          bob   acquire b scope=/2               | ACTIVE
          alice acquire c scope=/2 wait=30s      | PENDING
          bob   acquire d scope=/1 wait=30s      | DEADLOCK cycle=bob,alice
          """);
    }

    /** Emergency force-release of agents that do not answer. */
    @Test
    void anAdminTakesAwayOneLease() {
      Script.run(
          """
          alice acquire a                        | ACTIVE
          admin revoke a reason=unresponsive     | REVOKED reason=unresponsive by=admin
          """);
    }
  }

  @Nested
  class Errors {

    @Test
    void leaseNotFound() {
      Script.run("alice renew nothing | LEASE_NOT_FOUND");
    }

    @Test
    void agentDoesNotOwnTheLease() {
      Script.run(
          """
          alice acquire a   | ACTIVE
          bob   renew a     | NOT_HOLDER
          bob   release a   | NOT_HOLDER
          """);
    }

    @Test
    void maximumRenewalsExceeded() {
      Script.run(
          """
             alice acquire a renewals=0 ttl=10s | ACTIVE
          1s alice renew a                      | MAX_RENEWALS_EXCEEDED
          """);
    }

    /** An answer at once, and with the holder. */
    @Test
    void fileAlreadyLocked() {
      Script.run(
          """
          alice acquire a   | ACTIVE
          bob   acquire b   | SCOPE_OVERLAP by=a
          """);
    }

    /** Renew revived ended leases there; nothing does here. */
    @Test
    void whatHasEndedIsNotRevived() {
      Script.run(
          """
              alice acquire a ttl=10s | ACTIVE
          10s alice renew a ttl=1h    | LEASE_EXPIRED
              alice release a         | LEASE_EXPIRED
          """);
    }
  }

  /** Future enhancements of that list: they are here. */
  @Nested
  class Enhancements {

    /** Lock upgrading. */
    @Test
    void sharedBecomesExclusive() {
      Script.run(
          """
          alice acquire a mode=shared      | ACTIVE
          alice convert a mode=exclusive   | ACTIVE mode=exclusive
          """);
    }

    /** Hierarchical locks. */
    @Test
    void aDirectoryKeepsItsFiles() {
      Script.run(
          """
          alice acquire a scope=/d/        | ACTIVE
          bob   acquire b scope=/d/x/y     | SCOPE_OVERLAP by=a
          """);
    }

    /** Priority queue, fair scheduling. */
    @Test
    void thePressingGoFirstAndThePatientCatchUp() {
      Script.run(
          """
              alice acquire a                      | ACTIVE
              bob   acquire b wait=1h              | PENDING
              carol acquire c wait=1h priority=1   | PENDING
          1s  alice release a                      | RELEASED
              carol get c                          | ACTIVE
          """);
    }

    /** Lease delegation. */
    @Test
    void aLeaseIsTransferred() {
      Script.run(
          """
          alice acquire a                          | ACTIVE
          alice transfer a to=bob as=b             | ACTIVE id=b holder=bob epoch=1
          """);
    }
  }
}
