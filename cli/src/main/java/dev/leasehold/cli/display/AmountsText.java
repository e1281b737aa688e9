package dev.leasehold.cli.display;

import dev.leasehold.cli.remote.Fields;
import java.util.List;

/** Amounts of money as people read them. */
final class AmountsText {

  private AmountsText() {}

  /** Such as "30 tokens, 5 usd"; empty if there are none. */
  static String of(Fields amounts) {
    List<String> parts =
        amounts.names().stream().map(unit -> amounts.text(unit) + " " + unit).toList();
    return String.join(", ", parts);
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

  /** Says how much of a unit is spent, such as "80%: 8 of 10 tokens". */
  static String threshold(Fields event) {
    Fields spent = event.object("spent");
    String figure = spent.names().stream().map(spent::text).findFirst().orElse("");
    return event.text("threshold") + "%: " + figure + " of " + of(event.object("granted"));
  }

  private static String orNothing(String amounts) {
    return amounts.isEmpty() ? "nothing" : amounts;
  }
}
