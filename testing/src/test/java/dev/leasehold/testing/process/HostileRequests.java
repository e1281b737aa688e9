package dev.leasehold.testing.process;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Requests that must be refused: what people get wrong, and what attackers try.
 *
 * @param requests in the order they are to be sent
 */
record HostileRequests(List<Hostile> requests) {

  /** One of them. Headers come without those that every request has. */
  record Hostile(String name, String method, String target, List<String> headers, byte[] body) {}

  private static final String JSON = "Content-Type: application/json";
  private static final String DEEP = "[".repeat(100_000);

  static HostileRequests all(String authorization, LeaseView held) {
    HostileRequests batch = new HostileRequests(new ArrayList<>());
    batch.documents(authorization);
    batch.bytes(authorization);
    batch.names(authorization);
    batch.figures(authorization);
    batch.scopes(authorization);
    batch.aliases(authorization);
    batch.targets(authorization);
    batch.methods(authorization);
    batch.types(authorization);
    batch.changes(authorization, held);
    return batch;
  }

  private void documents(String authorization) {
    for (String body :
        List.of(
            "null", "[]", "\"text\"", "5", "{", "{}", "{}{}", "{\"space\"}", "{'space':'s'}",
            DEEP, "{\"a\":".repeat(100_000), "{\"labels\":" + DEEP, "{\"space\":\"s\"}",
            lease("\"nothing\":1"), lease("\"space\":\"again\""), lease("\"paths\":\"/a\""),
            lease("\"labels\":[]"), lease("\"labels\":{\"a\":1}"), lease("\"session\":5"),
            lease("\"mode\":\"BOTH\""), lease("\"mode\":7"), lease("\"policy\":\"none\""),
            lease("\"" + "x".repeat(100_000) + "\":1"))) {
      acquire(authorization, body);
    }
  }

  private void bytes(String authorization) {
    for (String text :
        List.of(
            "\0", "\\u0000", "\u00c0\u00af", "\u00c1\u00a1", "\u00e0\u0080\u00af", "\u00ff",
            "\u00ed\u00a0\u0080", "\u00f4\u0090\u0080\u0080", "\\ud800", "\\udc00\\ud800")) {
      acquireBytes(authorization, "{\"space\":\"s\",\"paths\":[\"/a" + text + "\"]}");
      acquireBytes(authorization, "{\"space\":\"s" + text + "\",\"paths\":[\"/a\"]}");
      acquireBytes(authorization, lease("\"labels\":{\"a\":\"" + text + "\"},\"x\":1"));
    }
    acquireBytes(authorization, "\u00ff\u00fe{\0}\0");
  }

  private void names(String authorization) {
    String tooLong = "x".repeat(129);
    for (String field : List.of("holder", "session", "requestId", "policy")) {
      acquire(authorization, lease("\"" + field + "\":\"" + tooLong + "\""));
      acquire(authorization, lease("\"" + field + "\":\"a b\""));
      acquire(authorization, lease("\"" + field + "\":\"<script>\""));
    }
    acquire(authorization, "{\"space\":\"" + tooLong + "\",\"paths\":[\"/a\"]}");
    acquire(authorization, lease("\"policy\":\"work\",\"leaseId\":\"" + tooLong + "\""));
    acquire(authorization, lease("\"leaseId\":\"the-policy-generates-them\""));
    acquire(authorization, lease("\"labels\":{\"a\":\"" + "x".repeat(257) + "\"}"));
    StringBuilder labels = new StringBuilder("\"l\":\"\"");
    for (int i = 0; i < 32; i++) {
      labels.append(",\"l").append(i).append("\":\"\"");
    }
    acquire(authorization, lease("\"labels\":{" + labels + "}"));
  }

  private void figures(String authorization) {
    for (String ttl :
        List.of("0s", "-1s", "1", "1e3s", "NaNs", "8785h", "9".repeat(40) + "h", "1s1h", "s")) {
      acquire(authorization, lease("\"ttl\":\"" + ttl + "\""));
    }
    for (String number :
        List.of("-2", "1.5", "1e400", "2147483648", "9".repeat(1_000), "\"1e1\"", "true")) {
      acquire(authorization, lease("\"maxRenewals\":" + number));
    }
  }

  private void scopes(String authorization) {
    List<String> patterns =
        List.of(
            "[", "[]", "[z-a]", "{", "{a", "{a,{b", "a}", "[!", "[a-", "x".repeat(1_025),
            "a/".repeat(65) + "a", "{" + "a,".repeat(2_000) + "a}", "{".repeat(500) + "a");
    for (String pattern : patterns) {
      acquire(authorization, "{\"space\":\"s\",\"scope\":[\"/" + pattern + "\"]}");
    }
    String many = String.join(",", Collections.nCopies(257, "\"/a\""));
    acquire(authorization, "{\"space\":\"s\",\"scope\":[" + many + "]}");
  }

  /** Other spellings of paths: refused, or a conflict with what is held under the usual one. */
  private void aliases(String authorization) {
    for (String path :
        List.of(
            "a", "", "//a", "/a//b", "/a/../b", "/..", "/./a", "/a/.", "/a\\\\b", "/a\\tb",
            "/a\u200b", "/a\u00ad", "/a\u202e", "/\ufeffa", "/a\u2060", "/cafe\u0301", "/\u212b",
            HostileInputIT.HELD, HostileInputIT.HELD + "/", HostileInputIT.HELD + "//")) {
      acquire(authorization, "{\"space\":\"aliases\",\"paths\":[\"" + path + "\"]}");
      acquire(authorization, "{\"space\":\"aliases\",\"scope\":[\"" + path + "\"]}");
    }
    for (String path : List.of("/readme.md", "/README.MD", "/ReadMe.md")) {
      acquire(authorization, "{\"space\":\"folded\",\"paths\":[\"" + path + "\"]}");
    }
  }

