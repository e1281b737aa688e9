package dev.leasehold.testing.process;

import dev.leasehold.testing.process.server.LeaseView;
import dev.leasehold.testing.process.server.RawConnection;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Requests that must be refused: what people get wrong, and what attackers try. */
final class HostileRequests {

  /** One of them; headers come without those that every request has. */
  record Hostile(String name, String method, String target, List<String> headers, byte[] body) {

    /** As it goes over the wire. */
    byte[] bytes() {
      List<String> lines = new ArrayList<>();
      lines.add(method + " " + target + " HTTP/1.1");
      lines.add("Host: localhost");
      lines.add("Content-Length: " + body.length);
      lines.addAll(headers);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.writeBytes(RawConnection.latin1(String.join("\r\n", lines) + "\r\n\r\n"));
      out.writeBytes(body);
      return out.toByteArray();
    }
  }

  private static final String JSON = "Content-Type: application/json";

  private final String authorization;
  private final List<Hostile> requests = new ArrayList<>();

  private HostileRequests(String credentials) {
    this.authorization = "Authorization: " + credentials;
  }

  /**
   * @param credentials an admin's
   * @param anothers a lease that is not the admin's
   */
  static List<Hostile> all(String credentials, LeaseView anothers) {
    HostileRequests batch = new HostileRequests(credentials);
    HostileBodies.all().forEach(batch::acquire);
    batch.targets();
    batch.methods();
    batch.contentTypes();
    batch.credentials();
    batch.misplacedSecrets();
    batch.changes(anothers);
    return batch.requests;
  }

  private void targets() {
    for (String target :
        List.of(
            "/v1",
            "/v1/nothing",
            "/v1/leases/",
            "/v1/leases/%00",
            "/v1/leases/%ff",
            "/v1/leases/%c0%af",
            "/v1/leases/%zz",
            "/v1/leases/%",
            "/v1/leases/..%2f..%2fx",
            "/v1/leases/../tokens/x",
            "/v1/leases//",
            "/v1/leases/unknown",
            "/v1//leases",
            "/v1/leases/" + "x".repeat(129),
            "/v1/leases/" + "x".repeat(20_000),
            "/v1/leases?state=NONE",
            "/v1/leases?nothing=1",
            "/v1/leases?pageSize=-1",
            "/v1/leases?pageSize=100000",
            "/v1/leases?pageSize=1&pageSize=2",
            "/v1/leases?pageSize=" + "9".repeat(40),
            "/v1/leases?pageToken=x",
            "/v1/leases?path=..",
            "/v1/leases?space=%00",
            "/v1/spaces/s:check",
            "/v1/spaces/s:check?path=a",
            "/v1/spaces/s:nothing?path=/a",
            "/%2e%2e/%2e%2e/etc/passwd",
            "/v1/leases;x=1",
            "http://elsewhere/v1/nothing")) {
      add(target, "GET", target, "", authorization);
    }
  }

  private void methods() {
    for (String method : List.of("PUT", "PATCH", "DELETE", "TRACE", "OPTIONS", "BREW")) {
      add(method, method, "/v1/leases", "", authorization);
    }
    add("GET of a verb", "GET", "/v1/leases/x:renew", "", authorization);
    add("POST to health", "POST", "/healthz", "", authorization);
  }

  private void contentTypes() {
    for (String type :
        List.of(
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "application/json; charset=utf-16",
            "application/grpc")) {
      String header = "Content-Type: " + type;
      add(type, "POST", "/v1/leases", HostileBodies.with("\"ttl\":\"60s\""), authorization, header);
    }
  }

  private void credentials() {
    for (String header :
        List.of(
            "X-Nothing: 1",
            "Authorization: Bearer",
            "Authorization: Bearer x",
            "Authorization: Basic " + HostileInputIT.CANARY,
            "Authorization: Bearer " + HostileInputIT.CANARY,
            "Authorization: Bearer lh_0123456789abcdef_" + HostileInputIT.CANARY,
            authorization + HostileInputIT.CANARY,
            authorization.toUpperCase(Locale.ROOT),
            authorization + "\r\n" + authorization)) {
      add("credentials", "POST", "/v1/leases", HostileBodies.with("\"ttl\":\"60s\""), header, JSON);
    }
  }

  private void misplacedSecrets() {
    String inQuery = "/v1/leases?access_token=" + HostileInputIT.CANARY;
    add("secret in the query", "GET", inQuery, "", authorization);
    String inPath = "/v1/leases/" + HostileInputIT.CANARY + "/x";
    add("secret in the path", "GET", inPath, "", authorization);
    String asName = HostileBodies.with("\"" + HostileInputIT.CANARY + "\":1");
    add("secret as a name", "POST", "/v1/leases", asName, authorization, JSON);
    String asTtl = HostileBodies.with("\"ttl\":\"" + HostileInputIT.CANARY + "\"");
    add("secret as a ttl", "POST", "/v1/leases", asTtl, authorization, JSON);
  }

  private void changes(LeaseView anothers) {
    String target = "/v1/leases/" + anothers.leaseId();
    for (String verb : List.of(":renew", ":release", ":complete", ":close", ":explode", ":")) {
      add(verb, "POST", target + verb, "{}", authorization, JSON);
    }
    String idTwice = "{\"leaseId\":\"" + anothers.leaseId() + "\"}";
    add("id twice", "POST", target + ":renew", idTwice, authorization, JSON);
    add("no reason", "POST", target + ":revoke", "{}", authorization, JSON);
    add("unknown token", "DELETE", "/v1/tokens/unknown", "", authorization);
  }

  private void acquire(byte[] body) {
    String name = new String(body, StandardCharsets.ISO_8859_1);
    requests.add(new Hostile(name, "POST", "/v1/leases", List.of(authorization, JSON), body));
  }

  private void add(String name, String method, String target, String body, String... headers) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    requests.add(new Hostile(name, method, target, List.of(headers), bytes));
  }
}
