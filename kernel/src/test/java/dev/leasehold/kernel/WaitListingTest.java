package dev.leasehold.kernel;

import org.junit.jupiter.api.Test;

/** Those who wait are listed like those who hold, and checks speak of them. */
class WaitListingTest {

  private static final String THREE =
      """
      alice acquire a scope=/d/x                    | ACTIVE
      bob   acquire b scope=/d/** wait=1h           | PENDING
      carol acquire c scope=/d/y wait=1h            | PENDING
      dave  acquire d scope=/e                      | ACTIVE
      """;

  @Test
  void waitersAreListedBySpacePathAndHolder() {
    Script.run(THREE)
        .restart()
        .then(
            """
            admin list                              | leases=a,b,c,d last
            admin list space=s                      | leases=a,b,c,d last
            admin list space=s states=PENDING       | leases=b,c last
            admin list space=s path=/d/y            | leases=b,c last
            admin list space=s path=/d/x            | leases=a,b last
            admin list holder=bob                   | leases=b last
            bob   list                              | leases=a,b,c,d last
            bob   list space=s path=/d/x            | leases=a,b last
            bob   list holder=bob                   | leases=b last
            """);
  }

  @Test
  void pagesGoOnByPositionWhateverBecomesOfTheWaits() {
    Script.run(THREE)
        .then(
            """
            admin list space=s size=2               | leases=a,b next=2
            alice release a                         | RELEASED
            bob   get b                             | ACTIVE token=6
            admin list space=s size=2 after=2       | leases=c,d last
            admin list space=s size=1               | leases=b next=2
            admin list size=1 after=2               | leases=c next=3
            """);
  }

  @Test
  void aWaitingConversionIsListedOnce() {
    Script.run(
        """
        alice acquire a mode=shared                 | ACTIVE
        bob   acquire b mode=shared                 | ACTIVE
        alice convert a wait=1h                     | ACTIVE mode=shared waits-until=1h
        admin list space=s                          | leases=a,b last
        admin list space=s path=/a                  | leases=a,b last
        """);
  }

  @Test
  void aCheckNamesWaitersWhomAnAcquireWouldNotPass() {
    Script.run(THREE)
        .then(
            """
            erin  acquire e scope=/d/z              | SCOPE_OVERLAP by=b
            erin  check path=/d/z                   | held=b
            erin  check path=/d/z mode=shared       | held=b
            erin  check path=/d/x                   | held=a,b
            erin  check path=/d/y                   | held=b,c
            erin  check path=/e                     | held=d
            erin  check path=/f                     | free
            """);
  }
}
