package dev.leasehold.client.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.api.v1.BudgetServiceGrpc;
import dev.leasehold.api.v1.CreatePoolRequest;
import dev.leasehold.api.v1.CreateTokenRequest;
import dev.leasehold.api.v1.GetPoolRequest;
import dev.leasehold.api.v1.TokenServiceGrpc;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.RealNode;
import dev.leasehold.client.ServerCalls;
import dev.leasehold.client.budget.BudgetTerms;
import dev.leasehold.client.budget.HeldBudget;
import dev.leasehold.client.meter.Meter;
import dev.leasehold.client.meter.PriceTable;
import dev.leasehold.client.meter.TokenCount;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Java of the guide to budgets runs. */
@Timeout(180)
class BudgetsExampleTest {

  private static final Path PRICES = Path.of("..", "docs", "guides", "prices.json");

  @TempDir private Path directory;
  @TempDir private Path own;

  @Test
  void callsAreCounted() throws Exception {
    BudgetsExample.Model model =
        question -> new BudgetsExample.Answer("a right until then", TokenCount.of(100, 20));
    try (RealNode node = RealNode.start(directory)) {
      LeaseholdClient admin = node.admin();
      ServerCalls.ask(
          admin,
          BudgetServiceGrpc.getCreatePoolMethod(),
          CreatePoolRequest.newBuilder()
              .setId("team")
              .putAmounts("usd_micros", 50_000_000)
              .putAmounts("tokens", 5_000_000)
              .build());
      String token =
          ServerCalls.ask(
                  admin,
                  TokenServiceGrpc.getCreateTokenMethod(),
                  CreateTokenRequest.newBuilder()
                      .setActor("ann")
                      .setRole("agent")
                      .setPool("team")
                      .build())
              .getToken();
      try (LeaseholdClient client = LeaseholdClient.connect(node.url(), token)) {
        assertThat(BudgetsExample.ask(client, PRICES, own.resolve("unsent"), model))
            .isEqualTo("a right until then");
        BudgetTerms terms = BudgetTerms.asking("usd_micros", 9_000).and("tokens", 9_000).build();
        try (HeldBudget budget = HeldBudget.open(client, terms)) {
          BudgetsExample.byHand(budget, new Meter(PriceTable.read(PRICES)), model, reason -> {});
        }
      }
      assertThat(admin.getPool(GetPoolRequest.newBuilder().setId("team").build()).getSpentMap())
          .containsEntry("usd_micros", 900L)
          .containsEntry("tokens", 240L);
    }
  }
}
