package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.scope.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A value at its limit is taken, one beyond it is refused and never clamped (section 7). */
class LimitsTest {

  private static final Caller ALICE = new Caller("alice", Role.AGENT, List.of());

  private final Kernel kernel = new Kernel();

  @Test
  void valuesAtTheirLimitsAreTaken() {
    Script.run(
        """
        admin acquire ~128 space=~128 holder=~128 session=~128 request=~128 | ACTIVE
        alice acquire a scope=/1 ttl=1ms                                    | ACTIVE
        alice acquire b scope=/2 ttl=366d                                   | ACTIVE until=366d
        alice acquire c scope=/3 renewals=2147483647                        | ACTIVE
        alice acquire d scope=/4 labels=32                                  | ACTIVE
        alice acquire e scope=/5 label=~256:~256                            | ACTIVE
        alice acquire f scope=/6 label=k:                                   | ACTIVE
        alice acquire az.AZ_09@/- scope=/7                                  | ACTIVE
        """);
  }

  @Test
  void theLargestTtlIsTakenByARenewalToo() {
    Script.run(
        """
        alice acquire a ttl=1s | ACTIVE
        alice renew a ttl=366d | ACTIVE until=366d
        """);
  }

  @Test
  void labelsAreMeasuredInBytes() {
    assertThat(refusalOf(Map.of("k", "é".repeat(128)))).isEmpty();
    assertThat(refusalOf(Map.of("k", "é".repeat(128) + "x"))).isEqualTo("labels");
    assertThat(refusalOf(Map.of("é".repeat(129), "v"))).isEqualTo("labels");
  }

  @Test
  void labelsAreKeptAsTheyWereGiven() {
    Map<String, String> labels = new HashMap<>();
    for (int i = 0; i < Limits.MAX_LABELS; i++) {
      labels.put("name " + i, "✓ value " + i);
    }
    assertThat(refusalOf(labels)).isEmpty();

    Kernel restored = Kernel.restore(kernel.snapshot());

    Outcome outcome = restored.execute(new Stamp(0, 0, ALICE), new LeaseQuery.GetLease("x"));
    assertThat(((Reply.OfLease) outcome.reply()).lease().labels()).isEqualTo(labels);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\uD800", "a\uDC00b", "\uDBFF\uDBFF"})
  void textThatIsNotUnicodeIsRefusedBecauseItWouldNotSurviveARestart(String broken) {
    assertThat(refusalOf(Map.of("k", broken))).isEqualTo("labels");
    assertThat(refusalOf(Map.of(broken, "v"))).isEqualTo("labels");
    refusalOf(Map.of());
    Caller admin = new Caller("admin", Role.ADMIN, List.of());
    assertThat(
            fieldOf(
                kernel.execute(
                    new Stamp(0, 0, admin), new LeaseCommand.Revoke("x", broken, 0, ""))))
        .isEqualTo("reason");
  }

  @Test
  void aScopeThatTakesTooLongToCompareIsRefusedAndNotGranted() {
    for (int i = 0; i < 40; i++) {
      assertThat(fieldOf(acquire("held" + i, hostile("a", "m" + i), Mode.SHARED))).isEmpty();
    }

    Outcome outcome = acquire("x", hostile("b", "n"), Mode.EXCLUSIVE);

    assertThat(fieldOf(outcome)).isEqualTo("scope");
  }

  @Test
  void aListThatRunsOutOfTimeLeavesNothingOutAndAddsNothing() {
    for (int i = 0; i < 30; i++) {
      String costly = "/d/" + "a*".repeat(240 - i) + "b*" + "a*".repeat(240) + "a";
      assertThat(fieldOf(acquire("costly" + i, costly, Mode.SHARED))).isEmpty();
    }
    acquire("match", "/d/a*a", Mode.SHARED);
    acquire("other", "/d/a*c*a", Mode.SHARED);

    assertThat(listAll("/d/" + "a".repeat(1_000))).containsExactly("match");
  }

  @Test
  void aCheckThatRunsOutOfTimeDoesNotSayFree() {
    for (int i = 0; i < 30; i++) {
      String costly = "/d/" + "a*".repeat(240 - i) + "b*" + "a*".repeat(240) + "a";
      acquire("costly" + i, costly, Mode.SHARED);
    }
    acquire("match", "/d/a*a", Mode.SHARED);

    Outcome outcome =
        kernel.execute(
            new Stamp(0, 0, ALICE),
            new LeaseQuery.Check(
                "s", ScriptCommands.scope("/d/" + "a".repeat(1_000)), Mode.EXCLUSIVE));

    assertThat(outcome.reply()).isNotEqualTo(new Reply.Checked(List.of()));
  }

  /** The ids on all pages of a list by path. */
  private List<String> listAll(String path) {
    List<String> ids = new ArrayList<>();
    long after = 0;
    do {
      Command list = new LeaseQuery.ListLeases("s", path, null, "", "", List.of(), "", 100, after);
      Reply.Leases page = (Reply.Leases) kernel.execute(new Stamp(0, 0, ALICE), list).reply();
      page.leases().forEach(lease -> ids.add(lease.id()));
      assertThat(page.nextPosition() == 0 || page.nextPosition() > after).isTrue();
      after = page.nextPosition();
    } while (after != 0);
    return ids;
  }

  /** Patterns of different letters cost much to compare; the plain name inside tells them apart. */
  private static String hostile(String letter, String name) {
    String wild = ("*" + letter).repeat(200) + "*";
    return "/d/" + wild + "/{" + name + ",not-" + name + "}/" + wild;
  }

  /** The field of the refusal of an acquire with these labels; empty if it was granted. */
  private String refusalOf(Map<String, String> labels) {
    LeaseCommand.Acquire acquire =
        new LeaseCommand.Acquire(
            "x",
            false,
            "file",
            "s",
            scope("/" + labels.hashCode()),
            Mode.SHARED,
            "alice",
            "",
            0,
            LeaseCommand.UNSET,
            labels,
            "",
            LeaseCommand.RareTerms.NONE);
    return fieldOf(kernel.execute(new Stamp(0, 0, ALICE), acquire));
  }

  private Outcome acquire(String id, String pattern, Mode mode) {
    return kernel.execute(
        new Stamp(0, 0, ALICE),
        new LeaseCommand.Acquire(
            id,
            false,
            "file",
            "s",
            scope(pattern),
            mode,
            "alice",
            "",
            0,
            LeaseCommand.UNSET,
            Map.of(),
            "",
            LeaseCommand.RareTerms.NONE));
  }

  private static Scope scope(String pattern) {
    return ScriptCommands.scope(pattern);
  }

  private static String fieldOf(Outcome outcome) {
    return outcome.reply() instanceof Reply.Refused refused
        ? ((InputRefusal.InvalidInput) refused.refusal()).field()
        : "";
  }
}
