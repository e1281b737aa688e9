package dev.leasehold.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.leasehold.api.v1.CloseLeaseRequest;
import dev.leasehold.api.v1.CreatePoolRequest;
import dev.leasehold.api.v1.CreateTokenRequest;
import dev.leasehold.api.v1.CreateTokenResponse;
import dev.leasehold.api.v1.GetPoolRequest;
import dev.leasehold.api.v1.HandshakeRequest;
import dev.leasehold.api.v1.HandshakeResponse;
import dev.leasehold.api.v1.IntrospectTokenRequest;
import dev.leasehold.api.v1.Introspection;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.Pool;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.ReserveRequest;
import dev.leasehold.api.v1.SettleRequest;
import dev.leasehold.api.v1.SpendRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Many at once over streams, and books that are kept on their side: the sum of what clients were
 * told is what the server has in its own.
 */
class BudgetRaceTest extends WireContract {

  private static final int CLIENTS = 64;

  BudgetRaceTest() {
    super(Surface.STREAM);
  }

  private void createPool(String id, long tokens) {
    admin.ask(Pool.class, CreatePoolRequest.newBuilder().setId(id).putAmounts("tokens", tokens));
  }

  private Pool pool(String id) {
    Pool pool = admin.ask(Pool.class, GetPoolRequest.newBuilder().setId(id));
    assertThat(pool.getTotalOrThrow("tokens"))
        .isEqualTo(
            pool.getFreeOrThrow("tokens")
                + pool.getOutstandingOrThrow("tokens")
                + pool.getSpentOrThrow("tokens"));
    return pool;
  }

  private WireClient drawer(String name, String pool) {
    CreateTokenRequest.Builder token =
        CreateTokenRequest.newBuilder().setActor(name).setRole("agent").setPool(pool);
    return client(admin.ask(CreateTokenResponse.class, token).getToken());
  }

  private static HandshakeRequest.Builder handshake(long tokens) {
    return HandshakeRequest.newBuilder().putRequested("tokens", tokens);
  }

  private static SpendRequest.Builder spend(String id, String requestId, long tokens) {
    return SpendRequest.newBuilder()
        .setLeaseId(id)
        .setRequestId(requestId)
        .putAmounts("tokens", tokens);
  }

  private static ReserveRequest.Builder reserve(String id, String requestId, long tokens) {
    return ReserveRequest.newBuilder()
        .setLeaseId(id)
        .setRequestId(requestId)
        .putAmounts("tokens", tokens);
  }

  private static SettleRequest.Builder settle(String id, String reservation, long tokens) {
    return SettleRequest.newBuilder()
        .setLeaseId(id)
        .setReservationId(reservation)
        .putAmounts("tokens", tokens);
  }

  /** Sends for all clients before it waits for an answer. */
  private static List<Message> together(int count, Function<Integer, Wire.Sent> send) {
    List<Wire.Sent> sent = new ArrayList<>();
    IntStream.range(0, count).forEach(i -> sent.add(send.apply(i)));
    return sent.stream().map(WireClient::answer).toList();
  }

  private static List<String> codes(List<Message> answers) {
    return answers.stream()
        .filter(Problem.class::isInstance)
        .map(problem -> ((Problem) problem).getCode())
        .distinct()
        .toList();
  }

  @Test
  void sixtyFourClientsRaceOnOnePool() {
    createPool("raced", 1_000);
    List<WireClient> agents =
        IntStream.range(0, CLIENTS).mapToObj(i -> drawer("racer-" + i, "raced")).toList();

    List<Message> answers = together(CLIENTS, i -> agents.get(i).send(handshake(30)));

    List<HandshakeResponse> made =
        answers.stream()
            .filter(HandshakeResponse.class::isInstance)
            .map(HandshakeResponse.class::cast)
            .toList();
    assertThat(codes(answers)).containsExactly("INSUFFICIENT_BUDGET");
    long granted =
        made.stream()
            .mapToLong(one -> one.getLease().getBudget().getGrantedOrThrow("tokens"))
            .sum();
    assertThat(granted).as("all of it, and no more").isEqualTo(1_000);
    assertThat(pool("raced").getOutstandingOrThrow("tokens")).isEqualTo(granted);

    List<Message> spent =
        together(
            made.size(),
            i ->
                client(made.get(i).getIpToken())
                    .send(spend(made.get(i).getLease().getLeaseId(), "s", 1 + i % 10)));
    long told =
        spent.stream().mapToLong(one -> ((Lease) one).getBudget().getSpentOrThrow("tokens")).sum();
    assertThat(pool("raced").getSpentOrThrow("tokens")).isEqualTo(told);
    assertThat(pool("raced").getOutstandingOrThrow("tokens")).isEqualTo(1_000 - told);
  }

