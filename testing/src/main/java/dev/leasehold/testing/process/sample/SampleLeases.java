package dev.leasehold.testing.process.sample;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.CompletableFuture;

/** Leases of every policy, in each state that they can be in, and what is kept beside them. */
public final class SampleLeases {

  /** Living for some 330 days of ticks, so that a test finds it living. */
  private static final String LONG = "'ttl':'8000h'";

  private final SampleCalls calls;

  public SampleLeases(SampleCalls calls) {
    this.calls = calls;
  }

  public void write() throws Exception {
    callers();
    everyPolicy();
    calls.put("/v1/spaces/Windows", "{'caseInsensitive':true}");
    calls.put("/v1/config/acquisition_timeout_ms", "{'value':2500}");
    calls.put("/v1/config/history_retention_days", "{'value':3000}");
    scopes();
    handingOn();
    waits();
    ends();
    subscriptions();
  }

  /** Of what does not happen here, so that nothing is sent: one that is confirmed, and one not. */
  private void subscriptions() throws Exception {
    calls.post(
        "admin",
        "/v1/webhooks",
        "{'url':'https://hook.example.com/leases','types':['provider.removed']}");
    calls.post(
        "admin",
        "/v1/addresses",
        "{'webhook':'https://hook.example.com/bob','holder':'bob','kinds':['DECLINED'],"
            + "'quietHours':'22:00-07:00 Europe/Berlin'}");
    calls.put("/v1/config/notice_domains", "{'value':'hook.invalid'}");
    calls.post("guest", "/v1/addresses", "{'chat':'https://hook.invalid/guest'}");
    String gone =
        calls
            .post("admin", "/v1/webhooks", "{'url':'https://hook.example.com/gone'}")
            .path("id")
            .asText();
    calls.admin().send("DELETE", "/v1/webhooks/" + gone, new byte[0]);
  }

  private void callers() throws Exception {
    calls.issue("alice", "{'actor':'alice','role':'agent'}");
    calls.issue("bob", "{'actor':'bob','role':'agent','ttl':'8000h'}");
    calls.issue("guest", "{'actor':'guest','role':'agent','spaces':['repo','Windows']}");
    calls.issue("leaver", "{'actor':'leaver','role':'agent'}");
    calls.issue("auditor", "{'actor':'auditor','role':'auditor'}");
    calls.issue("brief", "{'actor':'brief','role':'agent','ttl':'200ms'}");
    calls.issue("second-admin", "{'actor':'second-admin','role':'admin'}");
    JsonNode gone = calls.post("admin", "/v1/tokens", "{'actor':'gone','role':'agent'}");
    calls
        .admin()
        .send(
            "DELETE", "/v1/tokens/" + gone.path("tokenId").asText() + "?reason=gone", new byte[0]);
    calls.bearers().put("gone", gone.path("token").asText());
  }

  private void everyPolicy() throws Exception {
    calls.acquire(
        "work",
        "alice",
        "{'policy':'work','space':'items','paths':['/1'],'leaseId':'callers-own',"
            + LONG
            + ",'requestId':'work','authority':{'tools':['git'],'workIds':['1'],"
            + "'namespaces':['a/b']}}");
    calls.verb("work", "alice", "renew", "{'ttl':'8400h','requestId':'renew-work'}");
    calls.acquire(
        "flow",
        "alice",
        "{'policy':'workflow','space':'flows','paths':['/a'],"
            + LONG
            + ",'labels':{'run':'7'},'requestId':'flow'}");
    calls.verb("flow", "alice", "advance", "{'expectedEpoch':0,'requestId':'advance-1'}");
    calls.verb("flow", "alice", "advance", "{'expectedEpoch':1,'requestId':'advance-2'}");
    calls.acquire("flow-2", "bob", "{'policy':'workflow','space':'flows','paths':['/b']}");
    calls.verb("flow-2", "bob", "advance", "{'expectedEpoch':0}");
    calls.verb("flow-2", "bob", "release", "{'reason':'COMPLETED'}");
    calls.acquire(
        "project", "bob", "{'policy':'checkout','space':'project','scope':['/**']," + LONG + "}");
    calls.acquire(
        "reminded", "bob", "{'policy':'checkout','space':'other','scope':['/**'],'ttl':'7201s'}");
    calls.post(
        "admin",
        "/v1/policies",
        "{'name':'build','base':'file','defaultTtl':'2h','maxRenewals':3,'signed':true}");
    calls.post("admin", "/v1/policies", "{'name':'build','base':'file','defaultTtl':'3h'}");
    calls.acquire("own", "bob", "{'policy':'build','space':'repo','paths':['/out/']," + LONG + "}");
    extensions();
  }

