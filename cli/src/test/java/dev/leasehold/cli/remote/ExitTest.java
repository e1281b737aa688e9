package dev.leasehold.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExitTest {

  /** By name only: the command line must not depend on the node's inside. */
  private static final String CODES_OF_THE_NODE =
      "dev.leasehold.node.operation.problem.ProblemCode";

  private static final List<String> PROMISED =
      List.of("MISSING_SIGNATURE", "INVALID_SIGNATURE", "INVALID_EXPIRATION", "NOT_LEADER");

  private static List<String> known() {
    return Arrays.stream(Exit.values()).flatMap(exit -> exit.problems().stream()).toList();
  }

  @Test
  void everyRefusalOfTheServerHasExactlyOneExitCode() throws Exception {
    List<String> expected = new ArrayList<>(PROMISED);
    for (Object code : Class.forName(CODES_OF_THE_NODE).getEnumConstants()) {
      expected.add(((Enum<?>) code).name());
    }
    assertThat(known()).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void codesAreDistinctAndLeaveRoomForRunAndShells() {
    assertThat(Arrays.stream(Exit.values()).map(Exit::code))
        .doesNotHaveDuplicates()
        .allMatch(code -> code >= 0 && code < 120);
  }

  @Test
  void aCodeOfANewerServerIsAFailure() {
    assertThat(Exit.of("SOMETHING_NEW")).isEqualTo(Exit.FAILED);
  }
}
