package dev.leasehold.node.operation;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.leasehold.node.ServedNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A token that is sent to every place where it does not belong is in no log and no answer. */
class SecretsTest {

  @TempDir Path directory;

  @Test
  void aCanaryIsNeverSeenAgain() throws Exception {
    Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    root.addAppender(log);
    Logger ours = (Logger) LoggerFactory.getLogger("dev.leasehold");
    ours.setLevel(Level.TRACE);
    List<String> answers = new ArrayList<>();
    String canary;
    String jwt;
    String registrarSecret;
    try (ServedNode node = ServedNode.start(directory)) {
      registrarSecret =
          new ObjectMapper()
              .readTree(directory.resolve("registrar.key").toFile())
              .get("d")
              .asText();
      node.post("/v1/pools", "{\"id\":\"p\"}");
      jwt =
          node.post("/v1/tokens", "{\"actor\":\"jay\",\"role\":\"agent\",\"pool\":\"p\"}")
              .get("token");
      canary = node.tokenFor("canary", "agent");
      for (String token : List.of(canary, canary + "x", jwt, jwt + "x", node.adminToken())) {
        for (String asked : List.of(canary, canary + "x", jwt, jwt + "x", node.adminToken())) {
          String question = "{\"token\":\"" + asked + "\"}";
          answers.add(node.send(token, "POST", "/v1/tokens:introspect", question).text());
        }
        answers.add(node.send(token, "GET", "/v1/leases/" + jwt + "/certificate", "").text());
        answers.add(node.send(token, "GET", "/.well-known/jwks.json?x=" + canary, "").text());
        answers.add(node.send(token, "GET", "/v1/leases", "").text());
        answers.add(node.send(token, "GET", "/v1/tokens", "").text());
        answers.add(node.send(token, "POST", "/v1/leases", "{\"space\":\"%%%\"").text());
        answers.add(node.send(token, "POST", "/v1/leases", "\"" + canary).text());
        answers.add(node.send(token, "POST", "/v1/leases", "{\"space\":" + canary + "}").text());
        answers.add(node.send(token, "GET", "/v1/leases?space=x&pageToken=" + canary, "").text());
        answers.add(node.send(token, "GET", "/" + canary, "").text());
        answers.add(node.send(token, "GET", "/v1/leases/" + canary, "").text());
        answers.add(node.send(token, "DELETE", "/v1/tokens/" + canary, "").text());
        answers.add(node.send(token, "POST", "/v1/leases", "{\"" + canary + "\":1}").text());
        answers.add(node.send(token, "PATCH", "/v1/leases/" + canary, "").text());
      }
      node.post("/v1/tokens", "{\"actor\":\"x\",\"role\":\"" + canary + "\"}");
    } finally {
      root.detachAppender(log);
      ours.setLevel(null);
    }

    assertThat(log.list).isNotEmpty();
    assertUnseen(canary.split("_", 3)[2], answers, log.list);
    assertUnseen(jwt.substring(jwt.lastIndexOf('.') + 1), answers, log.list);
    assertUnseen(registrarSecret, answers, log.list);
  }

  private static void assertUnseen(
      String secret, List<String> answers, List<ILoggingEvent> logged) {
    assertThat(answers).noneMatch(answer -> answer.contains(secret));
    assertThat(logged)
        .noneMatch(
            event ->
                event.getFormattedMessage().contains(secret)
                    || (event.getThrowableProxy() != null
                        && ThrowableProxyUtil.asString(event.getThrowableProxy())
                            .contains(secret)));
  }
}
