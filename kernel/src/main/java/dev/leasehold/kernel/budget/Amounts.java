package dev.leasehold.kernel.budget;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;
import java.util.stream.Collectors;

/**
 * How much of which unit, in whole numbers. Immutable; units of which there is nothing are left
 * out, so equal amounts are equal values.
 */
public final class Amounts {

  public static final Amounts NONE = new Amounts(new TreeMap<>());

  private final TreeMap<String, Long> byUnit;

  private Amounts(TreeMap<String, Long> byUnit) {
    this.byUnit = byUnit;
  }

  /** Makes amounts of figures that were checked before, or that the kernel wrote. */
  public static Amounts of(Map<String, Long> figures) {
    TreeMap<String, Long> positive = new TreeMap<>();
    figures.forEach(
        (unit, figure) -> {
          if (figure < 0) {
            throw new IllegalArgumentException("a negative amount of " + unit + ": " + figure);
          }
          if (figure > 0) {
            positive.put(unit, figure);
          }
        });
    return positive.isEmpty() ? NONE : new Amounts(positive);
  }

  public static Amounts of(String unit, long figure) {
    return of(Map.of(unit, figure));
  }

  public boolean isNothing() {
    return byUnit.isEmpty();
  }

  public long of(String unit) {
    return byUnit.getOrDefault(unit, 0L);
  }

  /** The units that there is something of, in their order, with how much. */
  public Map<String, Long> asMap() {
    return Collections.unmodifiableMap(byUnit);
  }

  public Amounts plus(Amounts other) {
    return other.isNothing() ? this : isNothing() ? other : with(other, Math::addExact);
  }

  /** The difference; to take away more than there is would be a bug. */
  public Amounts minus(Amounts other) {
    return other.isNothing() ? this : with(other, Math::subtractExact);
  }

  /** The smaller figure of each unit. */
  public Amounts atMost(Amounts other) {
    TreeMap<String, Long> smaller = new TreeMap<>();
    byUnit.forEach((unit, figure) -> smaller.put(unit, Math.min(figure, other.of(unit))));
    return of(smaller);
  }

  /** The part of each unit that exceeds the other's. */
  public Amounts beyond(Amounts other) {
    return minus(atMost(other));
  }

  /** Whether there is at least as much of every unit. */
  public boolean covers(Amounts other) {
    for (Map.Entry<String, Long> wanted : other.byUnit.entrySet()) {
      if (of(wanted.getKey()) < wanted.getValue()) {
        return false;
      }
    }
    return true;
  }

  /** Whether there is something of every unit of the other. */
  public boolean hasSomeOfEach(Amounts other) {
    return byUnit.keySet().containsAll(other.byUnit.keySet());
  }

  /** The amounts in a sentence for people: dollars as they write them, the others in figures. */
  public String words() {
    return AmountWords.inText(toString());
  }

  private Amounts with(Amounts other, LongBinaryOperator operator) {
    TreeMap<String, Long> result = new TreeMap<>(byUnit);
    other.byUnit.forEach(
        (unit, figure) -> result.put(unit, operator.applyAsLong(of(unit), figure)));
    return of(result);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Amounts amounts && byUnit.equals(amounts.byUnit);
  }

  @Override
  public int hashCode() {
    return byUnit.hashCode();
  }

  @Override
  public String toString() {
    return byUnit.isEmpty()
        ? "nothing"
        : byUnit.entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey())
            .collect(Collectors.joining(", "));
  }
}
