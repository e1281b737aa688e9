package dev.leasehold.node.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.node.Clients;
import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.SharedNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A name of something that there is not is answered with those that there are, or the nearest. */
class MeantNamesTest extends SharedNode {

  private static final String POLICIES =
      "there is no such policy; there are budget, checkout, file, lfs, work, workflow";

  private Clients admin;

  @BeforeAll
  void makeAPool() {
    admin = Clients.admin(node);
    admin.ok("/v1/pools", "{'id':'team-a','amounts':{'tokens':10}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          POST | /v1/leases | {'space':'s','paths':['/a'],'policy':'fiel'} | POLICIES; did you mean file?
          POST | /v1/leases | {'space':'s','paths':['/a'],'policy':'zzz'} | POLICIES
          GET | /v1/spaces/s:check?path=/a&policy=fiel | ~~ | POLICIES; did you mean file?
          POST | /v1/policies | {'name':'mine','base':'wrok'} | POLICIES; did you mean work?
          PUT | /v1/config/agent_see | {'value':'own'} | there is no setting agent_see; read the \
          configuration to see all there are; did you mean agents_see?
          POST | /v1/tokens | {'actor':'a','role':'agent','pool':'taem-a'} | there is no pool taem-a; \
          did you mean team-a?
          GET | /v1/pools/team-b | ~~ | there is no pool team-b; did you mean team-a?
          POST | /v1/pools/tema-a:deposit | {'amounts':{'tokens':1},'reason':'r'} | there is no pool \
          tema-a; did you mean team-a?
          POST | /v1/tokens | {'actor':'a','role':'audtor'} | role must be agent, auditor, admin or gateway
          """)
  void theNearestIsNamed(String method, String path, String body, String detail) {
    Response refused = node.send(admin.token(), method, path, body.replace('\'', '"'));
    assertThat(refused.get("detail")).isEqualTo(detail.replace("POLICIES", POLICIES));
  }

  @Test
  void aTokenForSomeSpacesIsToldWhich() {
    Clients some =
        new Clients(
            node,
            admin
                .ok("/v1/tokens", "{'actor':'sue','role':'agent','spaces':['repo-a','repo-b']}")
                .get("token"));
    String sentence = "your token does not name the space repo-c; it names repo-a, repo-b";
    assertThat(some.post("/v1/leases", "{'space':'repo-c','paths':['/a']}").get("detail"))
        .isEqualTo(sentence);
    assertThat(some.get("/v1/spaces/repo-c:check?path=/a").get("detail")).isEqualTo(sentence);
  }

  @Test
  void anAgentLearnsOfNoPools() {
    Clients agent =
        new Clients(
            node,
            admin.ok("/v1/tokens", "{'actor':'pam','role':'agent','pool':'team-a'}").get("token"));
    assertThat(agent.get("/v1/pools/team-b").text()).doesNotContain("team-a");
  }
}