  @Test
  void sixtyFourClientsRaceOnOneLease() {
    createPool("shared", 500);
    WireClient ann = drawer("sharer", "shared");
    HandshakeResponse made = ann.ask(HandshakeResponse.class, handshake(500));
    String id = made.getLease().getLeaseId();
    List<WireClient> runtimes =
        IntStream.range(0, CLIENTS).mapToObj(i -> client(made.getIpToken())).toList();

    List<Message> reserved = together(CLIENTS, i -> runtimes.get(i).send(reserve(id, "r" + i, 10)));
    List<Integer> got =
        IntStream.range(0, CLIENTS).filter(i -> reserved.get(i) instanceof Lease).boxed().toList();
    assertThat(got).as("as many as fit").hasSize(50);
    assertThat(codes(reserved)).containsExactly("INSUFFICIENT_BUDGET");

    // Every report is sent twice: only one counts.
    List<Message> settled =
        together(
            2 * got.size(),
            i -> {
              int client = got.get(i / 2);
              return runtimes.get(client).send(settle(id, "r" + client, client % 10));
            });
    assertThat(settled).allMatch(Lease.class::isInstance);
    long told = got.stream().mapToLong(client -> client % 10).sum();
    List<Message> spent = together(CLIENTS, i -> runtimes.get(i).send(spend(id, "s" + i, 7)));
    told += 7 * spent.stream().filter(Lease.class::isInstance).count();

    Lease lease = admin.lease(get(id));
    assertThat(lease.getBudget().getSpentOrThrow("tokens")).isEqualTo(told);
    assertThat(told).isLessThanOrEqualTo(500);
    assertThat(pool("shared").getSpentOrThrow("tokens")).isEqualTo(told);
    ann.lease(CloseLeaseRequest.newBuilder().setLeaseId(id));
    assertThat(pool("shared").getFreeOrThrow("tokens")).isEqualTo(500 - told);
  }

  @Test
  void ofSimultaneousHandshakesOneGetsTheLease() {
    createPool("rushed", 100);
    WireClient ann = drawer("rusher", "rushed");

    List<Message> answers = together(CLIENTS, i -> ann.send(handshake(10)));

    assertThat(answers).filteredOn(HandshakeResponse.class::isInstance).hasSize(1);
    assertThat(codes(answers)).containsExactly("ALREADY_LEASED");
    assertThat(pool("rushed").getOutstandingOrThrow("tokens")).isEqualTo(10);
  }

  @Test
  void simultaneousRepeatsOfAHandshakeGetOneLeaseAndOneTokenIsGood() {
    createPool("repeated", 100);
    WireClient ann = drawer("repeater", "repeated");

    List<HandshakeResponse> answers =
        together(CLIENTS, i -> ann.send(handshake(10).setRequestId("same"))).stream()
            .map(HandshakeResponse.class::cast)
            .toList();

    assertThat(answers.stream().map(one -> one.getLease().getLeaseId()).distinct()).hasSize(1);
    assertThat(pool("repeated").getOutstandingOrThrow("tokens")).isEqualTo(10);
    long good =
        answers.stream()
            .map(HandshakeResponse::getIpToken)
            .filter(token -> !token.isEmpty())
            .filter(this::isActive)
            .count();
    assertThat(good).isEqualTo(1);
  }

  private boolean isActive(String token) {
    return admin
        .ask(Introspection.class, IntrospectTokenRequest.newBuilder().setToken(token))
        .getActive();
  }

  @Test
  void ofSimultaneousClosesOneClosesAndTheRestGoesBackOnce() {
    createPool("closed", 100);
    WireClient ann = drawer("closer", "closed");
    String id = ann.ask(HandshakeResponse.class, handshake(60)).getLease().getLeaseId();
    ann.lease(spend(id, "s", 5));

    List<Message> answers =
        together(CLIENTS, i -> ann.send(CloseLeaseRequest.newBuilder().setLeaseId(id)));

    assertThat(answers).filteredOn(Lease.class::isInstance).hasSize(1);
    assertThat(codes(answers)).containsExactly("LEASE_ALREADY_TERMINAL");
    assertThat(pool("closed").getFreeOrThrow("tokens")).isEqualTo(95);
    ann.refused(409, "LEASE_ALREADY_TERMINAL", spend(id, "late", 1));
    assertThat(ann.lease(spend(id, "s", 5)).getBudget().getSpentOrThrow("tokens"))
        .as("a repeat is answered with what was done")
        .isEqualTo(5);
    assertThat(ann.refusedField(spend(id, "s", 6))).as("another body").isEqualTo("requestId");
    assertThat(pool("closed").getSpentOrThrow("tokens")).isEqualTo(5);
  }
}
