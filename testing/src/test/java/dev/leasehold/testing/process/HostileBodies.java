package dev.leasehold.testing.process;

import dev.leasehold.testing.process.server.RawConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Bodies of acquires that must be refused. */
final class HostileBodies {

  private static final String DEEP = "[".repeat(100_000);

  private final List<byte[]> bodies = new ArrayList<>();

  private HostileBodies() {}

  static List<byte[]> all() {
    HostileBodies all = new HostileBodies();
    all.documents();
    all.bytes();
    all.names();
    all.figures();
    all.scopes();
    all.aliases();
    return all.bodies;
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

  /** An acquire that would be granted but for the field. */
  static String with(String field) {
    return "{\"space\":\"s\",\"paths\":[\"/x\"]," + field + "}";
  }

  private void acquireWith(String field) {
    acquire(with(field));
  }

  private void acquire(String body) {
    acquire(body.getBytes(StandardCharsets.UTF_8));
  }

  private void acquire(byte[] body) {
    bodies.add(body);
  }
}
