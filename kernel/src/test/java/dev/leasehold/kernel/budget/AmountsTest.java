package dev.leasehold.kernel.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.request.AmountsInput;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Amounts by unit: whole numbers, never negative (rule 18). */
class AmountsTest {

  @Provide
  Arbitrary<Amounts> amounts() {
    return Arbitraries.maps(
            Arbitraries.of("usd", "tokens", "calls"),
            Arbitraries.oneOf(
                Arbitraries.longs().between(0, 3),
                Arbitraries.longs().between(0, Limits.MAX_AMOUNT)))
        .ofMaxSize(3)
        .map(Amounts::of);
  }

  @Property
  void whatIsAddedCanBeTakenAwayAgain(
      @ForAll("amounts") Amounts one, @ForAll("amounts") Amounts other) {
    assertThat(one.plus(other).minus(other)).isEqualTo(one);
    assertThat(one.plus(other)).isEqualTo(other.plus(one));
    assertThat(one.plus(Amounts.NONE)).isEqualTo(one);
    assertThat(one.minus(one)).isEqualTo(Amounts.NONE);
  }

  @Property
  void eachUnitIsCountedForItself(
      @ForAll("amounts") Amounts one, @ForAll("amounts") Amounts other) {
    for (String unit : new String[] {"usd", "tokens", "calls", "none"}) {
      assertThat(one.plus(other).of(unit)).isEqualTo(one.of(unit) + other.of(unit));
      assertThat(one.atMost(other).of(unit)).isEqualTo(Math.min(one.of(unit), other.of(unit)));
      assertThat(one.beyond(other).of(unit)).isEqualTo(Math.max(0, one.of(unit) - other.of(unit)));
    }
  }

  @Property
  void aPartAndWhatIsBeyondItMakeTheWhole(
      @ForAll("amounts") Amounts one, @ForAll("amounts") Amounts other) {
    assertThat(one.atMost(other).plus(one.beyond(other))).isEqualTo(one);
    assertThat(one.covers(one.atMost(other))).isTrue();
    assertThat(one.beyond(other).isNothing()).isEqualTo(other.covers(one));
  }

  @Property
  void coveringIsHavingEnoughOfEveryUnitThatTheOtherHas(
      @ForAll("amounts") Amounts one, @ForAll("amounts") Amounts other) {
    boolean enough =
        other.asMap().entrySet().stream()
            .allMatch(unit -> one.of(unit.getKey()) >= unit.getValue());
    boolean some = other.asMap().keySet().stream().allMatch(unit -> one.of(unit) > 0);

    assertThat(one.covers(other)).isEqualTo(enough);
    assertThat(one.hasSomeOfEach(other)).isEqualTo(some);
  }

  @Property
  void equalAmountsAreEqualValuesWhateverNothingTheyWereMadeWith(@ForAll("amounts") Amounts one) {
    Amounts again = Amounts.of(one.asMap()).plus(Amounts.of("gold", 0));

    assertThat(again).isEqualTo(one).hasSameHashCodeAs(one).hasToString(one.toString());
    assertThat(one.asMap().values()).allMatch(figure -> figure > 0);
    assertThat(one.isNothing()).isEqualTo(one.equals(Amounts.NONE));
  }

  @Test
  void thereIsNoNegativeAmount() {
    assertThatThrownBy(() -> Amounts.of("usd", -1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Amounts.of("usd", 1).minus(Amounts.of("usd", 2)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Amounts.NONE.minus(Amounts.of("usd", 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSumThatDoesNotFitIsABugAndNotAnotherSum() {
    Amounts most = Amounts.of("usd", Long.MAX_VALUE);

    assertThatThrownBy(() -> most.plus(Amounts.of("usd", 1)))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void amountsChangeForNobody() {
    Amounts amounts = Amounts.of(Map.of("usd", 1L));

    assertThatThrownBy(() -> amounts.asMap().put("usd", 2L))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void theLimitsOfOneCommandsAmounts() {
    assertThat(AmountsInput.check("f", Amounts.of("usd", Limits.MAX_AMOUNT))).isNull();
    assertThat(AmountsInput.check("f", Amounts.of("usd", Limits.MAX_AMOUNT + 1))).isNotNull();
    assertThat(AmountsInput.check("f", Amounts.of("x".repeat(128), 1))).isNull();
    assertThat(AmountsInput.check("f", Amounts.of("x".repeat(129), 1))).isNotNull();
    assertThat(AmountsInput.check("f", Amounts.of("", 1))).isNotNull();
    assertThat(AmountsInput.check("f", Amounts.NONE)).isNull();
    assertThat(AmountsInput.checkSome("f", Amounts.NONE)).isNotNull();
  }
}