  private void targets(String authorization) {
    for (String target :
        List.of(
            "/", "/v1", "/v1/nothing", "/v1/leases/", "/v1/leases/%00", "/v1/leases/%ff",
            "/v1/leases/%c0%af", "/v1/leases/%zz", "/v1/leases/%", "/v1/leases/..%2f..%2fx",
            "/v1/leases/../tokens/x", "/v1/leases//", "/v1/leases/unknown", "/v1//leases",
            "/v1/leases/" + "x".repeat(129), "/v1/leases/" + "x".repeat(20_000),
            "/v1/leases?state=NONE", "/v1/leases?nothing=1", "/v1/leases?pageSize=-1",
            "/v1/leases?pageSize=100000", "/v1/leases?pageSize=1&pageSize=2",
            "/v1/leases?pageSize=" + "9".repeat(40), "/v1/leases?pageToken=x",
            "/v1/leases?pageToken=-1", "/v1/leases?path=..", "/v1/leases?space=%00",
            "/v1/spaces/s:check", "/v1/spaces/s:check?path=a", "/v1/spaces/s:nothing?path=/a",
            "/%2e%2e/%2e%2e/etc/passwd", "/v1/leases;x=1", "http://elsewhere/v1/nothing")) {
      add(target, "GET", target, List.of(authorization), new byte[0]);
    }
  }

  private void methods(String authorization) {
    for (String method : List.of("PUT", "PATCH", "DELETE", "TRACE", "OPTIONS", "BREW")) {
      add(method, method, "/v1/leases", List.of(authorization), new byte[0]);
    }
    add("GET of a verb", "GET", "/v1/leases/x:renew", List.of(authorization), new byte[0]);
    add("POST to health", "POST", "/healthz", List.of(authorization), new byte[0]);
  }

  private void types(String authorization) {
    byte[] body = lease("\"ttl\":\"60s\"").getBytes(StandardCharsets.UTF_8);
    for (String type :
        List.of(
            "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "nonsense",
            "application/json; charset=utf-16", "application/grpc", "application/json;;=")) {
      add(type, "POST", "/v1/leases", List.of(authorization, "Content-Type: " + type), body);
    }
    for (String credentials :
        List.of(
            "X-Nothing: 1", "Authorization: Bearer", "Authorization: Bearer x",
            "Authorization: Basic " + HostileInputIT.CANARY,
            "Authorization: Bearer " + HostileInputIT.CANARY,
            "Authorization: Bearer lh_0123456789abcdef_" + HostileInputIT.CANARY,
            authorization + HostileInputIT.CANARY, authorization.toUpperCase(Locale.ROOT),
            authorization + "\r\n" + authorization)) {
      add(credentials, "POST", "/v1/leases", List.of(credentials, JSON), body);
    }
    String inQuery = "/v1/leases?access_token=" + HostileInputIT.CANARY;
    add("token in the query", "GET", inQuery, List.of(authorization), new byte[0]);
    String inPath = "/v1/leases/" + HostileInputIT.CANARY + "/x";
    add("token in the path", "GET", inPath, List.of(authorization), new byte[0]);
    acquire(authorization, lease("\"" + HostileInputIT.CANARY + "\":1"));
    acquire(authorization, lease("\"ttl\":\"" + HostileInputIT.CANARY + "\""));
  }

  /** Of a lease that another holds. */
  private void changes(String authorization, LeaseView held) {
    String lease = "/v1/leases/" + held.leaseId();
    for (String verb : List.of(":renew", ":release", ":complete", ":close", ":explode", ":")) {
      add(verb, "POST", lease + verb, List.of(authorization, JSON), "{}".getBytes(
          StandardCharsets.UTF_8));
    }
    byte[] twice = ("{\"leaseId\":\"" + held.leaseId() + "\"}").getBytes(StandardCharsets.UTF_8);
    add("id twice", "POST", lease + ":renew", List.of(authorization, JSON), twice);
    add("no reason", "POST", lease + ":revoke", List.of(authorization, JSON), new byte[0]);
    add("no token", "DELETE", "/v1/tokens/unknown", List.of(authorization), new byte[0]);
  }

  /** An acquire that would be granted but for the field. */
  private static String lease(String field) {
    return "{\"space\":\"s\",\"paths\":[\"/a\"]," + field + "}";
  }

  private void acquire(String authorization, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    add(body, "POST", "/v1/leases", List.of(authorization, JSON), bytes);
  }

  /** Each character is one byte. */
  private void acquireBytes(String authorization, String body) {
    byte[] bytes = RawConnection.latin1(body);
    add(body, "POST", "/v1/leases", List.of(authorization, JSON), bytes);
  }

  private void add(
      String name, String method, String target, List<String> headers, byte[] body) {
    String shortName = name.length() > 100 ? name.substring(0, 100) + "..." : name;
    requests.add(new Hostile(shortName, method, target, headers, body));
  }

  /** The request as it goes over the wire. */
  static byte[] bytes(Hostile hostile) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<String> lines = new ArrayList<>();
    lines.add(hostile.method() + " " + hostile.target() + " HTTP/1.1");
    lines.add("Host: localhost");
    lines.add("Connection: close");
    lines.add("Content-Length: " + hostile.body().length);
    lines.addAll(hostile.headers());
    out.writeBytes(RawConnection.latin1(String.join("\r\n", lines) + "\r\n\r\n"));
    out.writeBytes(hostile.body());
    return out.toByteArray();
  }
}
