package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.RefusalCode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One caller cannot stop the kernel for long, nor fill its memory. */
class HostileCallersTest {

  private final Kernel kernel = new Kernel();

  private Reply execute(String caller, String... words) {
    Caller who = ScriptCallers.parse(caller);
    return kernel
        .execute(new Stamp(0, 0, who), ScriptCommands.parse(who, new ArrayList<>(List.of(words))))
        .reply();
  }

  /** Many patterns that only their last letter tells apart from those of another. */
  private static String costly(String lastLetters) {
    List<String> patterns =
        new ArrayList<>(IntStream.rangeClosed(1, 16).mapToObj(i -> "/!" + i).toList());
    for (int i = 1; i <= 200; i++) {
      patterns.add("/" + "*a".repeat(i) + "*b".repeat(250 - i) + lastLetters);
    }
    return String.join(",", patterns);
  }

  @Test
  void aWaitThatTakesTooLongToCompareIsRefused() {
    for (int i = 1; i <= 16; i++) {
      execute("carol", "acquire", "held" + i, "scope=/!" + i);
    }

    Reply alice = execute("alice", "acquire", "a", "scope=" + costly("[bc]"), "wait=1h");
    Reply bob = execute("bob", "acquire", "b", "scope=" + costly("[de]"), "wait=1h");

    assertThat(List.of(alice, bob)).anyMatch(Reply.Refused.class::isInstance);
  }

  @Test
  void patternsThatAreWaitedForAreLimited() {
    execute("carol", "acquire", "held", "scope=/**");
    int waiting = 0;
    Reply last = new Reply.Swept(0, false);
    for (int i = 0; i < 500 && !(last instanceof Reply.Refused); i++) {
      String pattern = "/d" + i + "/" + "*a".repeat(250) + "*";
      last = execute("h" + i, "acquire", "w" + i, "scope=" + pattern, "wait=1h");
      waiting++;
    }

    assertThat(last).isInstanceOf(Reply.Refused.class);
    assertThat(((Reply.Refused) last).refusal().code()).isEqualTo(RefusalCode.QUEUE_FULL);
    assertThat(waiting).isBetween(100, 200);
    assertThat(execute("dave", "acquire", "plain", "scope=/x", "wait=1h"))
        .isInstanceOf(Reply.OfLease.class);
  }

  @Test
  void aLeaseHasSoManyLivingChildrenAndNoMore() {
    execute("alice", "acquire", "p", "scope=/**", "mode=shared");
    for (int i = 0; i < Limits.MAX_CHILDREN; i++) {
      assertThat(execute("alice", "derive", "p", "as=c" + i)).isInstanceOf(Reply.OfLease.class);
    }

    Reply.Refused refused = (Reply.Refused) execute("alice", "derive", "p", "as=more");
    assertThat(refused.refusal().code()).isEqualTo(RefusalCode.QUOTA_EXCEEDED);

    execute("alice", "release", "c0");
    assertThat(execute("alice", "derive", "p", "as=more")).isInstanceOf(Reply.OfLease.class);
  }

  @Test
  void aForgottenWorkflowLeavesAFewWordsAndItsEpoch() {
    int many = 10_000;
    for (int i = 0; i < many; i++) {
      execute("alice", "acquire", "l" + i, "policy=workflow", "space=s" + i);
      if (i == 0) {
        execute("alice", "advance", "l0", "expected=0");
      }
      execute("alice", "release", "l" + i);
    }
    kernel.execute(new Stamp(1, 1, Caller.SERVER), new NodeCommand.Prune(1, many));

    assertThat(kernel.snapshot().length).isLessThan(many * 30);
    Reply.OfLease again =
        (Reply.OfLease) execute("alice", "acquire", "again", "policy=workflow", "space=s0");
    assertThat(again.lease().epoch()).isEqualTo(2);
  }
}
