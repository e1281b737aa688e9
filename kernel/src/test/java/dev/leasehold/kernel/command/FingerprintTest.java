package dev.leasehold.kernel.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Recurrence;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Authority;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Fingerprints are stored with requests, and retries are compared with what was stored. */
class FingerprintTest {

  private static final Caller ANN = new Caller("ann", Role.AGENT, List.of());
  private static final Caller ADMIN = new Caller("admin", Role.ADMIN, List.of());

  private static final Scope SCOPE =
      ((Scope.Parsed.Valid) Scope.parse(List.of("/a"), List.of("/b/**"))).scope();
  private static final Amounts USD = Amounts.of("usd", 5);
  private static final Authority AUTHORITY =
      new Authority(
          new TreeSet<>(Set.of("w")), new TreeSet<>(Set.of("t")), new TreeSet<>(Set.of("n")));

  private final Kernel kernel = new Kernel();
  private long tick;

  private Event.Request recorded(Caller caller, Command command) {
    tick += Limits.SECOND;
    Outcome outcome = kernel.execute(new Stamp(tick, tick, caller), command);
    assertThat(outcome.events()).as("%s", outcome.reply()).isNotEmpty();
    return switch (outcome.events().get(outcome.events().size() - 1)) {
      case LeaseEvent.Granted e -> e.claim().request();
      case LeaseEvent.Renewed e -> e.request();
      case LeaseEvent.HeartbeatReceived e -> e.request();
      case LeaseEvent.Ended e -> e.request();
      case LeaseEvent.EndPlanned e -> e.request();
      case LeaseEvent.Advanced e -> e.request();
      case LeaseEvent.Asked e -> e.request();
      case LeaseEvent.Transferred e -> e.request();
      case LeaseEvent.Converted e -> e.request();
      default -> throw new AssertionError(outcome.events());
    };
  }

  private void assertSame(Caller caller, Command.Retryable command) {
    assertThat(recorded(caller, command))
        .isEqualTo(new Event.Request(caller.actor(), command.requestId(), Fingerprint.of(command)));
  }

  private void acquire(String id, String policy, LeaseCommand.RareTerms options) {
    Scope scope = ((Scope.Parsed.Valid) Scope.parse(List.of("/" + id), List.of())).scope();
    assertSame(
        ANN,
        new LeaseCommand.Acquire(
            id,
            false,
            policy,
            "repo",
            scope,
            Mode.EXCLUSIVE,
            "ann",
            "",
            0,
            LeaseCommand.UNSET,
            Map.of("a", "b"),
            "make-" + id,
            options));
  }

  @Test
  void printsAreThoseThatEventsCarry() {
    acquire("a", "file", LeaseCommand.RareTerms.NONE.withHeartbeat(Limits.HOUR));
    acquire("b", "checkout", LeaseCommand.RareTerms.NONE);
    acquire("c", "file", LeaseCommand.RareTerms.NONE);
    acquire("d", "file", LeaseCommand.RareTerms.NONE);
    assertSame(ANN, new LeaseCommand.Renew("a", 0, "r1"));
    assertSame(ANN, new LeaseCommand.Heartbeat("a", "r2"));
    assertSame(ANN, new LeaseCommand.Advance("a", 0, "r3"));
    assertSame(ANN, new LeaseCommand.Convert("a", Mode.SHARED, 0, "r4"));
    assertSame(
        ANN,
        new LeaseCommand.Derive(
            "a", "child", "bob", "", null, Mode.SHARED, null, Amounts.NONE, 0, "r5"));
    assertSame(ANN, new LeaseCommand.Complete("b", "c0ffee", "r6"));
    assertSame(ANN, new LeaseCommand.Release("c", "aborted", Limits.SECOND, "r7"));
    assertSame(ADMIN, new LeaseCommand.Ask("a", "please", "r11"));
    assertSame(ADMIN, new LeaseCommand.Revoke("a", "why", Limits.MINUTE, "r8"));
    assertSame(ANN, new LeaseCommand.Transfer("d", "e", "bob", "yours", "r9"));
    acquire("f", "file", LeaseCommand.RareTerms.NONE);
    assertSame(ANN, new LeaseCommand.Release("f", "", 0, "r10"));
  }

