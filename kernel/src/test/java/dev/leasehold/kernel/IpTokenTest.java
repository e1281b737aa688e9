package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.leasehold.kernel.access.RevokedToken;
import dev.leasehold.kernel.access.Token;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A handshake gives a token that is good for its lease, exactly as long as that is active. */
class IpTokenTest {

  private static final String GIVEN =
      """
      admin      create-pool p amounts=usd:20         | pool=p
      admin      issue ic pool=p                      | token=ic
      alice$p@ic handshake x requested=usd:10 ttl=10s request=r | ACTIVE granted=usd:10
      """;

  private static List<String> tokens(Script script) {
    return script.kernel().ipTokens().stream().map(Token::id).toList();
  }

  /** Returns the reason for which the newest of the ended IP tokens has ended. */
  private static String whyEnded(Script script) {
    return script.kernel().endedIpTokens().getLast().reason();
  }

  @Test
  void itChoosesSpaceAndPathByItself() {
    Script.run(GIVEN).then("alice get x | ACTIVE scope=/alice holder=alice pool=p");
    Script.run(
        """
        admin    create-pool p amounts=usd:20             | pool=p
        a/b$p    handshake x requested=usd:1              | ACTIVE scope=/a%2Fb
        a$p      handshake y requested=usd:1              | ACTIVE scope=/a
        """);
  }

  @Test
  void theOwnBudgetLeaseIsInReachWhateverSpacesTheTokenNames() {
    Script.run(
        """
        admin        create-pool p amounts=usd:20         | pool=p
        admin        issue ic pool=p spaces=repo          | token=ic
        alice:repo$p@ic handshake x requested=usd:1       | ACTIVE
        alice:repo$p@ic get x                             | ACTIVE
        alice:repo$p@ic close x                           | CLOSED
        """);
  }

