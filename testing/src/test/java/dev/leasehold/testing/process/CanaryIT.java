package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.Reply;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tokens are nowhere but with those they were given to, and the keys of providers nowhere at all.
 */
@Timeout(900)
class CanaryIT {

  private static final String PROVIDER_KEY = "sk-canary-of-a-provider-0123456789";

  @TempDir private Path directory;

  @Test
  void noTokenIsInLogsAnswersMetricsDumpsOrFiles() throws Exception {
    Path data = directory.resolve("data");
    Path work = Files.createDirectory(directory.resolve("work"));
    List<String> answers = new ArrayList<>();
    List<String> secrets = new ArrayList<>();
    try (ServerProcess server =
        ServerProcess.awaitReady(
            RunningProcess.start(ServerProcess.serve(data), work, Map.of()), data)) {
      Api admin = server.admin();
      secrets.add(PROVIDER_KEY);
      answers.addAll(keepProvider(admin));
      for (String role : List.of("agent", "auditor", "admin", "gateway")) {
        String token = issue(admin, role);
        secrets.add(secretOf(token));
        answers.addAll(useEverywhere(server, token));
      }
      secrets.add(secretOf(server.adminToken()));
      answers.addAll(useEverywhere(server, server.adminToken()));
      answers.add(admin.get("/v1/tokens").text());
      answers.add(admin.get("/metrics").text());
      answers.add(server.stranger().get("/metrics").text());
      server.process().signal("QUIT");
      await().until(() -> server.process().output().contains("Full thread dump"));
      answers.addAll(filesOf(data));
      server.stop();
      answers.add(server.process().output());
      answers.add(server.process().errors());
    }
    answers.addAll(filesOf(data));

    for (String secret : secrets) {
      assertThat(secret).hasSizeGreaterThan(20);
      assertThat(answers.stream().filter(answer -> answer.contains(secret))).isEmpty();
    }
    try (Stream<Path> left = Files.list(work)) {
      assertThat(left).as("no dump was written").isEmpty();
    }
  }

  private static String issue(Api admin, String role) throws IOException {
    Reply reply = admin.post("/v1/tokens", Map.of("actor", "canary-" + role, "role", role));
    return reply.json().path("token").asText();
  }

  /** Rightly, and wherever else an admin may put the key by mistake. */
  private static List<String> keepProvider(Api admin) throws IOException {
    Map<String, String> provider =
        Map.of("name", "p", "kind", "openai", "url", "https://x.example", "key", PROVIDER_KEY);
    List<String> answers = new ArrayList<>();
    Reply added = admin.post("/v1/providers", provider);
    assertThat(added.text()).contains("\"keyReadable\":true");
    answers.add(added.text());
    answers.add(admin.post("/v1/providers", provider).text());
    answers.add(admin.post("/v1/providers/p:rotate", Map.of("key", PROVIDER_KEY)).text());
    answers.add(admin.post("/v1/providers", Map.of("name", PROVIDER_KEY)).text());
    answers.add(admin.post("/v1/providers", Map.of(PROVIDER_KEY, PROVIDER_KEY)).text());
    answers.add(admin.post("/v1/providers/" + PROVIDER_KEY + ":rotate", Map.of("key", "k")).text());
    answers.add(admin.get("/v1/providers").text());
    answers.add(admin.get("/v1/providers/" + PROVIDER_KEY).text());
    return answers;
  }

  private static String secretOf(String token) {
    return token.split("_", 3)[2];
  }

  /** As a credential, rightly and wrongly, and wherever else a caller may put it by mistake. */
  private static List<String> useEverywhere(ServerProcess server, String token) throws IOException {
    List<String> answers = new ArrayList<>();
    for (Api api : List.of(server.as(token), server.as(token + "x"), server.stranger())) {
      answers.add(api.acquire("canary", "/x", "1s").text());
      answers.add(api.get("/v1/leases?space=canary").text());
      answers.add(api.get("/v1/leases/" + token).text());
      answers.add(api.get("/v1/leases?pageToken=" + token).text());
      answers.add(api.get("/" + token).text());
      answers.add(api.post("/v1/leases/" + token + ":renew", Map.of()).text());
      answers.add(api.post("/v1/leases", Map.of(token, token)).text());
      answers.add(api.post("/v1/leases", Map.of("space", "s", "ttl", token)).text());
      answers.add(api.post("/v1/tokens", Map.of("actor", "x", "role", token)).text());
      answers.add(api.send("DELETE", "/v1/tokens/" + token, new byte[0]).text());
      answers.add(api.send("POST", "/v1/leases", token.getBytes(StandardCharsets.UTF_8)).text());
      answers.add(api.send("BREW", "/v1/leases", new byte[0]).text());
    }
    return answers;
  }

  /** All files but the one that is there to hold a token. */
  private static List<String> filesOf(Path data) throws IOException {
    List<String> contents = new ArrayList<>();
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.endsWith("admin.token")) {
          contents.add(Files.readString(file, StandardCharsets.ISO_8859_1));
        }
      }
    }
    assertThat(contents).isNotEmpty();
    return contents;
  }
}
