package dev.leasehold.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.leasehold.api.v1.AddProviderRequest;
import dev.leasehold.api.v1.AdjustReservationRequest;
import dev.leasehold.api.v1.CancelReservationRequest;
import dev.leasehold.api.v1.CloseLeaseRequest;
import dev.leasehold.api.v1.CreatePoolRequest;
import dev.leasehold.api.v1.CreateTokenRequest;
import dev.leasehold.api.v1.CreateTokenResponse;
import dev.leasehold.api.v1.DeleteProviderRequest;
import dev.leasehold.api.v1.GetPoolRequest;
import dev.leasehold.api.v1.GetProviderRequest;
import dev.leasehold.api.v1.HandshakeRequest;
import dev.leasehold.api.v1.HandshakeResponse;
import dev.leasehold.api.v1.IntrospectTokenRequest;
import dev.leasehold.api.v1.Introspection;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListProvidersRequest;
import dev.leasehold.api.v1.ListProvidersResponse;
import dev.leasehold.api.v1.Pool;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.Provider;
import dev.leasehold.api.v1.ReserveRequest;
import dev.leasehold.api.v1.RotateProviderKeyRequest;
import dev.leasehold.api.v1.SealProviderKeyRequest;
import dev.leasehold.api.v1.SealedKey;
import dev.leasehold.api.v1.SettleRequest;
import dev.leasehold.api.v1.SpendRequest;
import dev.leasehold.node.keys.HpkeReader;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Providers, their keys, and what a gateway may do. */
abstract class ProviderContract extends WireContract {

  private static final String KEY = "sk-canary-0123456789abcdef";
  private static final String NEXT_KEY = "sk-canary-fedcba9876543210";

  ProviderContract(Surface surface) {
    super(surface);
  }

  private static AddProviderRequest.Builder add(String name) {
    return AddProviderRequest.newBuilder()
        .setName(name)
        .setKind("openai")
        .setUrl("https://api.example.com/")
        .setKey(KEY);
  }

  private static GetProviderRequest.Builder provider(String name) {
    return GetProviderRequest.newBuilder().setName(name);
  }

  private static SealProviderKeyRequest.Builder seal(String name, String publicKey) {
    return SealProviderKeyRequest.newBuilder().setName(name).setPublicKey(publicKey);
  }

  private WireClient gateway(String name) {
    return client(node.tokenFor(name, "gateway"));
  }

  private WireClient drawer(String name) {
    admin.ask(Pool.class, CreatePoolRequest.newBuilder().setId(name).putAmounts("tokens", 1_000));
    CreateTokenRequest.Builder token =
        CreateTokenRequest.newBuilder().setActor(name).setRole("agent").setPool(name);
    return client(admin.ask(CreateTokenResponse.class, token).getToken());
  }

  private static HandshakeRequest.Builder handshake(String provider) {
    return HandshakeRequest.newBuilder().putRequested("tokens", 100).setProvider(provider);
  }

  private static ReserveRequest.Builder reserve(String id, String requestId, String ipToken) {
    return ReserveRequest.newBuilder()
        .setLeaseId(id)
        .setRequestId(requestId)
        .setIpToken(ipToken)
        .putAmounts("tokens", 10);
  }

  private static SettleRequest.Builder settle(String id, String reservation, long tokens) {
    return SettleRequest.newBuilder()
        .setLeaseId(id)
        .setReservationId(reservation)
        .putAmounts("tokens", tokens);
  }

  private static CancelReservationRequest.Builder cancel(String id, String reservation) {
    return CancelReservationRequest.newBuilder().setLeaseId(id).setReservationId(reservation);
  }

  private static long spent(Lease lease) {
    return lease.getBudget().getSpentOrThrow("tokens");
  }

  private static void assertNoKey(Message reply) {
    assertThat(reply.toString()).doesNotContain(KEY, NEXT_KEY);
  }