  /** A lease that was extended once, and whose holder asks again. */
  private void extensions() throws Exception {
    calls.post("admin", "/v1/policies", "{'name':'desk','base':'checkout','extensions':true}");
    String lease =
        calls.acquire(
            "extended", "bob", "{'policy':'desk','space':'desk','scope':['/**']," + LONG + "}");
    String asked =
        calls
            .post(
                "bob",
                "/v1/leases/" + lease + ":requestExtension",
                "{'ttl':'2h','justification':'tests','requestId':'longer-1'}")
            .path("extensionRequestId")
            .asText();
    calls.post("admin", "/v1/requests/" + asked + ":approve", "{'reason':'fine','ttl':'1h'}");
    calls.verb(
        "extended",
        "bob",
        "requestExtension",
        "{'ttl':'3h','justification':'x','requestId':'longer-2'}");
  }

  private void scopes() throws Exception {
    String repo = "{'space':'repo'," + LONG + ",";
    calls.acquire(
        "pattern",
        "alice",
        repo + "'scope':['/docs/**','/src/*.{md,txt}'],'session':'one','requestId':'pattern'}");
    calls.acquire(
        "signed",
        "alice",
        repo + "'paths':['/app/[slug]/page.tsx'],'signed':true,'requestId':'s'}");
    calls.acquire("shared", "alice", repo + "'paths':['/shared'],'mode':'SHARED'}");
    calls.acquire("shared-too", "guest", repo + "'paths':['/shared'],'mode':'SHARED'}");
    calls.acquire("case", "guest", "{'space':'Windows','paths':['/ReadMe']," + LONG + "}");
    calls.acquire(
        "alive", "alice", repo + "'paths':['/alive'],'heartbeat':'7000h','requestId':'alive'}");
    calls.verb("alive", "alice", "heartbeat", "{}");
    calls.acquire("limited", "alice", repo + "'paths':['/limited'],'maxRenewals':5}");
    calls.verb("limited", "alice", "renew", "{'ttl':'8100h','requestId':'renew-limited'}");
  }

  private void handingOn() throws Exception {
    String repo = "{'space':'repo'," + LONG + ",";
    calls.acquire("handed", "alice", repo + "'paths':['/handed/'],'requestId':'handed'}");
    calls.verb("handed", "bob", "ask", "{'note':'may I?'}");
    calls.verb(
        "handed",
        "alice",
        "derive",
        "{'holder':'bob','paths':['/handed/part/'],'requestId':'derived'}");
    calls.acquire("moved", "alice", repo + "'paths':['/moved']}");
    calls.verb(
        "moved", "alice", "transfer", "{'toHolder':'bob','note':'yours','requestId':'moved'}");
    calls.acquire("weaker", "bob", repo + "'paths':['/weaker']}");
    calls.verb("weaker", "bob", "convert", "{'mode':'SHARED','requestId':'weaker'}");
    calls.acquire("stronger", "bob", repo + "'paths':['/stronger'],'mode':'SHARED'}");
    calls.verb("stronger", "bob", "convert", "{'mode':'EXCLUSIVE','requestId':'stronger'}");
  }

