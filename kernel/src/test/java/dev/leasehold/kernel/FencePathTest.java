package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tokens and the paths of tokens that derived leases carry (rule 13). */
class FencePathTest {

  @Test
  void everyGrantTakesANewTokenAndNothingElseDoes() {
    Script.run(
        """
           alice acquire a mode=shared heartbeat=1m | ACTIVE token=1
           alice renew a ttl=2h                     | ACTIVE token=1
           alice heartbeat a                        | ACTIVE token=1
           alice convert a mode=exclusive           | ACTIVE token=4
           alice advance a expected=1               | ACTIVE token=4
           alice convert a mode=shared              | ACTIVE token=4
           alice transfer a as=b to=bob             | ACTIVE token=7
           carol acquire c wait=1m                  | PENDING token=0
           bob   derive b as=d holder=dave          | ACTIVE token=9 path=7,9
           bob   release b                          | RELEASED
           carol get c                              | ACTIVE token=12
        """);
  }

  @Test
  void aDerivedLeaseCarriesItsAncestorsTokensBeforeItsOwn() {
    Script script =
        Script.run(
            """
            alice acquire a scope=/d/**            | ACTIVE path=1
            alice derive a as=b scope=/d/**        | ACTIVE path=1,2
            alice derive b as=c scope=/d/**        | ACTIVE path=1,2,3
            """);

    script.restart().then("alice get c | ACTIVE path=1,2,3 token=3");
  }

  @Test
  void aWaitHasNoPath() {
    assertThat(
            Script.run(
                    """
                    alice acquire a          | ACTIVE
                    bob   acquire b wait=1m  | PENDING
                    """)
                .lease()
                .fencePath())
        .isEmpty();
  }

  @Test
  void theParentsTransferRaisesEveryPathBelowIt() {
    Script script =
        Script.run(
            """
            alice acquire a scope=/d/**                | ACTIVE
            alice derive a as=b holder=bob             | ACTIVE path=1,2
            alice transfer a as=n to=carol             | ACTIVE path=3
            bob   get b                                | ACTIVE path=3,2
            bob   transfer b as=m to=dave              | ACTIVE path=3,4
            carol transfer n as=o to=alice             | ACTIVE path=5
            dave  get m                                | ACTIVE path=5,4
            """);

    script.restart().then("dave get m | ACTIVE path=5,4");
  }

  @Test
  void theParentsConversionToExclusiveRaisesEveryPathBelowIt() {
    Script.run(
        """
        alice acquire a scope=/d/** mode=shared    | ACTIVE
        alice derive a as=b holder=bob             | ACTIVE mode=shared path=1,2
        alice convert a mode=exclusive             | ACTIVE token=3
        bob   get b                                | ACTIVE path=3,2
        bob   convert b mode=exclusive             | ACTIVE path=3,4
        """);
  }

  /** A later grant of a place in a tree has the larger path, so a guard refuses the old. */
  @Test
  void everySuccessorHasALargerPathThanWhoeverItSucceeds() {
    List<List<Long>> paths = new ArrayList<>();
    Script script = Script.run("alice acquire a scope=/d/** | ACTIVE");
    for (String row :
        List.of(
            "alice derive a as=b holder=bob scope=/d/x       | ACTIVE",
            "bob   transfer b as=c to=carol                  | ACTIVE",
            "carol advance c expected=1                      | ACTIVE",
            "carol transfer c as=d to=bob                    | ACTIVE",
            "alice transfer a as=e to=dave                   | ACTIVE",
            "bob   get d                                     | ACTIVE",
            "bob   transfer d as=f to=carol                  | ACTIVE",
            "dave  release e                                 | RELEASED",
            "bob   acquire g scope=/d/x                      | ACTIVE")) {
      script.then(row);
      if (script.lease().scope().equals(ScriptCommands.scope("/d/x"))) {
        paths.add(script.lease().fencePath());
      }
    }

    for (int i = 1; i < paths.size(); i++) {
      assertThat(isBehind(paths.get(i), paths.get(i - 1)))
          .as("%s after %s", paths.get(i), paths.get(i - 1))
          .isFalse();
    }
    assertThat(paths.getLast().getFirst()).isGreaterThan(paths.getFirst().getFirst());
  }

  /** Smaller at the first place where they differ. */
  private static boolean isBehind(List<Long> path, List<Long> seen) {
    for (int i = 0; i < Math.min(path.size(), seen.size()); i++) {
      if (!path.get(i).equals(seen.get(i))) {
        return path.get(i) < seen.get(i);
      }
    }
    return false;
  }
}