  @Test
  void aProviderIsAddedShownAndRemovedWithoutItsKey() {
    Provider added = admin.ask(Provider.class, add("added").setKind("Anthropic"));

    assertThat(added.getKind()).isEqualTo("anthropic");
    assertThat(added.getUrl()).isEqualTo("https://api.example.com");
    assertThat(added.getKeyVersion()).isEqualTo(1);
    assertThat(added.getKeyReadable()).isTrue();
    assertThat(added.getAddedAt()).isEqualTo(added.getKeyChangedAt());
    assertThat(admin.ask(Provider.class, provider("added"))).isEqualTo(added);
    assertThat(
            admin
                .ask(ListProvidersResponse.class, ListProvidersRequest.newBuilder())
                .getProvidersList())
        .contains(added);
    assertNoKey(added);

    node.advance(Duration.ofSeconds(5));
    RotateProviderKeyRequest.Builder rotate =
        RotateProviderKeyRequest.newBuilder().setName("added").setKey(NEXT_KEY);
    Provider rotated = admin.ask(Provider.class, rotate);
    assertThat(rotated.getKeyVersion()).isEqualTo(2);
    assertThat(rotated.getKeyChangedAt()).isNotEqualTo(rotated.getAddedAt());
    assertNoKey(rotated);

    DeleteProviderRequest.Builder delete = DeleteProviderRequest.newBuilder().setName("added");
    assertThat(admin.ask(Provider.class, delete)).isEqualTo(rotated);
    admin.refused(404, "NOT_FOUND", delete);
    admin.refused(404, "NOT_FOUND", provider("added"));
    admin.refused(404, "NOT_FOUND", rotate);
    assertNoKey(admin.refused(404, "NOT_FOUND", provider(KEY)));
  }

  @Test
  void whatIsWrongWithAProviderIsNamed() {
    admin.ask(Provider.class, add("named"));
    assertThat(admin.refusedField(add(""))).isEqualTo("name");
    assertThat(admin.refusedField(add("named"))).isEqualTo("name");
    assertThat(admin.refusedField(add("other").setKind("x"))).isEqualTo("kind");
    assertThat(admin.refusedField(add("other").setUrl("api.example.com"))).isEqualTo("url");
    for (String key : List.of("", "two words", "line\n", "ключ", "x".repeat(4_097))) {
      assertThat(admin.refusedField(add("other").setKey(key))).isEqualTo("key");
      assertThat(
              admin.refusedField(
                  RotateProviderKeyRequest.newBuilder().setName("named").setKey(key)))
          .isEqualTo("key");
    }
    Problem pasted = admin.refused(400, "INVALID_INPUT", add("other").setUrl(KEY));
    assertNoKey(pasted);
    alice.refused(403, "FORBIDDEN", add("other"));
    alice.refused(403, "FORBIDDEN", provider("named"));
  }

  @Test
  void aHandshakeSealsTheKeyToTheRuntime() {
    admin.ask(Provider.class, add("sealing"));
    WireClient ann = drawer("sealed");
    HpkeReader runtime = HpkeReader.random();
    HandshakeRequest.Builder asked =
        handshake("sealing").setPublicKey(runtime.publicKey()).setRequestId("h");

    HandshakeResponse made = ann.ask(HandshakeResponse.class, asked);

    String id = made.getLease().getLeaseId();
    assertThat(runtime.open(made.getSealedKey(), "sealing", id)).isEqualTo(KEY);
    assertThat(made.getLease().getLabelsMap()).containsEntry("provider", "sealing");
    assertNoKey(made);
    HandshakeResponse again = ann.ask(HandshakeResponse.class, asked);
    assertThat(again.getSealedKey()).isNotEqualTo(made.getSealedKey());
    assertThat(runtime.open(again.getSealedKey(), "sealing", id)).isEqualTo(KEY);
    ann.lease(CloseLeaseRequest.newBuilder().setLeaseId(id));
    assertThat(ann.ask(HandshakeResponse.class, asked).getSealedKey()).as("no token").isEmpty();
    assertThat(ann.ask(HandshakeResponse.class, handshake("sealing")).getSealedKey()).isEmpty();
  }

