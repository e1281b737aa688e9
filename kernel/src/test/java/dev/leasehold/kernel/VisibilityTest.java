package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.access.Visibility;
import dev.leasehold.kernel.config.AgentsSee;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Agents that share a space see who is in it, and no money, request ids or proofs (rule 27). */
class VisibilityTest {

  private static final String GIVEN =
      """
      admin   create-pool p amounts=usd:9                                   | pool=p
      alice$p acquire purse policy=budget pool=p budget=usd:9 scope=/purse request=r1 | ACTIVE
      alice   acquire file label=contact:alice request=r2                   | ACTIVE
      bob     acquire bobs scope=/bobs request=r3                           | ACTIVE
      """;

  @Test
  void anotherAgentSeesALeaseWithoutItsMoneyAndItsRequestId() {
    Script.run(GIVEN)
        .then(
            """
            bob      get purse        | ACTIVE holder=alice no-budget pool=none request=none
            bob      validate purse   | ACTIVE holder=alice no-budget pool=none request=none
            bob      ask purse        | ACTIVE holder=alice no-budget pool=none request=none
            bob      get file         | ACTIVE holder=alice request=none labels={contact=alice}
            bob      list             | leases=purse,file,bobs
            alice    get purse        | ACTIVE granted=usd:9 pool=p request=r1
            auditor  get purse        | ACTIVE granted=usd:9 pool=p request=r1
            admin    validate purse   | ACTIVE granted=usd:9 pool=p request=r1
            auditor  ask purse        | ACTIVE granted=usd:9 pool=p request=r1
            """);
  }

  /** A gateway acts for leases whose token it was shown; it reads none. */
  @Test
  void aGatewaySeesNoMoreOfAnothersThanAnAgent() {
    Caller gateway = new Caller("gateway-1", Role.GATEWAY, List.of());
    assertThat(gateway.seesWholeLeasesOf("alice")).isFalse();
    assertThat(gateway.visibilityOf("s", "alice", true, AgentsSee.OWN))
        .isEqualTo(Visibility.HOLDER_NAME_ONLY);
    assertThat(gateway.visibilityOf("s", "alice", true, AgentsSee.SPACES))
        .isEqualTo(Visibility.OUTLINE);
  }

  @Test
  void aListShowsAsMuchAsALookAtEach() {
    Script script = Script.run(GIVEN).then("bob list | leases=purse,file,bobs");

    assertThat(((Reply.Leases) script.played().getLast().reply()).leases())
        .allSatisfy(
            lease -> {
              assertThat(lease.budget()).isNull();
              assertThat(lease.rare().pool()).isEmpty();
              assertThat(lease.requestId()).isEqualTo(lease.isHeldBy("bob") ? "r3" : "");
            });
  }

  @Test
  void aRequestIdFindsOnesOwnLeasesOnly() {
    Script.run(GIVEN)
        .then(
            """
            bob     list request=r3              | leases=bobs
            bob     list request=r2              | leases=none
            bob     list request=r2 holder=alice | leases=none
            bob     list request=r2 space=s      | leases=none
            alice   list request=r2              | leases=file
            auditor list request=r2              | leases=file
            """);
  }

  @Test
  void theSettingCountsFromTheNextCommandOn() {
    Script.run(GIVEN)
        .then(
            """
            bob   get file                      | ACTIVE
            admin set agents_see value=own      | agents_see=own
            bob   get file                      | NOT_HOLDER
            bob   validate file                 | NOT_HOLDER
            bob   list                          | leases=bobs
            bob   list holder=alice             | FORBIDDEN
            admin set agents_see value=spaces   | agents_see=spaces
            bob   list holder=alice             | leases=purse,file
            """);
  }

  @Test
  void conflictsCarryLabelsUnlessAgentsSeeTheirOwnOnly() {
    Script.run(GIVEN)
        .then(
            """
            bob   acquire x                      | SCOPE_OVERLAP by=file labels={contact=alice}
            bob   check                          | held=file labels={contact=alice}
            bob   acquire x wait=1m              | PENDING
            bob   in-the-way x                   | held=file labels={contact=alice}
            admin set agents_see value=own       | agents_see=own
            carol acquire y                      | SCOPE_OVERLAP by=file,x labels={},{}
            bob   check                          | held=file,x labels={},{}
            bob   in-the-way x                   | held=file labels={}
            alice acquire y                      | SCOPE_OVERLAP by=file,x labels={contact=alice},{}
            admin acquire y                      | SCOPE_OVERLAP by=file,x labels={contact=alice},{}
            """);
  }

  @Test
  void aConflictTellsTheHolderThatItIsItsOwn() {
    Script script =
        Script.run(
            """
            alice acquire a              | ACTIVE
            alice acquire b              | SCOPE_OVERLAP
            """);
    assertThat(detail(script)).isEqualTo("you hold /a in s yourself under lease a");

    script.then("bob acquire b | SCOPE_OVERLAP");
    assertThat(detail(script)).isEqualTo("alice holds /a in s under lease a");

    script.then("bob acquire w wait=1m | PENDING").then("alice release a | RELEASED");
    script.then("bob acquire b | SCOPE_OVERLAP by=w");
    assertThat(detail(script)).isEqualTo("you hold /a in s yourself under lease w");

    script.then("carol acquire c scope=/c session=one | ACTIVE");
    script.then("carol acquire d scope=/c session=two | SCOPE_OVERLAP");
    assertThat(detail(script))
        .isEqualTo("you hold /c in s yourself, in the session one, under lease c");
  }

  private static String detail(Script script) {
    return ((Reply.Refused) script.played().getLast().reply()).refusal().detail();
  }

  @Test
  void oneFunctionDecidesForEveryRoleHolderSpaceAndSetting() {
    Map<String, String> expected =
        Map.of(
            "alice", "WHOLE WHOLE",
            "alice:s", "WHOLE WHOLE",
            "alice:t", "NOTHING NOTHING",
            "bob", "OUTLINE HOLDER_NAME_ONLY",
            "bob:s", "OUTLINE HOLDER_NAME_ONLY",
            "bob:t", "NOTHING NOTHING",
            "auditor", "WHOLE WHOLE",
            "auditor:t", "NOTHING NOTHING",
            "admin:s", "WHOLE WHOLE",
            "admin:t", "NOTHING NOTHING");
    expected.forEach(
        (caller, sight) -> {
          Caller who = ScriptCallers.parse(caller);
          assertThat(
                  who.visibilityOf("s", "alice", false, AgentsSee.SPACES)
                      + " "
                      + who.visibilityOf("s", "alice", false, AgentsSee.OWN))
              .as(caller)
              .isEqualTo(sight);
        });
  }
}
