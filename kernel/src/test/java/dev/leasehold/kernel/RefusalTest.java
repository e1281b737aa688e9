package dev.leasehold.kernel;

import static dev.leasehold.kernel.RefusalTest.Table.table;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.refusal.LeaseRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.refusal.RefusalCode;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Refusals: their codes, and which rule wins when several are broken. */
class RefusalTest {

  /** How many leases a holder may have in the tables. */
  static final int QUOTA = 8;

  /** Rows that are played after what has happened before. */
  record Table(String name, String rows, int quota, Supplier<List<Event>> before) {
    Table(String name, String rows, int quota) {
      this(name, rows, quota, List::of);
    }

    static Table table(String name, String rows) {
      return new Table(name, rows, QUOTA);
    }

    Table after(Supplier<List<Event>> events) {
      return new Table(name, rows, quota, events);
    }

    Script run() {
      return Script.runWithQuota(quota, before.get(), rows);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Table> tables() {
    return Stream.of(
            foundationTables(),
            WaitRefusals.tables(),
            HandingOnRefusals.tables(),
            MoneyRefusals.tables(),
            SubscriptionRefusals.tables())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Table> foundationTables() {
    return List.of(
        new Table("acquire", AcquireRefusals.ACQUIRE, 2),
        table("renew", ChangeRefusals.RENEW),
        table("release", ChangeRefusals.RELEASE),
        table("complete", ChangeRefusals.COMPLETE),
        table("record commit", ChangeRefusals.RECORD_COMMIT),
        table("close", ChangeRefusals.CLOSE),
        table("revoke", ChangeRefusals.REVOKE),
        table("get", OtherRefusals.GET),
        table("list", OtherRefusals.LIST),
        table("check", OtherRefusals.CHECK),
        table("declare space", OtherRefusals.DECLARE),
        table("read spaces", OtherRefusals.SPACES),
        table("issue token", OtherRefusals.ISSUE),
        table("revoke token", OtherRefusals.REVOKE_TOKEN),
        table("list tokens", OtherRefusals.TOKENS),
        table("set config", OtherRefusals.SET_CONFIG),
        table("prune and expire", OtherRefusals.PRUNE_AND_EXPIRE));
  }

  @ParameterizedTest
  @MethodSource("tables")
  void everyRuleIsEnforcedInItsOrder(Table table) {
    table.run();
  }

  @Test
  void everyCodeHasARow() {
    assertThat(refusals().map(Refusal::code).collect(toSet()))
        .containsExactlyInAnyOrder(RefusalCode.values());
  }

  @Test
  void everyKindOfRefusalHasARow() {
    Set<Class<?>> kinds = refusals().map(Object::getClass).collect(toSet());
    assertThat(kinds).hasSameElementsAs(RandomEvents.kinds(Refusal.class));
  }

  @Test
  void everyCommandHasARow() {
    Set<Class<?>> commands =
        played().map(played -> (Class<?>) played.command().getClass()).collect(toSet());
    assertThat(commands).hasSameElementsAs(RandomEvents.kinds(Command.class));
  }

  @Test
  void everyRefusalTellsAPersonWhatIsWrongInOneSentence() {
    assertThat(refusals())
        .allSatisfy(
            refusal ->
                assertThat(refusal.detail())
                    .isNotBlank()
                    .doesNotContain("\n")
                    .hasSizeBetween(10, 300));
  }

  @ParameterizedTest
  @CsvSource({
    "259194600000000, has 2d 23h 59m left",
    "86400000000000, has 1d left",
    "3594219649193, has 59m 54s left",
    "3599999999999, has 59m 59s left",
    "3600000000000, has 1h left",
    "120000000000, has 2m left",
    "60000000000, has 60s left",
    "59987654321, has 59.9s left",
    "123456789, has 0.123s left"
  })
  void whatIsLeftIsToldAsPeopleReadIt(long nanos, String said) {
    Refusal refusal = new LeaseRefusal.RenewalDoesNotExtend("a", nanos, 1_500_000L, false);
    assertThat(refusal.detail())
        .isEqualTo("lease a " + said + " and a renewal for 0.0015s would not extend it");
  }

  /** All tables, played once for all who look at them as a whole. */
  private static final class AllTables {
    static final List<Script.Played> PLAYED =
        tables().stream().flatMap(table -> table.run().played().stream()).toList();
  }

  private static Stream<Script.Played> played() {
    return AllTables.PLAYED.stream();
  }

  private static Stream<Refusal> refusals() {
    return played()
        .flatMap(
            played ->
                played.reply() instanceof Reply.Refused refused
                    ? Stream.of(refused.refusal())
                    : Stream.empty());
  }
}
