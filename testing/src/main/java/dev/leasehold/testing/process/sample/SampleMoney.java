package dev.leasehold.testing.process.sample;

import java.io.IOException;
import java.time.Duration;

/** Pools, budgets, reservations: everything that moves money, in each state that it can be in. */
public final class SampleMoney {

  /** How long reservations are kept that nobody settles. */
  public static final long RESERVED_NANOS = Duration.ofHours(24).toNanos();

  private static final String BUDGET =
      "{'policy':'%s','space':'money','paths':['/%s'],'pool':'team','ttl':'%s',"
          + "'budget':{'usd_micros':100,'tokens':1000},'requestId':'budget-%s'}";

  private final SampleCalls calls;

  public SampleMoney(SampleCalls calls) {
    this.calls = calls;
  }

  public void write() throws Exception {
    calls.post(
        "admin",
        "/v1/pools",
        "{'id':'team','amounts':{'usd_micros':1000,'tokens':50000},'requestId':'pool-team'}");
    calls.post("admin", "/v1/pools", "{'id':'empty'}");
    calls.post(
        "admin",
        "/v1/pools/team:deposit",
        "{'amounts':{'usd_micros':500},'reason':'june','requestId':'deposit'}");
    calls.post(
        "admin",
        "/v1/pools/team:withdraw",
        "{'amounts':{'tokens':1},'reason':'rounding','requestId':'withdraw'}");
    calls.post(
        "admin",
        "/v1/policies",
        "{'name':'long-grace','base':'budget','grace':'8000h','defaultTtl':'1h'}");
    spend();
    end();
    keepProvider();
    shakeHands();
    askForMore();
    reportLate();
  }

  /** A pool that is topped up, what was spent on, and requests for more, open and approved. */
  private void askForMore() throws IOException {
    calls.post(
        "admin",
        "/v1/pools",
        "{'id':'monthly','amounts':{'tokens':9},"
            + "'recurrence':{'every':'month','zone':'Asia/Tokyo'}}");
    handshake("asking", "budget", "8000h");
    money(
        "asking",
        "spend",
        "{'requestId':'spend-7','amounts':{'tokens':3},'labels':{'model':'m1','provider':'p1'}}");
    money(
        "asking",
        "reserve",
        "{'requestId':'labelled','amounts':{'tokens':2},'timeout':'24h','labels':{'model':'m2'}}");
    String asked =
        calls
            .post(
                "asking",
                "/v1/leases/" + calls.id("asking") + ":requestMore",
                "{'amounts':{'tokens':11},'justification':'tests','requestId':'more-1'}")
            .path("budgetRequestId")
            .asText();
    calls.post("admin", "/v1/requests/" + asked + ":approve", "{'reason':'fine'}");
    money(
        "asking",
        "requestMore",
        "{'amounts':{'tokens':5},'justification':'x','requestId':'more-2'}");
  }

  /** A provider whose key was changed. */
  private void keepProvider() throws IOException {
    String provider = "{'name':'%s','kind':'openai','url':'https://api.example.com','key':'k'}";
    calls.post("admin", "/v1/providers", provider.formatted("kept"));
    calls.post("admin", "/v1/providers/kept:rotate", "{'key':'other'}");
  }

  /** A budget with an IP token, which has spent as much as its holder is told of. */
  private void shakeHands() throws IOException {
    calls.issue("shaken", "{'actor':'shaken','role':'agent','pool':'team','ttl':'8000h'}");
    String lease =
        calls
            .post(
                "shaken",
                "/v1/budget:handshake",
                "{'requested':{'tokens':100},'ttl':'8000h','provider':'kept'}")
            .path("lease")
            .path("leaseId")
            .asText();
    calls.post(
        "shaken",
        "/v1/leases/" + lease + ":spend",
        "{'requestId':'spend-6','amounts':{'tokens':90}}");
  }

  /** Settles the reservation that nobody settled in time. */
  private void reportLate() throws Exception {
    calls.until(
        "/v1/leases/" + calls.id("spent"),
        lease -> lease.path("budget").path("reserved").path("usd_micros").asLong() == 0);
    money("spent", "settle", "{'reservationId':'reserve-lost','amounts':{'usd_micros':3}}");
  }

  private void spend() throws IOException {
    handshake("spent", "budget", "8000h");
    money("spent", "spend", "{'requestId':'spend-1','amounts':{'tokens':10},'note':'a call'}");
    calls.refused(
        "INSUFFICIENT_BUDGET",
        "spent",
        "/v1/leases/" + calls.id("spent") + ":spend",
        "{'requestId':'spend-2','amounts':{'tokens':1000}}");
    String open = reserve("{'requestId':'reserve-open','amounts':{'tokens':50},'timeout':'24h'}");
    money(
        "spent",
        "adjust",
        "{'reservationId':'" + open + "','amounts':{'tokens':60},'requestId':'adjust'}");
    String settled = reserve("{'requestId':'reserve-settled','amounts':{'usd_micros':20}}");
    money("spent", "settle", "{'reservationId':'" + settled + "','amounts':{'usd_micros':15}}");
    String cancelled = reserve("{'requestId':'reserve-cancelled','amounts':{'usd_micros':30}}");
    money("spent", "cancel", "{'reservationId':'" + cancelled + "'}");
    reserve("{'requestId':'reserve-lost','amounts':{'usd_micros':2},'timeout':'1s'}");
    money("spent", "refresh", "{'requested':{'tokens':7},'requestId':'refresh'}");
    calls.post(
        "spent",
        "/v1/leases/" + calls.id("spent") + ":derive",
        "{'holder':'helper','paths':['/spent'],'budget':{'tokens':100},'requestId':'helper'}");
  }

  private String reserve(String body) throws IOException {
    return calls
        .post("spent", "/v1/leases/" + calls.id("spent") + ":reserve", body)
        .path("reservationId")
        .asText();
  }

  private void money(String name, String verb, String body) throws IOException {
    calls.verb(name, name, verb, body);
  }

  /** An agent has one budget, so each is held by an agent of its name. */
  private void handshake(String name, String policy, String ttl) throws IOException {
    String token = "{'actor':'%s','role':'agent','pool':'team','ttl':'8000h'}";
    calls.issue(name, token.formatted(name));
    calls.acquire(name, name, BUDGET.formatted(policy, name, ttl, name));
  }

  private void end() throws Exception {
    handshake("closed", "budget", "8000h");
    money("closed", "spend", "{'requestId':'spend-3','amounts':{'tokens':1}}");
    money("closed", "close", "{'requestId':'close'}");
    handshake("exhausted", "budget", "8000h");
    money("exhausted", "spend", "{'requestId':'spend-4','amounts':{'usd_micros':100}}");
    handshake("in-grace", "long-grace", "300ms");
    money("in-grace", "spend", "{'requestId':'spend-5','amounts':{'tokens':2}}");
    calls.untilStateIs("in-grace", "EXPIRED");
    handshake("late", "long-grace", "8000h");
    money("late", "reserve", "{'requestId':'outlives','amounts':{'tokens':5},'timeout':'24h'}");
    calls.verb(
        "late",
        "admin",
        "revoke",
        "{'reason':'overspent','keepToken':true,'requestId':'revoke-late'}");
  }
}