  @Test
  void whatIsWrongWithAHandshakeForAKeyIsNamed() {
    admin.ask(Provider.class, add("asked"));
    WireClient ann = drawer("asks");
    String good = HpkeReader.random().publicKey();
    assertThat(ann.refusedField(handshake("").setPublicKey(good))).isEqualTo("provider");
    assertThat(ann.refusedField(handshake("none").setPublicKey(good))).isEqualTo("provider");
    assertThat(ann.refusedField(handshake("none"))).isEqualTo("provider");
    for (String bad : List.of("!", good + "AAAA", "A".repeat(43))) {
      assertThat(ann.refusedField(handshake("asked").setPublicKey(bad))).isEqualTo("publicKey");
    }
  }

  @Test
  void aGatewayGetsTheKeySealedAndNobodyElseDoes() {
    admin.ask(Provider.class, add("for-gateways"));
    WireClient gateway = gateway("sealing-gateway");
    HpkeReader runtime = HpkeReader.random();

    SealedKey given = gateway.ask(SealedKey.class, seal("for-gateways", runtime.publicKey()));

    assertThat(runtime.open(given.getSealedKey(), "for-gateways", "")).isEqualTo(KEY);
    assertThat(given.getKeyVersion()).isEqualTo(1);
    assertThat(gateway.ask(Provider.class, provider("for-gateways")).getKind()).isEqualTo("openai");
    gateway.refused(404, "NOT_FOUND", seal("none", runtime.publicKey()));
    for (String bad : List.of("", "!", "AAAA", "A".repeat(43))) {
      assertThat(gateway.refusedField(seal("for-gateways", bad))).isEqualTo("publicKey");
    }
    admin.refused(403, "FORBIDDEN", seal("for-gateways", runtime.publicKey()));
    alice.refused(403, "FORBIDDEN", seal("for-gateways", runtime.publicKey()));
    gateway.refused(403, "FORBIDDEN", ListProvidersRequest.newBuilder());
    gateway.refused(403, "FORBIDDEN", add("another"));
  }

  @Test
  void aGatewayReservesForALeaseWhoseTokenItWasShown() {
    admin.ask(Provider.class, add("served"));
    WireClient gateway = gateway("gateway-1");
    WireClient ann = drawer("shows");
    HandshakeResponse made = ann.ask(HandshakeResponse.class, handshake("served"));
    String id = made.getLease().getLeaseId();
    String ip = made.getIpToken();

    Introspection found = introspect(gateway, ip);
    assertThat(found.getActive()).isTrue();
    assertThat(found.getLeaseId()).isEqualTo(id);
    assertThat(found.getSub()).isEqualTo("shows");
    assertThat(found.getProvider()).isEqualTo("served");
    assertThat(introspect(gateway, node.adminToken()).getActive()).as("no IP token").isFalse();
    assertThat(introspect(gateway, gateway.token()).getActive()).as("its own").isTrue();

    Lease reserved = gateway.lease(reserve(id, "g1", ip));
    assertThat(reserved.getReservationId()).isEqualTo("g1");
    assertThat(reserved.getBudget().getRestOrThrow("tokens")).isEqualTo(90);
    assertThat(gateway.lease(reserve(id, "g1", ip)).getBudget())
        .as("once")
        .isEqualTo(reserved.getBudget());
    assertThat(spent(gateway.lease(settle(id, "g1", 7)))).isEqualTo(7);
    assertThat(spent(gateway.lease(settle(id, "g1", 7)))).as("once").isEqualTo(7);
    gateway.lease(reserve(id, "g2", ip));
    gateway.lease(cancel(id, "g2"));

    assertThat(gateway.refusedField(reserve(id, "g3", ""))).isEqualTo("ipToken");
    assertThat(ann.refusedField(reserve(id, "g3", ip))).isEqualTo("ipToken");
    for (String wrong : List.of("x", ip + "x", gateway.token(), ann.token())) {
      Problem refused = gateway.refused(403, "FORBIDDEN", reserve(id, "g3", wrong));
      assertThat(refused.getField()).isEqualTo("ipToken");
      assertThat(refused.getLeaseId()).isEqualTo(id);
    }
    gateway.refused(404, "LEASE_NOT_FOUND", reserve("none", "g3", ip));
    gateway.refused(403, "FORBIDDEN", SpendRequest.newBuilder().setLeaseId(id));
    gateway.refused(403, "FORBIDDEN", AdjustReservationRequest.newBuilder().setLeaseId(id));
    gateway.refused(403, "FORBIDDEN", get(id));
    gateway.refused(403, "FORBIDDEN", CloseLeaseRequest.newBuilder().setLeaseId(id));
    gateway.refused(403, "FORBIDDEN", GetPoolRequest.newBuilder().setId("shows"));
    gateway.refused(403, "FORBIDDEN", acquire("shows", "/a"));
  }

