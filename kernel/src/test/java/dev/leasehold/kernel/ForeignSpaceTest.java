package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.refusal.Refusal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A token for some spaces reaches these, and learns nothing of the others (rule 27). */
class ForeignSpaceTest {

  private static final String HELD =
      """
      admin   create-pool p amounts=usd:9                      | pool=p
      alice   acquire living                                   | ACTIVE
      alice   acquire over scope=/over                         | ACTIVE
      alice   release over                                     | RELEASED
      bob     acquire bobs scope=/bobs                         | ACTIVE
      alice$p acquire purse policy=budget pool=p budget=usd:9 scope=/purse | ACTIVE
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "get %s",
        "validate %s",
        "ask %s",
        "renew %s",
        "heartbeat %s",
        "release %s",
        "complete %s",
        "close %s",
        "advance %s",
        "transfer %s",
        "convert %s mode=shared",
        "derive %s",
        "spend %s amounts=usd:1 request=n",
        "reserve %s amounts=usd:1 request=n",
        "settle %s reservation=n amounts=usd:1",
        "cancel %s reservation=n",
        "adjust %s reservation=n amounts=usd:1",
        "refresh %s"
      })
  void aLeaseInASpaceThatTheTokenDoesNotNameIsNotThere(String verb) {
    Script script = Script.run(HELD);
    for (String caller : List.of("alice:t", "bob:t", "admin:t", "admin=alice:t,u")) {
      for (String lease : List.of("living", "over", "bobs", "purse", "none")) {
        script.then("%s %s | LEASE_NOT_FOUND".formatted(caller, verb.formatted(lease)));
      }
    }
  }

  @Test
  void whatIsNotThereAndWhatIsNotInReachAreToldInTheSameWords() {
    Script script = Script.run("alice acquire living | ACTIVE");
    script.then("alice:t renew living | LEASE_NOT_FOUND");
    String unreachable = refusal(script).detail();
    script.then("alice:t renew missing | LEASE_NOT_FOUND");

    assertThat(refusal(script).detail().replace("missing", "living")).isEqualTo(unreachable);
  }

  private static Refusal refusal(Script script) {
    return ((Reply.Refused) script.played().getLast().reply()).refusal();
  }

  @Test
  void anAdminOfOtherSpacesTakesNothingAway() {
    Script.run(HELD)
        .then(
            """
            admin:t revoke living                | LEASE_NOT_FOUND
            admin:t revoke over                  | LEASE_NOT_FOUND
            admin:t revoke none                  | LEASE_NOT_FOUND
            admin:t release-all alice            | swept=0 done
            admin:s revoke living                | REVOKED
            """);
  }

  @Test
  void elsewhereItIsToldThatAnotherIsTheHolder() {
    Script.run(HELD)
        .then(
            """
            bob:s renew living | NOT_HOLDER
            bob   renew living | NOT_HOLDER
            admin renew living | NOT_HOLDER
            """);
  }

  /** Only admins of all spaces issue tokens for pools, so such a token is the agent's own. */
  @Test
  void anAgentsOwnBudgetLeaseIsInReachOfItsTokensForPools() {
    Script.run(HELD)
        .then(
            """
            alice:t$p get purse                          | ACTIVE
            alice:t$p list                               | leases=purse
            alice:t$p validate purse                     | ACTIVE
            alice:t$p spend purse amounts=usd:1 request=n | ACTIVE
            alice:t$p get living                         | LEASE_NOT_FOUND
            bob:t$p   get purse                          | LEASE_NOT_FOUND
            alice:t   get purse                          | LEASE_NOT_FOUND
            alice:t   list                               | leases=none
            alice:t$p close purse                        | CLOSED
            """);
  }

  @Test
  void whoHasATokenForSomeSpacesChoosesIdsThatBeginWithTheLeasesSpace() {
    Script.run(
        """
        alice:s,t acquire job own-id policy=work         | INVALID_INPUT leaseId
        alice:s,t acquire t/job own-id policy=work       | INVALID_INPUT leaseId
        alice:s,t acquire s own-id policy=work           | INVALID_INPUT leaseId
        alice:s,t acquire s/ own-id policy=work          | INVALID_INPUT leaseId
        alice:s,t acquire ss/job own-id policy=work      | INVALID_INPUT leaseId
        alice:s,t acquire s/a/job own-id policy=work     | INVALID_INPUT leaseId
        admin:s,t acquire job own-id policy=work         | INVALID_INPUT leaseId
        alice:s,t acquire s/job own-id policy=work       | ACTIVE id=s/job
        alice:s,t acquire t/job own-id policy=work space=t | ACTIVE id=t/job
        bob:s/a   acquire s/a/job own-id policy=work space=s/a | ACTIVE id=s/a/job
        alice:s   acquire any scope=/2                   | ACTIVE id=any     # not the caller's
        alice     acquire job own-id policy=work scope=/3 | ACTIVE id=job
        """);
  }

  @Test
  void anIdOfAnotherSpaceIsNeitherUsedUpNorShownToBeUsed() {
    Script.run(
        """
        bob:t   acquire s/job own-id policy=work space=t | INVALID_INPUT leaseId
        alice:s acquire s/job own-id policy=work         | ACTIVE
        bob:t   acquire s/job own-id policy=work space=t | INVALID_INPUT leaseId
        alice:s acquire s/job own-id policy=work         | LEASE_ALREADY_EXISTS
        """);
  }

  @Test
  void aRequestIdThatWasUsedInOneSpaceIsFreeInAnother() {
    Script script =
        Script.run(
            """
            alice:t acquire a space=t request=r             | ACTIVE id=a
            alice:s acquire b space=s request=r             | ACTIVE id=b
            alice   acquire c space=u request=r             | ACTIVE id=c
            """);
    String retries =
        """
        alice:t acquire x space=t request=r             | ACTIVE id=a
        alice:s acquire x space=s request=r             | ACTIVE id=b
        alice   acquire x space=u request=r             | ACTIVE id=c
        alice   acquire x space=t request=r             | ACTIVE id=a
        alice:t acquire x space=t request=r scope=/z    | INVALID_INPUT requestId
        alice   acquire x space=t request=r scope=/z    | INVALID_INPUT requestId
        """;
    script.then(retries);
    script.recover().then(retries);
    script.restart().then(retries);
  }

  @Test
  void changesOfLeasesInOtherSpacesUseUpNoRequestIdEither() {
    Script.run(
        """
           alice acquire a space=t              | ACTIVE
           alice acquire b space=s              | ACTIVE
        1s alice:t renew a request=r            | ACTIVE renewals=1
           alice:s renew b request=r            | ACTIVE renewals=1
           alice:s renew b request=r            | ACTIVE renewals=1
           alice:s release b request=r          | INVALID_INPUT requestId
           alice:s renew a request=r            | LEASE_NOT_FOUND     # no retry of its own
        """);
  }

  @Test
  void aTokenForSomeSpacesReadsTheNoticesAboutLeasesInThem() {
    Script script =
        Script.run(
            """
            alice acquire a space=s            | ACTIVE
            alice acquire b space=t            | ACTIVE
            alice acquire c space=u            | ACTIVE
            admin release-all alice reason=why | swept=3
            """);

    assertThat(told(script, "alice")).containsExactly("a", "b", "c");
    assertThat(told(script, "alice:t")).containsExactly("b");
    assertThat(told(script, "alice:s,u")).containsExactly("a", "c");
    assertThat(told(script, "alice:v")).isEmpty();
    assertThat(told(script, "bob:s")).isEmpty();
    assertThat(told(script, "auditor=alice:s")).isEmpty();
    assertThat(script.kernel().notices(ScriptCallers.parse("alice:s,u"), 1)).hasSize(1);
  }

  @Test
  void whatANoticeIsAboutIsKnownWhenItsLeaseIsForgotten() {
    Script script =
        Script.run(
            """
               alice acquire a space=s   | ACTIVE
               alice acquire b space=t   | ACTIVE
               admin revoke a            | REVOKED
               admin revoke b            | REVOKED
            1s admin prune before=1s     | swept=2 done
            """);

    assertThat(told(script, "alice:t")).containsExactly("b");
    byte[] state = script.kernel().snapshot();
    assertThat(told(script.restart(), "alice:t")).containsExactly("b");
    assertThat(script.kernel().snapshot()).isEqualTo(state);
    assertThat(told(script.recover(), "alice:t")).containsExactly("b");
    assertThat(script.kernel().snapshot()).isEqualTo(state);
  }

  @Test
  void onlyNoticesThatTheTokenReadsAreAcknowledgedWithIt() {
    Script script =
        Script.run(
            """
            alice   acquire a space=s       | ACTIVE
            alice   acquire b space=t       | ACTIVE
            admin   revoke a                | REVOKED
            admin   revoke b                | REVOKED
            alice:t acknowledge ids=3,4     | acknowledged=4
            alice:t acknowledge ids=3       | acknowledged=none
            auditor=alice acknowledge ids=3 | acknowledged=none
            """);

    assertThat(told(script, "alice")).containsExactly("a");
    script.then("alice:s acknowledge ids=3 | acknowledged=3");
    assertThat(told(script, "alice")).isEmpty();
  }

  @Test
  void noticesAboutAnAgentsOwnBudgetLeaseReachItsTokensForPools() {
    Script script = Script.run(HELD).then("admin revoke purse | REVOKED");

    assertThat(told(script, "alice:t")).isEmpty();
    assertThat(told(script, "alice:t$p")).containsExactly("purse");
    assertThat(told(script.restart(), "alice:t$p")).containsExactly("purse");
    script.then("alice:t$p acknowledge ids=7 | acknowledged=7");
  }

  private static List<String> told(Script script, String caller) {
    return script.kernel().notices(ScriptCallers.parse(caller), 1_000).stream()
        .map(Notice::leaseId)
        .toList();
  }
}
