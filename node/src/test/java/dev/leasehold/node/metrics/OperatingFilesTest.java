package dev.leasehold.node.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.leasehold.node.ServedNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files for operators speak only of figures that a running server has. */
class OperatingFilesTest {

  private static final Path FILES = Path.of("..", "docs", "operating");
  private static final Pattern METRIC =
      Pattern.compile("\\b(?:leasehold|jvm|process|system)_[a-z_]+\\b");

  @TempDir Path directory;

  @Test
  void everyMetricThatAlertsAndDashboardNameIsExported() throws Exception {
    Set<String> named = new TreeSet<>();
    for (String file : Set.of("alerts.yml", "grafana-dashboard.json")) {
      Matcher matcher = METRIC.matcher(Files.readString(FILES.resolve(file)));
      while (matcher.find()) {
        named.add(matcher.group());
      }
    }
    assertThat(named).contains("leasehold_append_seconds_bucket", "jvm_memory_used_bytes");
    assertThat(exported()).containsAll(named);
  }

  private Set<String> exported() {
    try (ServedNode node = ServedNode.start(directory)) {
      String id =
          node.post("/v1/leases", "{\"space\":\"s\",\"paths\":[\"/a\"],\"ttl\":\"10s\"}")
              .get("leaseId");
      node.advance(Duration.ofSeconds(5));
      node.post("/v1/leases/" + id + ":renew", "{}");
      node.post("/v1/leases", "{}");
      System.gc(); // a pause is a figure only once there was one
      org.awaitility.Awaitility.await()
          .until(() -> node.get("/metrics").text().contains("jvm_gc_pause_seconds_sum"));
      return node.get("/metrics")
          .text()
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("[ {]", 2)[0])
          .collect(Collectors.toSet());
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theDashboardIsWhatGrafanaImports() throws Exception {
    JsonNode dashboard =
        new ObjectMapper().readTree(Files.readString(FILES.resolve("grafana-dashboard.json")));
    assertThat(dashboard.path("title").asText()).isEqualTo("Leasehold");
    assertThat(dashboard.path("panels"))
        .isNotEmpty()
        .allMatch(panel -> panel.path("targets").path(0).path("expr").isTextual());
  }
}
