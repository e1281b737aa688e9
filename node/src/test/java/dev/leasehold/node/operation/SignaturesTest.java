package dev.leasehold.node.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.leasehold.node.OwnNode;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.prove.PublicKeys;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The registrar's signature on leases, checked by the format in docs/proof.md. */
class SignaturesTest extends OwnNode {

  PublicKeys keys;

  @BeforeEach
  void start() {
    keys = PublicKeys.of(node);
  }

  @Test
  void workIsSignedOnIssueAndRenewalAndWheneverItIsLookedAt() throws Exception {
    JsonNode issued = acquire("work", "");
    assertSigned(issued);
    assertThat(get(issued, "").get("registrarSignature")).isEqualTo(signature(issued));
    assertThat(node.get("/v1/leases").json().at("/leases/0/registrarSignature"))
        .isEqualTo(signature(issued));

    node.advance(Duration.ofSeconds(10));
    JsonNode renewed = node.post(path(issued) + ":renew", "{}").json();
    assertSigned(renewed);
    assertThat(signature(renewed)).isNotEqualTo(signature(issued));

    JsonNode released = node.post(path(issued) + ":release", "{}").json();
    assertThat(signature(released)).isEqualTo(signature(renewed));
  }

  @Test
  void otherPoliciesAreSignedOnRequest() throws Exception {
    JsonNode plain = acquire("file", "");
    assertThat(plain.has("registrarSignature")).isFalse();
    assertSigned(get(plain, "?signed=true"));
    assertThat(node.post(path(plain) + ":renew", "{}").json().has("registrarSignature")).isFalse();
    node.advance(Duration.ofSeconds(1));
    assertSigned(node.post(path(plain) + ":renew", "{\"signed\":true}").json());

    assertSigned(acquire("checkout", ",\"signed\":true,\"session\":\"s1\""));
  }

  @Test
  void whatTheHolderMayUseIsSignedToo() throws Exception {
    JsonNode lease =
        acquire("work", ",\"authority\":{\"workIds\":[\"w2\",\"w1\"],\"tools\":[\"sh\"]}");
    assertSigned(lease);

    JsonNode more = lease.deepCopy();
    ((ArrayNode) more.at("/authority/tools")).add("su");
    byte[] signature = Base64.getUrlDecoder().decode(signature(lease).asText());
    assertThat(keys.verify(canonical(more), signature)).isFalse();
  }

  @Test
  void aSignatureIsTheSameAfterARestart() throws Exception {
    JsonNode issued = acquire("work", "");
    node.close();
    node = ServedNode.start(directory, node.time());
    assertThat(signature(get(issued, ""))).isEqualTo(signature(issued));
    assertThat(PublicKeys.of(node).jwk()).isEqualTo(keys.jwk());
  }

  @Test
  void whatWasChangedCutOrSignedByAnotherDoesNotVerify() throws Exception {
    JsonNode lease = acquire("work", "");
    byte[] content = canonical(lease);
    byte[] signature = Base64.getUrlDecoder().decode(signature(lease).asText());
    assertThat(keys.verify(content, signature)).isTrue();

    for (int i = 0; i < content.length; i += 7) {
      content[i] ^= 1;
      assertThat(keys.verify(content, signature)).as("byte %d", i).isFalse();
      content[i] ^= 1;
    }
    assertThat(keys.verify(content, java.util.Arrays.copyOf(signature, 63))).isFalse();
    assertThat(keys.verify(content, new byte[64])).isFalse();
    try (ServedNode other = ServedNode.start(directory.resolve("other"))) {
      assertThat(PublicKeys.of(other).verify(content, signature)).isFalse();
    }
  }

  private JsonNode acquire(String policy, String more) {
    ServedNode.Response response =
        node.post(
            "/v1/leases",
            "{\"policy\":\"%s\",\"space\":\"s\",\"paths\":[\"/%s\"],\"ttl\":\"60.5s\"%s}"
                .formatted(policy, policy, more));
    assertThat(response.status()).as(response.text()).isEqualTo(200);
    return response.json();
  }

  private JsonNode get(JsonNode lease, String query) {
    return node.get(path(lease) + query).json();
  }

  private static String path(JsonNode lease) {
    return "/v1/leases/" + lease.get("leaseId").asText();
  }

  private static JsonNode signature(JsonNode lease) {
    return lease.get("registrarSignature");
  }

  private void assertSigned(JsonNode lease) throws Exception {
    byte[] signature = Base64.getUrlDecoder().decode(signature(lease).asText());
    assertThat(keys.verify(canonical(lease), signature)).as(lease.toString()).isTrue();
  }

  /** The bytes that are signed, made from what is on the wire. */
  private static byte[] canonical(JsonNode lease) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Consumer<byte[]> field =
        bytes -> {
          out.writeBytes(ByteBuffer.allocate(4).putInt(bytes.length).array());
          out.writeBytes(bytes);
        };
    Consumer<String> text = value -> field.accept(value.getBytes(StandardCharsets.UTF_8));
    Consumer<Long> number = value -> field.accept(ByteBuffer.allocate(8).putLong(value).array());
    text.accept("leasehold/grant/2");
    text.accept(lease.get("leaseId").asText());
    text.accept(lease.get("policy").asText());
    number.accept(1L);
    text.accept(lease.get("space").asText());
    number.accept((long) lease.get("scope").size());
    lease.get("scope").forEach(pattern -> text.accept(pattern.asText()));
    text.accept(lease.get("mode").asText());
    text.accept(lease.get("holder").asText());
    text.accept(lease.path("session").asText());
    number.accept(lease.get("issuedAtTick").asLong());
    Instant issued = Instant.parse(lease.get("issuedAt").asText());
    number.accept(issued.getEpochSecond() * 1_000_000_000 + issued.getNano());
    number.accept(lease.get("expiresAtTick").asLong());
    number.accept(
        new BigDecimal(lease.get("ttl").asText().replace("s", "")).movePointRight(9).longValue());
    number.accept(lease.get("renewalCount").asLong());
    number.accept(lease.get("maxRenewals").asLong());
    number.accept(lease.get("fencingToken").asLong());
    number.accept((long) lease.get("fencePath").size());
    lease.get("fencePath").forEach(token -> number.accept(token.asLong()));
    text.accept(lease.path("parentId").asText());
    number.accept(0L);
    number.accept(lease.has("authority") ? 3L : 0L);
    for (String list : List.of("workIds", "tools", "namespaces")) {
      if (lease.has("authority")) {
        JsonNode names = lease.get("authority").path(list);
        number.accept((long) names.size());
        names.forEach(name -> text.accept(name.asText()));
      }
    }
    return out.toByteArray();
  }
}
