package dev.leasehold.node.operation;

import static dev.leasehold.node.Clients.ok;
import static dev.leasehold.node.operation.RefusalsTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.Clients;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.time.MovedTime;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How spaces compare names, as an HTTP client sees it. */
class SpacesTest {

  @TempDir Path directory;
  final MovedTime time = new MovedTime();
  ServedNode node;
  Clients admin;

  @BeforeEach
  void start() {
    node = ServedNode.start(directory, time);
    admin = Clients.admin(node);
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
  }

  private void declare(String space, boolean ignoresCase) {
    ok(
        node.send(
            node.adminToken(),
            "PUT",
            "/v1/spaces/" + space,
            "{\"caseInsensitive\":" + ignoresCase + "}"));
  }

  private JsonNode list(Clients client, String query) {
    return ok(client.get("/v1/spaces" + query)).json();
  }

  @Test
  void aSpaceSaysWhetherItIgnoresCase() {
    declare("win", true);
    Clients agent = Clients.agent(node, "ann");
    assertThat(ok(agent.get("/v1/spaces/win")).get("caseInsensitive")).isEqualTo("true");
    assertThat(ok(agent.get("/v1/spaces/other")).get("caseInsensitive")).isEqualTo("false");
    declare("win", false);
    assertThat(ok(agent.get("/v1/spaces/win")).get("caseInsensitive")).isEqualTo("false");
    assertProblem(agent.get("/v1/spaces/a%20b"), 400, "INVALID_INPUT");
  }

  @Test
  void thoseThatIgnoreCaseAreListedByNameAlsoAfterARestart() throws Exception {
    declare("c", true);
    declare("a", true);
    declare("b", true);
    declare("b", false);
    node.close();
    start();

    JsonNode spaces = list(admin, "").get("spaces");

    assertThat(spaces.findValuesAsText("space")).containsExactly("a", "c");
    assertThat(spaces.findValuesAsText("caseInsensitive")).containsOnly("true");
  }

  @Test
  void aPageSaysWhereToGoOn() {
    declare("a", true);
    declare("b", true);
    declare("c", true);
    JsonNode first = list(admin, "?pageSize=2");
    assertThat(first.get("spaces").findValuesAsText("space")).containsExactly("a", "b");
    JsonNode second = list(admin, "?pageSize=2&pageToken=" + first.get("nextPageToken").asText());
    assertThat(second.get("spaces").findValuesAsText("space")).containsExactly("c");
    assertThat(second.has("nextPageToken")).isFalse();
    assertProblem(admin.get("/v1/spaces?pageSize=0"), 400, "INVALID_INPUT");
  }

  @Test
  void aTokenReachesNoFurtherThanItsSpaces() {
    declare("mine", true);
    declare("yours", true);
    Response issued = admin.ok("/v1/tokens", "{'actor':'ann','role':'agent','spaces':['mine']}");
    Clients ann = new Clients(node, issued.get("token"));
    assertThat(list(ann, "").get("spaces").findValuesAsText("space")).containsExactly("mine");
    assertProblem(ann.get("/v1/spaces/yours"), 403, "FORBIDDEN");
  }
}
