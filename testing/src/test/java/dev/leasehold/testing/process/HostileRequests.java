package dev.leasehold.testing.process;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
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
  private static final String DEEP = "[".repeat(100_000);

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
    batch.documents();
    batch.bytes();
    batch.names();
    batch.figures();
    batch.scopes();
    batch.aliases();
    batch.targets();
    batch.methods();
    batch.contentTypes();
    batch.credentials();
    batch.misplacedSecrets();
    batch.changes(anothers);
    return batch.requests;
  }

  private void documents() {
    for (String body :
        List.of(
            "null",
            "[]",
            "\"text\"",
            "5",
            "{",
            "{}",
            "{}{}",
            "{\"space\"}",
            "{'space':'s'}",
            DEEP,
            "{\"a\":".repeat(100_000),
            "{\"labels\":" + DEEP,
            "{\"space\":\"s\"}")) {
      acquire(body);
    }
    for (String field :
        List.of(
            "\"nothing\":1",
            "\"space\":\"again\"",
            "\"paths\":\"/a\"",
            "\"labels\":[]",
            "\"labels\":{\"a\":1}",
            "\"session\":5",
            "\"mode\":\"BOTH\"",
            "\"mode\":7",
            "\"policy\":\"none\"",
            "\"" + "x".repeat(100_000) + "\":1")) {
      acquireWith(field);
    }
  }

  /** NUL, overlong and invalid UTF-8, lone surrogates, UTF-16; each character is one byte. */
  private void bytes() {
    for (String text :
        List.of(
            "\0",
            "\\u0000",
            "\u00c0\u00af",
            "\u00c1\u00a1",
            "\u00e0\u0080\u00af",
            "\u00ff",
            "\u00ed\u00a0\u0080",
            "\u00f4\u0090\u0080\u0080",
            "\\ud800",
            "\\udc00\\ud800")) {
      acquire(RawConnection.latin1("{\"space\":\"s\",\"paths\":[\"/x" + text + "\"]}"));
      acquire(RawConnection.latin1("{\"space\":\"s" + text + "\",\"paths\":[\"/x\"]}"));
      acquire(RawConnection.latin1("{\"" + text + "\":\"s\",\"paths\":[\"/x\"]}"));
    }
    acquire("{\"space\":\"s\",\"paths\":[\"/x\"]}".getBytes(StandardCharsets.UTF_16));
  }

  private void names() {
    String tooLong = "x".repeat(129);
    for (String field : List.of("holder", "session", "requestId", "policy")) {
      for (String name : List.of(tooLong, "a b", "<script>", "\u00e9")) {
        acquireWith("\"" + field + "\":\"" + name + "\"");
      }
    }
    acquire("{\"space\":\"" + tooLong + "\",\"paths\":[\"/x\"]}");
    acquireWith("\"policy\":\"work\",\"leaseId\":\"" + tooLong + "\"");
    acquireWith("\"leaseId\":\"the-policy-generates-them\"");
    acquireWith("\"labels\":{\"a\":\"" + "x".repeat(257) + "\"}");
    StringBuilder labels = new StringBuilder("\"l\":\"\"");
    for (int i = 0; i < 32; i++) {
      labels.append(",\"l").append(i).append("\":\"\"");
    }
    acquireWith("\"labels\":{" + labels + "}");
  }

  private void figures() {
    for (String ttl :
        List.of("0s", "-1s", "1", "1e3s", "NaNs", "8785h", "9".repeat(40) + "h", "1s1h", "s")) {
      acquireWith("\"ttl\":\"" + ttl + "\"");
    }
    for (String number :
        List.of("-2", "1.5", "1e400", "2147483648", "9".repeat(1_000), "\"1e1\"", "true")) {
      acquireWith("\"maxRenewals\":" + number);
    }
  }

  private void scopes() {
    for (String pattern :
        List.of(
            "[",
            "[]",
            "[z-a]",
            "{",
            "{a",
            "{a,{b",
            "[!",
            "[a-",
            "x".repeat(1_025),
            "a/".repeat(65) + "a",
            "{" + "a,".repeat(2_000) + "a}",
            "{".repeat(500) + "a")) {
      acquire("{\"space\":\"s\",\"scope\":[\"/" + pattern + "\"]}");
    }
    String many = String.join(",", Collections.nCopies(257, "\"/x\""));
    acquire("{\"space\":\"s\",\"scope\":[" + many + "]}");
  }

  /** Other spellings of paths: refused, or a conflict with what is held under the usual one. */
  private void aliases() {
    List<String> paths = new ArrayList<>(HostileInputIT.HELD);
    paths.addAll(
        List.of(
            "a",
            "",
            "//a",
            "/a//b",
            "/a/../b",
            "/..",
            "/./a",
            "/a/.",
            "/a\\\\b",
            "/a\\tb",
            "/a/",
            "/a\u200b",
            "/a\u00ad",
            "/a\u202e",
            "/\ufeffa",
            "/a\u2060",
            "/cafe\u0301",
            "/\u212b",
            "/A\u030a"));
    for (String path : paths) {
      acquire("{\"space\":\"aliases\",\"paths\":[\"" + path + "\"]}");
      acquire("{\"space\":\"aliases\",\"scope\":[\"" + path + "\"]}");
    }
    for (String path : List.of("/readme.md", "/README.MD", "/ReadMe.md")) {
      acquire("{\"space\":\"folded\",\"paths\":[\"" + path + "\"]}");
    }
  }

  private void targets() {
    for (String target :
        List.of(
            "/",
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
      add(type, "POST", "/v1/leases", with("\"ttl\":\"60s\""), authorization, header);
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
      add("credentials", "POST", "/v1/leases", with("\"ttl\":\"60s\""), header, JSON);
    }
  }

  private void misplacedSecrets() {
    String inQuery = "/v1/leases?access_token=" + HostileInputIT.CANARY;
    add("secret in the query", "GET", inQuery, "", authorization);
    String inPath = "/v1/leases/" + HostileInputIT.CANARY + "/x";
    add("secret in the path", "GET", inPath, "", authorization);
    acquireWith("\"" + HostileInputIT.CANARY + "\":1");
    acquireWith("\"ttl\":\"" + HostileInputIT.CANARY + "\"");
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

  /** An acquire that would be granted but for the field. */
  private static String with(String field) {
    return "{\"space\":\"s\",\"paths\":[\"/x\"]," + field + "}";
  }

  private void acquireWith(String field) {
    acquire(with(field));
  }

  private void acquire(String body) {
    acquire(body.getBytes(StandardCharsets.UTF_8));
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
