package dev.leasehold.node.http.lfs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.Clients;
import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.SharedNode;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The locking API of git-lfs, in the shapes and codes of its public description. */
class LfsLocksTest extends SharedNode {

  Clients admin;
  String alice;
  String bob;

  @BeforeAll
  void start() {
    admin = Clients.admin(node);
    alice = node.tokenFor("alice", "agent");
    bob = node.tokenFor("bob", "agent");
  }

  private LfsClient alice(String space) {
    return new LfsClient(node, alice, space);
  }

  private LfsClient bob(String space) {
    return new LfsClient(node, bob, space);
  }

  private static List<String> fields(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  @Test
  void aLockIsCreatedAndIsALeaseOfThirtyDays() {
    Response created = alice("create").lock("art/hero.psd");

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.header("content-type")).isEqualTo(LfsClient.LFS_JSON);
    assertThat(fields(created.json())).containsExactly("lock");
    JsonNode lock = created.json().get("lock");
    assertThat(fields(lock)).containsExactly("id", "path", "locked_at", "owner");
    assertThat(lock.get("path").asText()).isEqualTo("art/hero.psd");
    assertThat(lock.get("owner")).hasToString("{\"name\":\"alice\"}");
    JsonNode lease = admin.get("/v1/leases/" + lock.get("id").asText()).json();
    assertThat(lease.get("policy").asText()).isEqualTo("lfs");
    assertThat(lease.get("scope")).hasToString("[\"/art/hero.psd\"]");
    assertThat(lease.get("ttl").asText()).isEqualTo("2592000s");
    assertThat(lease.get("issuedAt").asText()).isEqualTo(lock.get("locked_at").asText());
  }

  @Test
  void aLockThatExistsIsAConflictThatNamesItToItsOwnerToo() {
    String id = alice("again").lock("a.bin").json().at("/lock/id").asText();

    for (LfsClient each : List.of(alice("again"), bob("again"))) {
      Response again = each.lock("a.bin");
      assertThat(again.status()).isEqualTo(409);
      assertThat(fields(again.json())).containsExactly("lock", "message");
      assertThat(again.json().at("/lock/id").asText()).isEqualTo(id);
      assertThat(again.json().at("/lock/path").asText()).isEqualTo("a.bin");
      assertThat(again.json().at("/lock/owner/name").asText()).isEqualTo("alice");
      assertThat(again.json().at("/lock/locked_at").asText()).startsWith("20");
    }
    assertThat(bob("again").lock("a.bin").get("message")).contains("alice", "/a.bin");
  }

  @Test
  void locksAndLeasesAndCheckOutsContendForTheSameFiles() {
    Clients carol = Clients.agent(node, "carol");
    carol.acquire("'space':'mixed','scope':['/docs/**']");
    carol.acquire("'space':'whole','policy':'checkout'");
    String lock = alice("mixed").lock("src/a.bin").json().at("/lock/id").asText();

    Response pattern = bob("mixed").lock("docs/b.bin");
    assertThat(pattern.status()).isEqualTo(409);
    assertThat(pattern.json().at("/lock/path").asText()).isEqualTo("docs/b.bin");
    assertThat(pattern.json().at("/lock/owner/name").asText()).isEqualTo("carol");
    assertThat(bob("whole").lock("anything").status()).isEqualTo(409);
    Response lease = carol.post("/v1/leases", "{'space':'mixed','scope':['/src/**']}");
    assertThat(lease.status()).isEqualTo(409);
    assertThat(lease.json().at("/conflicts/0/leaseId").asText()).isEqualTo(lock);
  }

