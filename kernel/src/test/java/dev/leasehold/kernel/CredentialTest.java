package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.RevokedToken;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.access.Token;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.codec.Snapshot;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.RefusalCode;
import dev.leasehold.kernel.state.State;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tokens that callers authenticate with, as far as the kernel keeps them. */
class CredentialTest {

  @Test
  void tokensAreListedUntilTheyAreRevoked() {
    Script.run(
        """
        2s admin issue t2 actor=bob role=auditor spaces=s,t | token=t2 until=0s
           admin issue t1 actor=alice ttl=10s               | token=t1 until=12s
           admin tokens                                     | tokens=t1,t2
           admin revoke-token t2                            | token=t2
           admin tokens                                     | tokens=t1
           admin issue t2                                   | token=t2
        """);
  }

  @Test
  void aTokenMakesTheCallerThatItWasIssuedFor() {
    Script script =
        Script.run("admin issue t1 actor=alice role=auditor spaces=s,t ttl=10s | token=t1");
    Token token = script.kernel().tokens().get(0);

    assertThat(token.caller())
        .isEqualTo(
            new Caller("alice", Role.AUDITOR, List.of("s", "t"), "", "t1", 10 * Limits.SECOND, ""));
    assertThat(token.isValidAt(10 * Limits.SECOND - 1)).isTrue();
    assertThat(token.isValidAt(10 * Limits.SECOND)).isFalse();
  }

  @Test
  void tokensSurviveARestart() {
    Script script = Script.run("admin issue t1 spaces=s ttl=10s | token=t1");
    List<Token> before = script.kernel().tokens();

    assertThat(script.recover().kernel().tokens()).isEqualTo(before);
    assertThat(script.restart().kernel().tokens()).isEqualTo(before);
  }

  @Test
  void tokensThatAreOverMakeRoomWhenTheNextIsIssued() {
    Script.run(
        """
            admin issue t1 ttl=10s | token=t1
            admin issue t2         | token=t2
        10s admin issue t3         | token=t3
            admin tokens           | tokens=t2,t3
        """);
  }

  @Test
  void thereAreAtMostAHundredThousandTokens() {
    Kernel kernel = withTokens(Limits.MAX_TOKENS, 0);

    assertThat(issue(kernel, 0)).isInstanceOf(Reply.Refused.class);
    assertThat(((Reply.Refused) issue(kernel, 0)).refusal().code())
        .isEqualTo(RefusalCode.QUOTA_EXCEEDED);
  }

  @Test
  void tokensThatAreOverDoNotCountAsTokens() {
    Kernel kernel = withTokens(Limits.MAX_TOKENS, 10);

    assertThat(issue(kernel, 9)).isInstanceOf(Reply.Refused.class);
    assertThat(issue(kernel, 10)).isInstanceOf(Reply.OfToken.class);
  }

  @Test
  void permissionsAreKeptAsTheyWereWritten() {
    List<String> permissions = List.of("llm:chat", "tool:*", "\u00e4 b");
    Kernel kernel = new Kernel();
    assertThat(issue(kernel, permissions)).isInstanceOf(Reply.OfToken.class);

    Kernel restored = Kernel.restore(kernel.snapshot());
    assertThat(restored.tokens().get(0).permissions()).isEqualTo(permissions);
  }

  @Test
  void permissionsAreBounded() {
    Kernel kernel = new Kernel();
    String longest = "p".repeat(Limits.MAX_PERMISSION_BYTES);
    assertThat(refused(kernel, List.of("a", ""))).isEqualTo("permissions[1]");
    assertThat(refused(kernel, List.of(longest + "p"))).isEqualTo("permissions[0]");
    assertThat(refused(kernel, Collections.nCopies(Limits.MAX_PERMISSIONS_PER_TOKEN + 1, longest)))
        .isEqualTo("permissions");
    assertThat(issue(kernel, Collections.nCopies(Limits.MAX_PERMISSIONS_PER_TOKEN, longest)))
        .isInstanceOf(Reply.OfToken.class);
  }

  private static String refused(Kernel kernel, List<String> permissions) {
    Reply.Refused reply = (Reply.Refused) issue(kernel, permissions);
    return ((InputRefusal.InvalidInput) reply.refusal()).field();
  }

  private static Reply issue(Kernel kernel, List<String> permissions) {
    Stamp stamp = new Stamp(0, 0, ScriptCallers.parse("admin"));
    kernel.execute(stamp, new PoolCommand.CreatePool("p", Amounts.NONE, ""));
    Command command =
        new AdminCommand.IssueToken("t", "alice", Role.AGENT, List.of(), "00", 0, "p", permissions);
    return kernel.execute(stamp, command).reply();
  }

  private static Kernel withTokens(int count, long deadlineTick) {
    State state = new State();
    for (int i = 0; i < count; i++) {
      Token token =
          new Token(
              "t" + i, "alice", Role.AGENT, List.of(), "", 0, deadlineTick, "", List.of(), "");
      state.tokens.put(token.id(), token);
    }
    return Kernel.restore(Snapshot.write(state));
  }

  private static Reply issue(Kernel kernel, long tick) {
    Caller admin = ScriptCallers.parse("admin");
    Command command = ScriptCommands.parse(admin, List.of("issue", "new"));
    return kernel.execute(new Stamp(tick, 0, admin), command).reply();
  }

  @Test
  void aTokenThatIsRevokedWithAReasonIsRememberedForAMonth() {
    Script script =
        Script.run(
            """
            admin issue t1                           | token=t1
            admin issue t2                           | token=t2
            admin revoke-token t1                    | token=t1
            admin revoke-token t2 reason=laptop-lost | token=t2
            """);
    assertThat(script.kernel().revokedTokens())
        .singleElement()
        .satisfies(
            revoked -> {
              assertThat(revoked.id()).isEqualTo("t2");
              assertThat(revoked.reason()).isEqualTo("laptop-lost");
              assertThat(revoked.isOverAt(30 * Limits.DAY - 1)).isFalse();
              assertThat(revoked.isOverAt(30 * Limits.DAY)).isTrue();
            });
    assertThat(script.restart().kernel().revokedTokens()).hasSize(1);

    script.then(
        """
        30d admin issue t3                  | token=t3
            admin revoke-token t3 reason=no | token=t3
        """);
    assertThat(script.kernel().revokedTokens()).extracting(RevokedToken::id).containsExactly("t3");
  }
}
