package dev.leasehold.client.budget;

import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.BudgetServiceGrpc;
import dev.leasehold.api.v1.CreatePoolRequest;
import dev.leasehold.api.v1.CreateTokenRequest;
import dev.leasehold.api.v1.DepositRequest;
import dev.leasehold.api.v1.GetBudgetReportRequest;
import dev.leasehold.api.v1.GetPoolRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.Pool;
import dev.leasehold.api.v1.ReportServiceGrpc;
import dev.leasehold.api.v1.TokenServiceGrpc;
import dev.leasehold.client.BreakableLink;
import dev.leasehold.client.ClientOptions;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.LeaseholdException;
import dev.leasehold.client.RealNode;
import dev.leasehold.client.RefusedException;
import dev.leasehold.client.ServerCalls;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A pool of a real server, a link to it that breaks when told, and an agent that draws. */
final class BudgetRig implements AutoCloseable {

  private static final AtomicInteger MADE = new AtomicInteger();

  private final String name = "n" + MADE.incrementAndGet();
  final RealNode node;
  final LeaseholdClient admin;
  final BreakableLink link;
  final LeaseholdClient agent;
  final MovedClock clock = new MovedClock();

  private final Duration patience;

  /**
   * The pool and the agent are of this rig alone; the server may be shared.
   *
   * @param patience of the agent with a server that does not answer
   */
  BudgetRig(RealNode node, long tokens, Duration patience) throws IOException {
    this.node = node;
    this.patience = patience;
    admin = node.admin();
    ServerCalls.ask(
        admin,
        BudgetServiceGrpc.getCreatePoolMethod(),
        CreatePoolRequest.newBuilder().setId(name).putAmounts("tokens", tokens).build());
    link = BreakableLink.to(URI.create(node.url()).getPort());
    agent = connect();
  }

  private LeaseholdClient connect() {
    String token =
        ServerCalls.ask(
                admin,
                TokenServiceGrpc.getCreateTokenMethod(),
                CreateTokenRequest.newBuilder()
                    .setActor(name)
                    .setRole("agent")
                    .setPool(name)
                    .build())
            .getToken();
    return LeaseholdClient.connect(
        ClientOptions.builder()
            .address(link.address())
            .token(token)
            .requestTimeout(patience)
            .build());
  }

  HeldBudget open(BudgetTerms.Builder terms) {
    return HeldBudget.open(agent, terms.build(), clock);
  }

  void deposit(long tokens) {
    ServerCalls.ask(
        admin,
        BudgetServiceGrpc.getDepositMethod(),
        DepositRequest.newBuilder()
            .setId(name)
            .putAmounts("tokens", tokens)
            .setReason("more")
            .build());
  }

  Pool pool() {
    return admin.getPool(GetPoolRequest.newBuilder().setId(name).build());
  }

  Lease lease(HeldBudget budget) {
    return admin.get(budget.leaseId());
  }

  long spent(HeldBudget budget) {
    return lease(budget).getBudget().getSpentOrDefault("tokens", 0);
  }

  /** The agent's spending in all, by model and provider. */
  List<String> report() {
    return ServerCalls.ask(
            admin,
            ReportServiceGrpc.getGetBudgetReportMethod(),
            GetBudgetReportRequest.newBuilder().setAgent(name).addBy("model,provider").build())
        .getRowsList()
        .stream()
        .map(row -> row.getModel() + " " + row.getProvider() + " " + row.getAmount())
        .toList();
  }

  /** The same time passes at the server and at the holder. */
  void pass(Duration duration) {
    node.advance(duration);
    clock.pass(duration);
  }

  /** The same without anybody trying anything in between. */
  void leap(Duration duration) {
    node.advance(duration);
    clock.leap(duration);
  }

  /** Mends the link; the agent has found the server again when this returns. */
  void mend() throws IOException {
    link.mend();
    await().until(this::isReached);
  }

  private boolean isReached() {
    try {
      agent.get("none");
    } catch (RefusedException e) {
      return true;
    } catch (LeaseholdException e) {
      return false;
    }
    return true;
  }

  static Map<String, Long> tokens(long amount) {
    return Map.of("tokens", amount);
  }

  @Override
  public void close() throws IOException {
    agent.close();
    link.close();
    admin.close();
  }
}
