package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.Lease;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Queries see the state as of their own tick, and only what the caller may see. */
class ReadingTest {

  private static final String GIVEN =
      """
         alice acquire a1 scope=/docs/** space=s request=r1           | ACTIVE token=1
         alice acquire a2 scope=/src/main space=s                     | ACTIVE token=2
         bob   acquire b1 scope=/docs space=t policy=work             | ACTIVE token=3
         bob   acquire b2 scope=/img/*.png space=s mode=shared        | ACTIVE token=4
         carol acquire c1 scope=/img/*.png space=s mode=shared ttl=5s | ACTIVE token=5
      1s alice release a2                                             | RELEASED
      """;

  @Test
  void aListHasPendingAndActiveLeasesInTheOrderOfTheirGrants() {
    Script.run(GIVEN)
        .then(
            """
               auditor list                                | leases=a1,b1,b2,c1 last
               auditor list states=RELEASED                | leases=a2
               auditor list states=EXPIRED,RELEASED,ACTIVE | leases=a1,a2,b1,b2,c1
            5s auditor list                                | leases=a1,b1,b2
               auditor list states=EXPIRED                 | leases=c1
            """);
  }

  @Test
  void everyFilterNarrowsTheList() {
    Script.run(GIVEN)
        .then(
            """
            auditor list space=s                        | leases=a1,b2,c1
            auditor list space=none                     | leases=none
            auditor list holder=bob                     | leases=b1,b2
            auditor list holder=nobody                  | leases=none
            auditor list policy=work                    | leases=b1
            auditor list request=r1                     | leases=a1
            auditor list space=s path=/docs/x/y         | leases=a1
            auditor list space=s path=/docs             | leases=a1
            auditor list space=s path=/img/1.png        | leases=b2,c1
            auditor list space=s path=/img/1.jpg        | leases=none
            auditor list space=s path=/img/*.png        | leases=b2,c1 # a plain name that * matches
            auditor list space=s path=/img/1.png holder=carol | leases=c1
            """);
  }

  @Test
  void everybodySeesAllInTheirSpaces() {
    Script.run(GIVEN)
        .then(
            """
            alice     list            | leases=a1,b1,b2,c1
            bob       list            | leases=a1,b1,b2,c1
            bob       list holder=bob | leases=b1,b2
            bob       list holder=alice | leases=a1
            bob:t     list            | leases=b1
            bob:u     list            | leases=none
            carol:s   list            | leases=a1,b2,c1
            auditor:t list            | leases=b1
            admin:s,t list            | leases=a1,b1,b2,c1
            """);
  }

  @Test
  void whereAgentsSeeTheirOwnTheyListNothingElse() {
    Script.run(GIVEN)
        .then(
            """
            admin     set agents_see value=own | agents_see=own
            alice     list            | leases=a1
            bob       list            | leases=b1,b2
            bob       list holder=bob | leases=b1,b2
            bob:t     list            | leases=b1
            bob:u     list            | leases=none
            auditor:t list            | leases=b1
            admin:s,t list            | leases=a1,b1,b2,c1
            """);
  }

  @Test
  void pagesGoOnBehindTheLastTokenAndLeaveNothingOut() {
    Script.run(GIVEN)
        .then(
            """
            auditor list size=2         | leases=a1,b1 next=3
            auditor list size=2 after=3 | leases=b2,c1 last
            auditor list size=4         | leases=a1,b1,b2,c1 last
            auditor list size=1 after=4 | leases=c1 last
            auditor list after=5        | leases=none last
            bob     list holder=bob size=1         | leases=b1 next=3
            bob     list holder=bob size=1 after=3 | leases=b2 last
            """);
  }