  @Test
  void itIsInvalidInGraceAndValidAgainAfterARefresh() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                10s alice!x@ip-x get x                       | FORBIDDEN
                    alice$p@ic   get x                       | EXPIRED
                    alice$p@ic   refresh x                   | ACTIVE
                    alice!x@ip-x spend x amounts=usd:1 request=s | ACTIVE
                """);
    assertThat(tokens(script)).containsExactly("ip-x");
  }

  @Test
  void anExhaustedLeaseMakesItInvalidToo() {
    Script.run(GIVEN)
        .then(
            """
            alice!x@ip-x spend x amounts=usd:10 request=s      | EXPIRED cause=EXHAUSTED
            alice!x@ip-x get x                                 | FORBIDDEN
            alice$p@ic   refresh x requested=usd:1             | ACTIVE
            alice!x@ip-x get x                                 | ACTIVE
            """);
  }

  @Test
  void theEndOfTheGraceEndsIt() {
    Script script = Script.run(GIVEN).then("70s alice get x | CLOSED");

    assertThat(tokens(script)).isEmpty();
    assertThat(whyEnded(script)).isEqualTo("lease x was closed: GRACE_OVER");
  }

  @Test
  void aCloseEndsItAndLeavesTheIcTokenAlone() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                alice$p@ic close x                    | CLOSED
                admin      tokens                     | tokens=ic
                alice$p@ic handshake y requested=usd:1 | ACTIVE
                """);
    assertThat(whyEnded(script)).isEqualTo("lease x was closed");
  }

  @Test
  void aRevocationOfTheLeaseRevokesBothTokens() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                admin      revoke x reason=fraud      | REVOKED reason=fraud
                admin      tokens                     | tokens=none
                alice$p@ic handshake y requested=usd:1 | FORBIDDEN
                """);
    assertThat(whyEnded(script)).isEqualTo("lease x was revoked: fraud");
    assertThat(script.kernel().revokedTokens())
        .extracting(RevokedToken::id, RevokedToken::reason)
        .containsExactly(tuple("ic", "lease x was revoked: fraud"));
  }

  @Test
  void keepTokenLeavesTheIcTokenAlone() {
    Script.run(GIVEN)
        .then(
            """
            admin      revoke x keep-token            | REVOKED
            admin      tokens                         | tokens=ic
            alice$p@ic handshake y requested=usd:1    | ACTIVE
            """);
  }

  @Test
  void aNoticeRevokesTheIcTokenWhenItRunsOut() {
    Script.run(GIVEN)
        .then(
            """
               admin      revoke x notice=5s          | ACTIVE announced=5s
            4s admin      tokens                      | tokens=ic,ip-x
            5s admin      tokens                      | tokens=none
               alice      get x                       | REVOKED
            """)
        .restart();
    Script.run(GIVEN)
        .then("admin revoke x notice=5s | ACTIVE")
        .restart()
        .then("5s admin tokens | tokens=none");
    Script.run(GIVEN)
        .then(
            """
               admin      revoke x notice=5s keep-token | ACTIVE
            5s admin      tokens                        | tokens=ic
            """);
  }

  @Test
  void aHolderWhoClosesBeforeTheNoticeRunsOutKeepsTheIcToken() {
    Script.run(GIVEN)
        .then(
            """
               admin      revoke x notice=5s          | ACTIVE
               alice$p@ic close x                     | CLOSED
            5s admin      tokens                      | tokens=ic
            """);
  }

  @Test
  void takingAwayAllOfAHolderTakesTheIcTokenUnlessItIsKept() {
    Script.run(GIVEN).then("admin release-all alice | swept=1").then("admin tokens | tokens=none");
    Script.run(GIVEN)
        .then("admin release-all alice keep-token | swept=1")
        .then("admin tokens | tokens=ic");
  }

  @Test
  void anAdminOfSomeSpacesHasNoSayInTheIcToken() {
    Script.run(
        """
        admin      create-pool p amounts=usd:20                 | pool=p
        admin      issue ic pool=p                              | token=ic
        alice$p@ic acquire x policy=budget pool=p budget=usd:1  | ACTIVE
        admin:s    revoke x                                     | REVOKED
        admin      tokens                                       | tokens=ic
        """);
  }

  @Test
  void itsRevocationRevokesTheLeaseAndTheIcToken() {
    Script.run(GIVEN)
        .then(
            """
            admin:s revoke-token ip-x              | NOT_FOUND
            alice   revoke-token ip-x              | FORBIDDEN
            admin   revoke-token ip-x reason=leaked | token=ip-x until=10s
            alice   get x                          | REVOKED reason=leaked by=admin
            admin   tokens                         | tokens=none
            admin   pool p                         | pool=p free=usd:20
            """);
  }

  @Test
  void theIcTokensRevocationEndsLeaseAndIpToken() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                admin revoke-token ic | token=ic
                alice get x           | REVOKED reason=TOKEN_REVOKED
                """);
    assertThat(tokens(script)).isEmpty();
  }

  @Test
  void theIcTokensExpiryCapsLeaseAndIpToken() {
    Script.run(
        """
           admin         create-pool p amounts=usd:20             | pool=p
           admin         issue ic pool=p ttl=5s                   | token=ic
           alice$p@ic<5s handshake x requested=usd:10 ttl=10s     | ACTIVE until=5s
        5s alice!x@ip-x  get x                                    | FORBIDDEN
           alice         refresh x                                | LEASE_EXPIRED
        """);
  }

  @Test
  void aRepeatGivesTheSameLeaseAndANewTokenAndTheOldOneEnds() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                alice$p@ic handshake z ip=two requested=usd:10 ttl=10s request=r | ACTIVE id=x
                alice!x@ip-x get x                                               | FORBIDDEN
                alice!x@two  get x                                               | ACTIVE
                admin        pool p                          | pool=p free=usd:10 outstanding=usd:10
                """);
    assertThat(tokens(script)).containsExactly("two");
    assertThat(whyEnded(script)).contains("repeated handshake").contains("x");
  }

  @Test
  void aRepeatForALeaseThatIsNotActiveGivesNoToken() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                10s alice$p@ic handshake z ip=two requested=usd:10 ttl=10s request=r | EXPIRED id=x
                    alice$p@ic close x                                               | CLOSED
                    alice$p@ic handshake z ip=two requested=usd:10 ttl=10s request=r | CLOSED id=x
                """);
    assertThat(tokens(script)).isEmpty();
  }

  @Test
  void aNewHandshakeInGraceClosesTheOldLeaseAndItsToken() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                10s alice$p@ic handshake y requested=usd:20 | ACTIVE id=y granted=usd:20
                    alice      get x                        | CLOSED reason=REPLACED
                """);
    assertThat(tokens(script)).containsExactly("ip-y");
  }

  @Test
  void aRestartKnowsItsTokens() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                alice$p@ic handshake z ip=two requested=usd:10 ttl=10s request=r | ACTIVE
                """);
    List<Token> before = script.kernel().ipTokens();
    List<RevokedToken> ended = script.kernel().endedIpTokens();
    script.restart();

    assertThat(script.kernel().ipTokens()).isEqualTo(before).hasSize(1);
    assertThat(script.kernel().endedIpTokens()).isEqualTo(ended).hasSize(1);
    script.then(
        """
        alice!x@two spend x amounts=usd:1 request=s | ACTIVE
        admin       revoke-token two                | token=two
        alice       get x                           | REVOKED
        """);
  }

  @Test
  void noticesOfOtherLeasesAreNotToldToIt() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                alice acquire f             | ACTIVE
                bob   ask f note=please     | ACTIVE
                """);
    assertThat(script.kernel().notices(ScriptCallers.parse("alice"), 20)).hasSize(1);
    assertThat(script.kernel().notices(ScriptCallers.parse("alice!x@ip-x"), 20)).isEmpty();
  }

  @Test
  void aRestoredBackupEndsItAndKeepsTheIcToken() {
    Script script = Script.run(GIVEN).then("admin restore | restored=1");

    assertThat(tokens(script)).isEmpty();
    assertThat(script.kernel().tokens()).extracting(Token::id).containsExactly("ic");
  }
}
