package dev.leasehold.node.serve;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
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
    try (ServedNode node = ServedNode.start(directory)) {
      canary = node.tokenFor("canary", "agent");
      for (String token : List.of(canary, canary + "x", node.adminToken())) {
        answers.add(node.send(token, "GET", "/v1/leases", "").text());
        answers.add(node.send(token, "GET", "/v1/tokens", "").text());
        answers.add(node.send(token, "POST", "/v1/leases", "{\"space\":\"%%%\"").text());
        answers.add(node.send(token, "POST", "/v1/leases", "\"" + canary).text());
        answers.add(node.send(token, "POST", "/v1/leases", "{\"space\":" + canary + "}").text());
        answers.add(node.send(token, "GET", "/v1/leases?space=x&pageToken=" + canary, "").text());
        answers.add(node.send(token, "GET", "/" + canary, "").text());
        answers.add(node.send(token, "PATCH", "/v1/leases/" + canary, "").text());
      }
      node.post("/v1/tokens", "{\"actor\":\"x\",\"role\":\"" + canary + "\"}");
    } finally {
      root.detachAppender(log);
      ours.setLevel(null);
    }

    String secret = canary.split("_", 3)[2];
    assertThat(answers).noneMatch(answer -> answer.contains(secret));
    assertThat(log.list).isNotEmpty();
    assertThat(log.list)
        .noneMatch(
            event ->
                event.getFormattedMessage().contains(secret)
                    || (event.getThrowableProxy() != null
                        && ThrowableProxyUtil.asString(event.getThrowableProxy())
                            .contains(secret)));
  }
}