  private static Introspection introspect(WireClient asker, String token) {
    return asker.ask(Introspection.class, IntrospectTokenRequest.newBuilder().setToken(token));
  }

  @Test
  void aGatewaySettlesItsOwnAfterTheEndOfLeaseAndToken() {
    WireClient gateway = gateway("gateway-2");
    WireClient other = gateway("gateway-3");
    WireClient ann = drawer("ends");
    HandshakeResponse made =
        ann.ask(HandshakeResponse.class, HandshakeRequest.newBuilder().putRequested("tokens", 100));
    String id = made.getLease().getLeaseId();
    String ip = made.getIpToken();
    for (String reservation : List.of("e1", "e2", "e3")) {
      gateway.lease(reserve(id, reservation, ip));
    }
    ann.lease(reserve(id, "own", "").clearIpToken());
    gateway.refused(403, "FORBIDDEN", settle(id, "own", 1));
    other.refused(403, "FORBIDDEN", settle(id, "e1", 1));
    other.refused(403, "FORBIDDEN", cancel(id, "e1"));

    ann.lease(CloseLeaseRequest.newBuilder().setLeaseId(id));

    assertThat(introspect(gateway, ip).getActive()).isFalse();
    Problem over = gateway.refused(403, "FORBIDDEN", reserve(id, "e4", ip));
    assertThat(over.getField()).isEqualTo("ipToken");
    assertThat(over.getDetail()).contains("lease " + id + " was closed");
    assertThat(gateway.lease(reserve(id, "e1", ip)).getState())
        .as("a repeat")
        .isEqualTo(Lease.State.CLOSED);
    assertThat(spent(gateway.lease(settle(id, "e1", 9)))).isEqualTo(9);
    gateway.lease(cancel(id, "e2"));
    node.advance(Duration.ofMinutes(11));
    assertThat(spent(gateway.lease(settle(id, "e3", 4)))).as("an overrun").isEqualTo(9);
    gateway.refused(404, "NOT_FOUND", cancel(id, "e3"));
    Pool pool = admin.ask(Pool.class, GetPoolRequest.newBuilder().setId("ends"));
    assertThat(pool.getSpentMap()).containsEntry("tokens", 9L);
    assertThat(pool.getFreeMap()).containsEntry("tokens", 991L);
  }

  @Test
  void aTokenForAGatewayNamesNeitherSpacesNorAPool() {
    admin.ask(Pool.class, CreatePoolRequest.newBuilder().setId("gateways"));
    CreateTokenRequest.Builder token =
        CreateTokenRequest.newBuilder().setActor("g").setRole("gateway");
    assertThat(admin.refusedField(token.clone().addSpaces("repo"))).isEqualTo("spaces");
    assertThat(admin.refusedField(token.clone().setPool("gateways"))).isEqualTo("pool");
  }
}