  private void waits() throws Exception {
    String repo = "{'space':'repo'," + LONG + ",";
    String busy = repo + "'paths':['/busy'],";
    calls.acquire("busy", "alice", busy + "'requestId':'busy'}");
    CompletableFuture<JsonNode> next =
        calls.waiting("bob", "/v1/leases", busy + "'wait':'20s','requestId':'granted'}", "granted");
    calls.refused(
        "ACQUISITION_TIMEOUT",
        "guest",
        "/v1/leases",
        busy + "'wait':'200ms','requestId':'in-vain'}");
    calls.verb("busy", "alice", "release", "{'reason':'COMPLETED','requestId':'release-busy'}");
    next.join();
    calls.acquire("watched", "alice", repo + "'paths':['/watched'],'mode':'SHARED'}");
    calls.acquire("watched-too", "guest", repo + "'paths':['/watched'],'mode':'SHARED'}");
  }

  private void ends() throws Exception {
    String repo = "{'space':'repo',";
    calls.acquire("ended", "alice", repo + "'paths':['/e1'],'ttl':'200ms','requestId':'ended'}");
    calls.acquire("silent", "alice", repo + "'paths':['/e2'],'ttl':'1h','heartbeat':'200ms'}");
    calls.acquire("revoked", "alice", repo + "'paths':['/e3']," + LONG + "}");
    calls.verb("revoked", "admin", "revoke", "{'reason':'needed','requestId':'revoke'}");
    calls.acquire("noticed", "alice", repo + "'paths':['/e4']," + LONG + "}");
    calls.verb("noticed", "admin", "revoke", "{'reason':'soon','notice':'7000h'}");
    calls.acquire("delayed", "alice", repo + "'paths':['/e5']," + LONG + "}");
    calls.verb("delayed", "alice", "release", "{'after':'24h','requestId':'later'}");
    calls.acquire("in", "bob", "{'policy':'checkout','space':'p2','scope':['/**']," + LONG + "}");
    calls.verb("in", "bob", "complete", "{'commit':'abc123','requestId':'check-in'}");
    calls.acquire("out", "bob", "{'policy':'checkout','space':'p3','scope':['/**']," + LONG + "}");
    calls.verb("out", "admin", "revoke", "{'reason':'abandoned'}");
    calls.refused(
        "LEASE_EVICTED",
        "bob",
        "/v1/leases/" + calls.id("out") + ":complete",
        "{'commit':'c0ffee'}");
    calls.acquire("all", "leaver", repo + "'paths':['/e6']," + LONG + "}");
    calls.post("admin", "/v1/holders/leaver:releaseAll", "{'reason':'left'}");
    calls.untilStateIs("ended", "EXPIRED");
    calls.untilStateIs("silent", "EXPIRED");
    JsonNode told = calls.as("alice").get("/v1/leases/" + calls.id("work")).json();
    String notice = told.path("notices").path(0).path("id").asText();
    calls.post("alice", "/v1/notices:ack", "{'ids':['" + notice + "']}");
  }

  /** The last before the server ends: waits, which last an hour at most, and a few others. */
  public void writeLast(String name) throws Exception {
    String space = "{'space':'last-" + name + "'," + LONG + ",";
    String first = space + "'paths':['/a'],'mode':'SHARED','requestId':'first-" + name + "'}";
    String lease = calls.acquire("first", "alice", first);
    calls.acquire("second", "bob", space + "'paths':['/a'],'mode':'SHARED'}");
    calls.waiting(
        "alice",
        "/v1/leases/" + lease + ":convert",
        "{'mode':'EXCLUSIVE','wait':'1h','requestId':'convert-" + name + "'}",
        lease);
    calls.waiting(
        "second-admin",
        "/v1/leases",
        space + "'paths':['/a'],'wait':'1h','priority':3,'requestId':'wait-" + name + "'}",
        "wait-" + name);
  }
}
