package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class JsonLinesTest {

  private static JsonNode line(String message, Throwable failure) throws Exception {
    Logger logger = new LoggerContext().getLogger("dev.leasehold.Some");
    LoggingEvent event =
        new LoggingEvent("x", logger, Level.WARN, message, failure, new Object[] {"argument"});
    String line = new JsonLines().doLayout(event);
    assertThat(line).endsWith("}\n");
    assertThat(line.strip()).doesNotContain("\n");
    return new ObjectMapper().readTree(line);
  }

  @Test
  void anEventIsOneObjectOnOneLine() throws Exception {
    JsonNode line = line("said \"{}\"\nü\u2028\u0000\\", null);
    assertThat(line.path("message").asText()).isEqualTo("said \"argument\"\nü\u2028\u0000\\");
    assertThat(line.path("level").asText()).isEqualTo("WARN");
    assertThat(line.path("logger").asText()).isEqualTo("dev.leasehold.Some");
    assertThat(line.path("thread").asText()).isEqualTo(Thread.currentThread().getName());
    assertThat(java.time.Instant.parse(line.path("time").asText())).isNotNull();
    assertThat(line.has("exception")).isFalse();
  }

  @Test
  void anExceptionIsAField() throws Exception {
    JsonNode line = line("failed", new IllegalStateException("because"));
    assertThat(line.path("exception").asText())
        .contains("IllegalStateException: because")
        .contains("at dev.leasehold.cli.JsonLinesTest");
  }
}
