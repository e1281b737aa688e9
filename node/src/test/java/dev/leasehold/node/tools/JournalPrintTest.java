package dev.leasehold.node.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.persist.JournalDamagedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalPrintTest {

  @TempDir Path directory;
  private ServedNode node;
  private String leaseId;

  @BeforeEach
  void work() throws IOException {
    node = ServedNode.start(directory);
    leaseId =
        node.post("/v1/leases", "{\"space\":\"demo\",\"paths\":[\"/a\",\"/b\"],\"ttl\":\"90s\"}")
            .get("leaseId");
    node.post("/v1/leases", "{\"space\":\"demo\",\"paths\":[\"/c\"],\"policy\":\"checkout\"}");
    node.post("/v1/leases/" + leaseId + ":renew", "{\"ttl\":\"120s\"}");
    node.post("/v1/leases/" + leaseId + ":revoke", "{\"reason\":\"a\\u001b[31mred\\nline\"}");
  }

  @AfterEach
  void stop() throws IOException {
    node.close();
  }

  private List<String> print(long from, long to, String lease, boolean json) throws IOException {
    List<String> lines = new ArrayList<>();
    assertThat(new JournalPrint(from, to, lease, json).print(directory, lines::add)).isEmpty();
    return lines;
  }

  @Test
  void everyEventIsALineInWords() throws IOException {
    List<String> lines = print(1, Long.MAX_VALUE, "", false);
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0)).contains("     1  2023-11-14T22:13:20.000Z", "token-issued", "admin");
    assertThat(lines.get(1))
        .contains("granted", leaseId, "to admin: EXCLUSIVE demo /a and 1 more", "for 90s");
    assertThat(lines.get(3)).contains("renewed", leaseId, "for 120s, renewal 1 by admin");
  }

  @Test
  void whatCallersWroteMovesNoTerminal() throws IOException {
    String line = print(5, 5, "", false).get(0);
    assertThat(line).contains("revoked", "reason a\\u001b[31mred\\u000aline by admin");
    assertThat(line.chars()).noneMatch(Character::isISOControl);
  }

  @Test
  void positionsAndALeaseNarrowIt() throws IOException {
    assertThat(print(2, 3, "", false)).hasSize(2);
    assertThat(print(9, 12, "", false)).isEmpty();
    assertThat(print(1, 100, leaseId, false)).hasSize(3);
    assertThat(print(3, 100, leaseId, false)).hasSize(2);
    assertThat(print(1, 100, "nobody", false)).isEmpty();
  }

  @Test
  void jsonHasAllButSecrets() throws IOException {
    List<String> lines = print(1, Long.MAX_VALUE, "", true);
    assertThat(String.join("", lines)).doesNotContain("secretHash");
    JsonNode granted = new ObjectMapper().readTree(lines.get(1));
    assertThat(granted.path("position").asText()).isEqualTo("2");
    assertThat(granted.path("type").asText()).isEqualTo("Granted");
    assertThat(granted.path("claim").path("scope").toString()).isEqualTo("[\"/a\",\"/b\"]");
    assertThat(granted.path("time").asText()).isEqualTo("2023-11-14T22:13:20Z");
    assertThat(new ObjectMapper().readTree(lines.get(4)).path("reason").asText())
        .isEqualTo("a\u001b[31mred\nline");
  }

  @Test
  void linesBeforeTheDamageArePrinted() throws Exception {
    node.close();
    Sql.execute(directory, "UPDATE blocks SET tick = tick + 1 WHERE number = 4");
    List<String> lines = new ArrayList<>();
    assertThatExceptionOfType(JournalDamagedException.class)
        .isThrownBy(
            () -> new JournalPrint(1, Long.MAX_VALUE, "", false).print(directory, lines::add))
        .withMessageContaining("block 4 (position 4)");
    assertThat(lines).hasSize(3);
  }
}