  @Test
  void aNameIsExactWhateverItsCharacters() {
    for (String name : List.of("a [x]{y}*?.bin", "ünïcode/文件.psd", "-dash", "a:b%2F+c")) {
      Response created = alice("names").lock(name);
      assertThat(created.status()).as(created.text()).isEqualTo(201);
      assertThat(created.json().at("/lock/path").asText()).isEqualTo(name);
    }
    assertThat(bob("names").lock("a x.bin").status()).isEqualTo(201);
    List<String> paths = new ArrayList<>();
    bob("names").get("/locks").json().get("locks").forEach(l -> paths.add(l.get("path").asText()));
    assertThat(paths)
        .containsExactly("a [x]{y}*?.bin", "ünïcode/文件.psd", "-dash", "a:b%2F+c", "a x.bin");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/abs",
        "a//b",
        "../up",
        "a/../b",
        "./a",
        "a/",
        "a\\\\b",
        "a\\u0000b",
        "\\ud800",
        "a\\nb",
        "zero\\u200bwidth"
      })
  void hostilePathsAreRefused(String path) {
    Response refused = alice("hostile").lock(path);
    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(fields(refused.json())).containsExactly("message");
    assertThat(refused.header("content-type")).isEqualTo(LfsClient.LFS_JSON);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{", "{'path':'a'}x", "{'path':'a','path':'b'}", "'a'", "{}"})
  void whatIsNoRequestIsRefused(String body) {
    Response refused = alice("hostile").post("/locks", body);
    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.get("message")).isNotEmpty();
  }

  @Test
  void bodiesAreBoundedAndMustBeJson() {
    String large = "{'path':'a','more':'" + "x".repeat(20_000) + "'}";
    Response tooLarge = alice("hostile").post("/locks", large);
    assertThat(tooLarge.status()).isEqualTo(413);
    assertThat(tooLarge.header("content-type")).isEqualTo(LfsClient.LFS_JSON);
    assertThat(tooLarge.get("message")).contains("bytes");
    Response form = alice("hostile").post("/locks", "{'path':'a'}", "text/plain");
    assertThat(form.status()).isEqualTo(400);
    assertThat(form.get("message")).contains("Content-Type");
  }

  @Test
  void fieldsThatAreNotKnownYetArePassedOver() {
    Response created =
        alice("newer").post("/locks", "{'path':'n.bin','ref':null,'later':{'a':[1,{'b':2}]}}");
    assertThat(created.status()).isEqualTo(201);
  }

  @Test
  void locksAreListedInOrderAPageAtATime() {
    for (int i = 0; i < 5; i++) {
      alice("pages").lock("f" + i);
    }
    Clients.agent(node, "dave").acquire("'space':'pages','paths':['/native']");

    List<String> seen = new ArrayList<>();
    String cursor = "";
    int pages = 0;
    do {
      Response page = bob("pages").get("/locks?limit=2&refspec=refs/heads/x&cursor=" + cursor);
      assertThat(page.status()).isEqualTo(200);
      page.json().get("locks").forEach(lock -> seen.add(lock.get("path").asText()));
      cursor = page.get("next_cursor");
      if (pages++ == 0) {
        bob("pages").lock("made-meanwhile");
      }
    } while (!cursor.isEmpty());
    assertThat(seen).containsExactly("f0", "f1", "f2", "f3", "f4", "made-meanwhile");
    assertThat(pages).isBetween(3, 4);
  }

  @Test
  void locksAreFoundByPathAndById() {
    String id = alice("find").lock("x/a.bin").json().at("/lock/id").asText();
    alice("find").lock("x/b.bin");
    String foreign = alice("elsewhere").lock("x/a.bin").json().at("/lock/id").asText();

    assertThat(found("/locks?path=x/a.bin")).containsExactly(id);
    assertThat(found("/locks?path=x%2Fa.bin&id=" + id)).containsExactly(id);
    assertThat(found("/locks?id=" + id)).containsExactly(id);
    assertThat(found("/locks?path=x/b.bin&id=" + id)).isEmpty();
    assertThat(found("/locks?path=x")).isEmpty();
    assertThat(found("/locks?id=" + foreign)).isEmpty();
    assertThat(found("/locks?id=none")).isEmpty();
    assertThat(found("/locks?id=%20&limit=5000000000")).isEmpty();
    assertThat(bob("find").get("/locks?path=none").text()).isEqualTo("{\"locks\":[]}\n");
  }

  @Test
  void aFileIsFoundByTheNameThatItsRepositoryHasForIt() {
    node.send(admin.token(), "PUT", "/v1/spaces/folded", "{\"caseInsensitive\":true}");
    LfsClient any = bob("folded");
    String id = any.lock("Art/e\u0301.PSD").json().at("/lock/id").asText();

    Response asked = any.get("/locks?path=Art/e%CC%81.PSD");
    assertThat(asked.json().at("/locks/0/id").asText()).isEqualTo(id);
    assertThat(asked.json().at("/locks/0/path").asText()).isEqualTo("Art/e\u0301.PSD");
  }

  private List<String> found(String query) {
    Response page = bob("find").get(query);
    assertThat(page.status()).as(page.text()).isEqualTo(200);
    List<String> ids = new ArrayList<>();
    page.json().get("locks").forEach(lock -> ids.add(lock.get("id").asText()));
    return ids;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"cursor=x", "limit=x", "limit=1&limit=2", "path=a//b", "path=a/", "path=%ff"})
  void queriesThatMakeNoSenseAreRefused(String query) {
    Response refused = bob("find").get("/locks?" + query);
    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.get("message")).isNotEmpty();
  }

  @Test
  void aPushIsToldWhatIsOursAndWhatIsTheirs() {
    Response none = alice("verify").post("/locks/verify", "{}");
    assertThat(none.status()).isEqualTo(200);
    assertThat(none.text()).isEqualTo("{\"ours\":[],\"theirs\":[]}\n");
    alice("verify").lock("mine");
    bob("verify").lock("his");
    Clients carol = Clients.agent(node, "carol");
    carol.acquire("'space':'verify','paths':['/one','/two']");
    carol.acquire("'space':'verify','scope':['/docs/**']");
    new Clients(node, alice).acquire("'space':'verify','paths':['/own-lease']");

    JsonNode told =
        alice("verify").post("/locks/verify", "{'ref':{'name':'refs/heads/main'}}").json();
    assertThat(fields(told)).containsExactly("ours", "theirs");
    assertThat(told.get("ours").findValuesAsText("path")).containsExactly("mine");
    assertThat(told.get("theirs").findValuesAsText("path")).containsExactly("his", "one", "two");
    JsonNode first = alice("verify").post("/locks/verify", "{'limit':1}").json();
    assertThat(first.get("ours")).hasSize(1);
    assertThat(first.get("theirs")).isEmpty();
    JsonNode second =
        alice("verify")
            .post(
                "/locks/verify", "{'limit':1,'cursor':'" + first.get("next_cursor").asText() + "'}")
            .json();
    assertThat(second.get("theirs").findValuesAsText("path")).containsExactly("his");
  }

  @Test
  void theOwnerUnlocksAndTheFileIsFreeAgain() {
    String id = alice("unlock").lock("u.bin").json().at("/lock/id").asText();

    Response unlocked = alice("unlock").post("/locks/" + id + "/unlock", "{'force':false}");
    assertThat(unlocked.status()).isEqualTo(200);
    assertThat(fields(unlocked.json())).containsExactly("lock");
    assertThat(unlocked.json().at("/lock/path").asText()).isEqualTo("u.bin");
    assertThat(bob("unlock").lock("u.bin").status()).isEqualTo(201);
    Response again = alice("unlock").post("/locks/" + id + "/unlock", "");
    assertThat(again.status()).isEqualTo(404);
    assertThat(again.get("message")).contains(id);
  }

  @Test
  void anothersLockIsUnlockedByAnAdminAndByForceOnly() {
    String id = alice("force").lock("f.bin").json().at("/lock/id").asText();
    LfsClient boss = new LfsClient(node, node.adminToken(), "force");
    String unlock = "/locks/" + id + "/unlock";

    Response plain = bob("force").post(unlock, "{}");
    assertThat(plain.status()).isEqualTo(403);
    assertThat(plain.get("message")).contains("alice");
    assertThat(bob("force").post(unlock, "{'force':true}").status()).isEqualTo(403);
    assertThat(boss.post(unlock, "{'force':false}").status()).isEqualTo(403);
    assertThat(boss.post(unlock, "{'force':'perhaps'}").status()).isEqualTo(400);
    Response forced = boss.post(unlock, "{'force':true}");
    assertThat(forced.status()).isEqualTo(200);
    assertThat(forced.json().at("/lock/owner/name").asText()).isEqualTo("alice");
    JsonNode lease = admin.get("/v1/leases/" + id).json();
    assertThat(lease.get("state").asText()).isEqualTo("REVOKED");
    assertThat(lease.get("reason").asText()).contains("force");
  }

  @Test
  void otherLeasesAreNoLocksAndStayWhatTheyAre() {
    Clients carol = Clients.agent(node, "carol");
    String lease = carol.acquire("'space':'native','paths':['/n']");
    LfsClient locks = new LfsClient(node, carol.token(), "native");

    assertThat(locks.post("/locks/" + lease + "/unlock", "{}").status()).isEqualTo(404);
    assertThat(admin.get("/v1/leases/" + lease).get("state")).isEqualTo("ACTIVE");
    String other = alice("native").lock("m").json().at("/lock/id").asText();
    Response wrongSpace = alice("other").post("/locks/" + other + "/unlock", "{}");
    assertThat(wrongSpace.status()).isEqualTo(404);
  }

  @Test
  void aTokenIsThePasswordAndTheNameSaysNothing() {
    for (String user : List.of("", "alice", "bob", "x@y")) {
      assertThat(node.send(alice("auth").request("/locks", user).GET().build()).status())
          .isEqualTo(200);
    }
    Response bearer = node.send(alice, "GET", "/lfs/auth/locks", "");
    assertThat(bearer.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "Basic", "Basic !!!", "Basic YWxpY2U=", "Basic YWxpY2U6d3Jvbmc=", "Digest x"})
  void withoutAValidTokenNothingIsToldButHowToSendOne(String authorization) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(node.url() + "/lfs/auth/locks")).GET();
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }
    Response refused = node.send(request.build());
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.header("lfs-authenticate")).isEqualTo("Basic realm=\"Leasehold\"");
    assertThat(refused.header("www-authenticate")).isEmpty();
    assertThat(refused.get("message")).contains("token").contains("password");
  }

  @Test
  void aTokenForAnotherSpaceIsRefusedEverywhere() {
    String token =
        admin.ok("/v1/tokens", "{'actor':'erin','role':'agent','spaces':['own']}").get("token");
    LfsClient erin = new LfsClient(node, token, "closed");
    assertThat(erin.lock("a").status()).isEqualTo(403);
    assertThat(erin.get("/locks").status()).isEqualTo(403);
    assertThat(erin.post("/locks/verify", "{}").status()).isEqualTo(403);
    assertThat(erin.post("/locks/x/unlock", "{}").status()).isEqualTo(403);
    assertThat(erin.post("/objects/batch", "{'operation':'download'}").status()).isEqualTo(403);
    assertThat(new LfsClient(node, token, "own").lock("a").status()).isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource({
    "auditor, 403, 200, 403, 403",
    "agent,   201, 200, 200, 404",
    "admin,   201, 200, 200, 404",
    "gateway, 403, 403, 403, 403"
  })
  void rolesDoWhatTheyDoElsewhere(String role, int lock, int list, int verify, int unlock) {
    LfsClient each = new LfsClient(node, node.tokenFor("r-" + role, role), "roles-" + role);
    assertThat(each.lock("a").status()).isEqualTo(lock);
    assertThat(each.get("/locks").status()).isEqualTo(list);
    assertThat(each.post("/locks/verify", "{}").status()).isEqualTo(verify);
    assertThat(each.post("/locks/none/unlock", "{}").status()).isEqualTo(unlock);
  }

  @Test
  void otherPathsAndMethodsAreRefusedInTheSameShape() {
    for (String path : List.of("", "/", "/lock", "/locks/", "/locks/x", "/locks//unlock", "/x/y")) {
      Response none = alice("paths").get(path);
      assertThat(none.status()).as(path + none.text()).isEqualTo(404);
      assertThat(none.get("message")).as(path).contains("lfs.url");
    }
    Response method = node.send(alice("paths").request("/locks", "a").DELETE().build());
    assertThat(method.status()).isEqualTo(405);
    assertThat(method.header("allow")).isEqualTo("GET, POST");
    assertThat(alice("paths").get("/locks/verify").status()).isEqualTo(405);
    assertThat(alice("bad%20name").lock("a").status()).isEqualTo(400);
    assertThat(alice("org%2Frepo").lock("a").status()).isEqualTo(201);
  }

  @Test
  void aPageOfAnotherOriginLocksNothing() {
    Response refused =
        node.send(
            alice("origin")
                .request("/locks", "a")
                .header("Origin", "http://evil.example")
                .header("Content-Type", LfsClient.LFS_JSON)
                .POST(HttpRequest.BodyPublishers.ofString("{\"path\":\"a\"}"))
                .build());
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.get("message")).contains("Origin");
  }

  @Test
  void objectsNeedAServerThatHasThem() {
    Response none = alice("objects").post("/objects/batch", "{'operation':'download'}");
    assertThat(none.status()).isEqualTo(501);
    assertThat(none.get("message")).contains("--lfs-upstream");
  }

  @Test
  void aLockEndsAfterItsTime() {
    LfsClient frank = LfsClient.agent(node, "frank", "time");
    frank.lock("t.bin");
    node.advance(Duration.ofDays(30));
    assertThat(frank.get("/locks").json().get("locks")).isEmpty();
    assertThat(bob("time").lock("t.bin").status()).isEqualTo(201);
  }
}
