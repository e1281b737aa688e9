package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.scope.Scope;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who keeps request ids outside the kernel compares with what the kernel has recorded. */
class RequestPrintTest {

  private static final Caller ANN = new Caller("ann", Role.AGENT, List.of());
  private static final Caller ADMIN = new Caller("admin", Role.ADMIN, List.of());

  private final Kernel kernel = new Kernel();
  private long tick;

  private Event.Request recorded(Caller caller, Command command) {
    tick += Limits.SECOND;
    Outcome outcome = kernel.execute(new Stamp(tick, tick, caller), command);
    assertThat(outcome.events()).as("%s", outcome.reply()).isNotEmpty();
    return switch (outcome.events().get(outcome.events().size() - 1)) {
      case Event.Granted e -> e.claim().request();
      case Event.Renewed e -> e.request();
      case Event.Beaten e -> e.request();
      case Event.Ended e -> e.request();
      case Event.EndPlanned e -> e.request();
      case Event.Advanced e -> e.request();
      case Event.Transferred e -> e.request();
      case Event.Converted e -> e.request();
      default -> throw new AssertionError(outcome.events());
    };
  }

  private void assertSame(Caller caller, String leaseId, Command command) {
    RequestPrint print = RequestPrint.of(command);
    assertThat(print).isNotNull();
    assertThat(print.leaseId()).isEqualTo(leaseId);
    assertThat(recorded(caller, command))
        .isEqualTo(new Event.Request(caller.actor(), print.requestId(), print.fingerprint()));
  }

  private void acquire(String id, String policy, Command.RareTerms options) {
    Scope scope = ((Scope.Parsed.Valid) Scope.parse(List.of("/" + id), List.of())).scope();
    assertSame(
        ANN,
        "",
        new Command.Acquire(
            id,
            false,
            policy,
            "repo",
            scope,
            Mode.EXCLUSIVE,
            "ann",
            "",
            0,
            Command.UNSET,
            Map.of("a", "b"),
            "make-" + id,
            options));
  }

  @Test
  void printsAreThoseThatEventsCarry() {
    acquire("a", "file", Command.RareTerms.NONE.withHeartbeat(Limits.HOUR));
    acquire("b", "checkout", Command.RareTerms.NONE);
    acquire("c", "file", Command.RareTerms.NONE);
    acquire("d", "file", Command.RareTerms.NONE);
    assertSame(ANN, "a", new Command.Renew("a", 0, "r1"));
    assertSame(ANN, "a", new Command.Heartbeat("a", "r2"));
    assertSame(ANN, "a", new Command.Advance("a", 0, "r3"));
    assertSame(ANN, "a", new Command.Convert("a", Mode.SHARED, 0, "r4"));
    assertSame(
        ANN,
        "a",
        new Command.Derive(
            "a", "child", "bob", "", null, Mode.SHARED, null, Amounts.NONE, 0, "r5"));
    assertSame(ANN, "b", new Command.Complete("b", "c0ffee", "r6"));
    assertSame(ANN, "c", new Command.Release("c", "aborted", Limits.SECOND, "r7"));
    assertSame(ADMIN, "a", new Command.Revoke("a", "why", Limits.MINUTE, "r8"));
    assertSame(ANN, "d", new Command.Transfer("d", "e", "bob", "yours", "r9"));
    acquire("f", "file", Command.RareTerms.NONE);
    assertSame(ANN, "f", new Command.Release("f", "", 0, "r10"));
  }

  @Test
  void whatMovesMoneyOrReadsHasNone() {
    assertThat(RequestPrint.of(new Command.GetLease("a"))).isNull();
    assertThat(RequestPrint.of(new Command.Spend("a", Amounts.NONE, "", "r"))).isNull();
  }
}
