package dev.leasehold.cli.display;

import dev.leasehold.cli.money.Amounts;
import dev.leasehold.cli.remote.Fields;
import java.util.stream.Collectors;

/** Amounts of money as people read them. */
final class AmountsText {

  private AmountsText() {}

  /** Such as "$5.00, 30 tokens"; empty if there are none. */
  static String of(Fields amounts) {
    return Amounts.text(amounts);
  }

  /** Says what money was spent on, such as " on model=m1 provider=p"; empty if nobody said. */
  static String on(Fields labels) {
    String text =
        labels.names().stream()
            .map(name -> name + "=" + labels.text(name))
            .collect(Collectors.joining(" "));
    return text.isEmpty() ? "" : " on " + text;
  }

  /** Says what became of a budget, of an event that ended it; empty for every other event. */
  static String end(Fields event) {
    String granted = of(event.object("granted"));
    return granted.isEmpty()
        ? ""
        : "(granted %s; spent %s; returned %s)"
            .formatted(
                granted,
                orNothing(of(event.object("spent"))),
                orNothing(of(event.object("returned"))));
  }

  /** Says how much of a unit is spent, such as "80%: 8 tokens of 10 tokens". */
  static String threshold(Fields event) {
    return event.text("threshold")
        + "%: "
        + of(event.object("spent"))
        + " of "
        + of(event.object("granted"));
  }

  private static String orNothing(String amounts) {
    return amounts.isEmpty() ? "nothing" : amounts;
  }
}