  @Test
  void aPageThatLooksAtManyLeasesInVainSaysWhereToGoOn() {
    Kernel kernel = new Kernel();
    int count = Limits.MAX_EXAMINED_PER_PAGE + 1;
    for (int i = 0; i < count; i++) {
      String policy = i == count - 1 ? "work" : "file";
      ask(kernel, "acquire", "l" + i, "scope=/" + i, "policy=" + policy);
    }

    Reply.Leases first = (Reply.Leases) ask(kernel, "list", "policy=work");
    Reply.Leases second =
        (Reply.Leases) ask(kernel, "list", "policy=work", "after=" + first.nextPosition());

    assertThat(first).isEqualTo(new Reply.Leases(List.of(), count - 1));
    assertThat(second.leases()).extracting(Lease::id).containsExactly("l" + (count - 1));
    assertThat(second.nextPosition()).isZero();
  }

  private static Reply ask(Kernel kernel, String... words) {
    Caller admin = ScriptCallers.parse("admin");
    return kernel
        .execute(new Stamp(0, 0, admin), ScriptCommands.parse(admin, List.of(words)))
        .reply();
  }

  @Test
  void aCheckNamesWhatKeepsAPlainPathFromBeingLeased() {
    Script.run(GIVEN)
        .then(
            """
               alice check path=/docs/x                | held=a1
               alice check path=/docs/x mode=shared    | held=a1
               alice check path=/img/1.png             | held=b2,c1
               alice check path=/img/1.png mode=shared | free
               alice check path=/src/main              | free
               alice check space=t path=/docs          | held=b1
               alice check space=unknown path=/docs    | free
            5s alice check path=/img/1.png             | held=b2
            """);
  }

  @Test
  void aCheckTakesItsPathByName() {
    Script.run(
        """
        alice acquire a scope=/app/[[]slug]/page | ACTIVE
        bob   check path=/app/[slug]/page        | held=a
        bob   check path=/app/s/page             | free
        bob   check path=/app/*/page             | free
        """);
  }

  @Test
  void aCheckIsForAllOfAScopeAsAnAcquireIs() {
    Script.run(
        """
        alice acquire a scope=/docs/*.md mode=shared         | ACTIVE
        bob   check scope=/docs/api.*                        | held=a
        bob   check scope=/docs/api.* mode=shared            | free
        bob   check scope=/src/** paths=/docs/x.md           | held=a
        bob   check scope=/src/** paths=/docs/               | held=a
        bob   check scope=/src/** paths=/docs/x              | free
        alice check path=/docs/x.md                          | held=a
        """);
  }

  /** A caller passes by its own leases, so that these must not hide the lease of another. */
  @Test
  void ofManyInTheWayOneIsAnothersIfThereIsOne() {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 2 * Limits.MAX_CONFLICTS_NAMED; i++) {
      rows.append("alice acquire a%d scope=/f mode=shared | ACTIVE%n".formatted(i));
    }
    Script.run(rows.toString())
        .then(
            """
            alice check scope=/f | held=a0,a1,a2,a3,a4,a5,a6,a7,a8,a9,a10,a11,a12,a13,a14,a15
            bob   acquire b scope=/f mode=shared | ACTIVE
            alice check scope=/f | held=a0,a1,a2,a3,a4,a5,a6,a7,a8,a9,a10,a11,a12,a13,a14,b
            """);
  }

  @Test
  void aCheckDoesNotSayFreeWhereAnAcquireWouldBeRefused() {
    Script.run(
        """
        admin set blocking_mode_enabled value=false          | blocking_mode_enabled=false
        alice check wait=1s                                  | INVALID_INPUT wait
        alice check                                          | free
        """);
  }

  @Test
  void leasesOfExactlyAScopeAreListed() {
    Script.run(
        """
        alice acquire a scope=/src/**           | ACTIVE
        alice acquire b scope=/docs/*,/x        | ACTIVE
        alice acquire c scope=/y/a              | ACTIVE
        admin list space=s scope=/src/**        | leases=a
        admin list space=s scope=/src           | leases=none
        admin list space=s scope=/x,/docs/*     | leases=b
        admin list space=s scope=/x             | leases=none
        admin list space=s scope=/y/** path=/y/ | leases=none
        """);
  }
}
