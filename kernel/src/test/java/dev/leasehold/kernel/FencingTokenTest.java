package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.event.Event;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The token of a grant is its place in the journal (rule 13). */
class FencingTokenTest {

  @Test
  void tokensStrictlyRiseOverAllSpacesAndPoliciesAndEqualThePositions() {
    Script script =
        Script.run(
            """
               alice acquire a scope=/1 space=s             | ACTIVE token=1
               bob   acquire b scope=/1 space=t policy=work | ACTIVE token=2
            1s bob   renew b                                | ACTIVE token=2
               bob   release b                              | RELEASED token=2
               bob   acquire c scope=/1 space=t mode=shared | ACTIVE token=5
            2h carol acquire d scope=/1 space=s             | ACTIVE token=8
            """);

    List<Long> positions = script.journal().stream().map(Event::position).toList();
    assertThat(positions).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    assertThat(script.kernel().lastPosition()).isEqualTo(8);
  }

  @Test
  void aRetryKeepsTheToken() {
    Script.run(
        """
        alice acquire a request=r1 | ACTIVE token=1
        bob   acquire b scope=/b   | ACTIVE token=2
        alice acquire c request=r1 | ACTIVE token=1 id=a
        """);
  }

  @Test
  void tokensGoOnAfterARestart() {
    Script script =
        Script.run(
            """
            alice acquire a | ACTIVE token=1
            alice release a | RELEASED
            """);

    script.recover().then("bob acquire b | ACTIVE token=3");
    script.restart().then("bob acquire c scope=/c | ACTIVE token=4");
  }

  @Test
  void tokensDoNotFallBackWhenEverythingIsForgotten() {
    Script.run(
        """
           alice acquire a       | ACTIVE token=1
           alice release a       | RELEASED
        1s admin prune before=1s | swept=1
           alice acquire b       | ACTIVE token=4
        """);
  }
}
