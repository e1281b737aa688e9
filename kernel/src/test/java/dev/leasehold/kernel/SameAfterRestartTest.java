package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.scope.Scope;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A kernel that was restored tells and does the same as one that went on. */
class SameAfterRestartTest {

  private static final Caller ALICE = ScriptCallers.parse("alice");

  /** A blank is a character of a path like any other. */
  @Test
  void twoPathsAndOneWithABlankAreTwoResources() {
    Kernel kernel = new Kernel();
    acquire(kernel, "one", List.of("/a", "/b"));
    acquire(kernel, "two", List.of("/a /b"));

    Kernel restored = Kernel.restore(kernel.snapshot());

    assertThat(restored.snapshot()).isEqualTo(kernel.snapshot());
  }

  private static void acquire(Kernel kernel, String id, List<String> paths) {
    Command command = ScriptCommands.parse(ALICE, List.of("acquire", id, "policy=workflow"));
    LeaseCommand.Acquire usual = (LeaseCommand.Acquire) command;
    Scope scope = ((Scope.Parsed.Valid) Scope.parse(List.of(), paths)).scope();
    LeaseCommand.Acquire acquire =
        new LeaseCommand.Acquire(
            id,
            false,
            usual.policy(),
            usual.space(),
            scope,
            usual.mode(),
            usual.holder(),
            "",
            0,
            LeaseCommand.UNSET,
            usual.labels(),
            "",
            LeaseCommand.RareTerms.NONE);
    assertThat(kernel.execute(new Stamp(0, 0, ALICE), acquire).reply())
        .isInstanceOf(Reply.OfLease.class);
  }

  @Test
  void aReminderThatARenewalBringsNearerIsSentInTime() {
    Script.run(
        """
            admin policy p base=file lead=2h ttl=1h | policy=p
            alice acquire x policy=p ttl=1h         | ACTIVE
            bob   acquire y scope=/y ttl=50m        | ACTIVE
        30m alice renew x ttl=125m                  | ACTIVE
        35m admin expire                            | swept=1
            alice get x                             | ACTIVE reminded
        """);
  }

  @Test
  void ofTwoEquallyShortCyclesTheSameIsNamed() {
    String before =
        """
        alice  acquire p scope=/p                    | ACTIVE
        xavier acquire x1 scope=/p,/z,/x wait=1h     | PENDING
        yves   acquire y1 scope=/p,/z,/y wait=1h     | PENDING
        xenia  acquire x2 scope=/p,/z,/x wait=1h     | PENDING
        xavier release x1                            | FAILED
        """;
    String after = "alice acquire q scope=/z wait=1m | DEADLOCK cycle=alice,xenia";

    Script.run(before).then(after);
    Script.run(before).restart().then(after);
  }
}
