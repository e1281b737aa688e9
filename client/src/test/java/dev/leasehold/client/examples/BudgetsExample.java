package dev.leasehold.client.examples;

import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.budget.BudgetListener;
import dev.leasehold.client.budget.BudgetReservation;
import dev.leasehold.client.budget.BudgetTerms;
import dev.leasehold.client.budget.HeldBudget;
import dev.leasehold.client.meter.Meter;
import dev.leasehold.client.meter.PriceTable;
import dev.leasehold.client.meter.TokenCount;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** An agent that never spends more than it was given. */
final class BudgetsExample {

  /** A model, and what its answers used. */
  interface Model {
    Answer ask(String question);
  }

  /** An answer with the tokens that it took. */
  record Answer(String text, TokenCount used) {}

  private BudgetsExample() {}

  /** A call whose price is known afterwards. */
  static String ask(LeaseholdClient client, Path prices, Path unsent, Model model)
      throws Exception {
    Meter meter = new Meter(PriceTable.read(prices));
    BudgetTerms terms =
        BudgetTerms.asking("usd_micros", 10_000_000)
            .and("tokens", 2_000_000)
            .keepReportsIn(unsent)
            .build();
    try (HeldBudget budget = HeldBudget.open(client, terms)) {
      Answer answer =
          budget.call(
              meter.most("gpt-4o", 1_000, 500),
              () -> model.ask("What is a lease?"),
              got -> meter.cost("gpt-4o", got.used()));
      return answer.text();
    }
  }

  /** The same by hand, and a listener. */
  static void byHand(HeldBudget budget, Meter meter, Model model, Consumer<String> stop)
      throws IOException {
    budget.listen(
        new BudgetListener() {
          @Override
          public void revoked(String leaseId, String reason) {
            stop.accept(reason);
          }
        });
    try (BudgetReservation call = budget.reserve(meter.most("gpt-4o", 1_000, 500))) {
      Answer answer = model.ask("What is a lease?");
      call.settle(meter.cost("gpt-4o", answer.used()));
    }
  }
}