  /** The figures are those of the first data directories: servers must go on reading them. */
  @Test
  void printsStayTheSameForEver() {
    assertPrint(8863846128131771660L, acquire(false, Mode.EXCLUSIVE, LeaseCommand.RareTerms.NONE));
    assertPrint(
        3538635647205696553L,
        acquire(true, Mode.SHARED, new LeaseCommand.RareTerms(1, 2, 3, AUTHORITY, "p", USD, "")));
    assertPrint(-1060899144079198978L, new LeaseCommand.Renew("a", 7, "r"));
    assertPrint(-8853171778367140344L, new LeaseCommand.Heartbeat("a", "r"));
    assertPrint(-3442314872477847981L, new LeaseCommand.Release("a", "aborted", 7, "r"));
    assertPrint(-3661383377878144639L, new LeaseCommand.Release("a", "", 0, "r"));
    assertPrint(-6131859607731827635L, new LeaseCommand.Complete("a", "c0ffee", "r"));
    assertPrint(-4123272229154931064L, new LeaseCommand.Close("a", "r"));
    assertPrint(-4986772237333321505L, new LeaseCommand.Revoke("a", "why", 7, "r"));
    assertPrint(-4812247306371550179L, new LeaseCommand.Advance("a", 7, "r"));
    assertPrint(4852242830290076446L, new LeaseCommand.Convert("a", Mode.SHARED, 7, "r"));
    assertPrint(7767365079203910526L, new LeaseCommand.Transfer("a", "b", "bob", "note", "r"));
    assertPrint(
        -5913540967058213397L,
        new LeaseCommand.Derive("a", "b", "bob", "s", SCOPE, Mode.SHARED, AUTHORITY, USD, 7, "r"));
    assertPrint(
        1805829363703510147L,
        new LeaseCommand.Derive("a", "b", "bob", "", null, null, null, Amounts.NONE, 0, "r"));
    assertPrint(1950464090753665446L, new BudgetCommand.Spend("a", USD, "note", "r"));
    assertPrint(-5786574528869618568L, new BudgetCommand.Reserve("a", USD, 7, "r"));
    assertPrint(1755471697343925636L, new BudgetCommand.Adjust("a", "res", USD, "r"));
    assertPrint(-636138534321161917L, new BudgetCommand.Refresh("a", USD, "r"));
    assertPrint(7493049645793659836L, new PoolCommand.CreatePool("p", USD, "r"));
    assertPrint(5720429612837612437L, new PoolCommand.Deposit("p", USD, "why", "r"));
    assertPrint(5524164980769133853L, new PoolCommand.Withdraw("p", USD, "why", "r"));
    assertPrint(-4665102303591638327L, new PoolCommand.ConfirmPool("p", USD, "r"));
  }

  @Test
  void printsOfLabelsRequestsForMoreAndRecurrencesStayTooForEver() {
    Recurrence monthly = new Recurrence(Recurrence.Every.MONTH, "UTC", USD);
    assertPrint(
        7422861420134945883L,
        new BudgetCommand.Spend("a", USD, "note", Map.of("model", "m1", "provider", "p"), "r"));
    assertPrint(
        -6658650623245468216L, new BudgetCommand.Reserve("a", USD, 7, Map.of("model", "m1"), "r"));
    assertPrint(7426606926926346249L, new ApprovalCommand.RequestMore("a", USD, "why", "r"));
    assertPrint(3422905172310515318L, new ApprovalCommand.RequestExtension("a", 7, "why", "r"));
    assertPrint(-3372536834916227790L, new PoolCommand.CreatePool("p", USD, monthly, "r"));
    assertPrint(3806531189367734524L, new PoolCommand.SetRecurrence("p", monthly, "r"));
    assertPrint(-6582878970345993103L, new PoolCommand.SetRecurrence("p", null, "r"));
  }

  private static LeaseCommand.Acquire acquire(
      boolean named, Mode mode, LeaseCommand.RareTerms rare) {
    return new LeaseCommand.Acquire(
        "a",
        named,
        "file",
        "repo",
        SCOPE,
        mode,
        "ann",
        named ? "" : "s",
        named ? 0 : 7,
        named ? 3 : LeaseCommand.UNSET,
        named ? Map.of() : Map.of("a", "b"),
        "r",
        rare);
  }

  private static void assertPrint(long print, Command.Retryable command) {
    assertThat(Fingerprint.of(command)).as("%s", command).isEqualTo(print);
  }

  @Test
  void aRequestWithoutAnIdHasNone() {
    assertThat(Fingerprint.of(new LeaseCommand.Renew("a", 7, ""))).isZero();
    assertThat(Fingerprint.of(new BudgetCommand.Spend("a", USD, "note", ""))).isZero();
  }
}
