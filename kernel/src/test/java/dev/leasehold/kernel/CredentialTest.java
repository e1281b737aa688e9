package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

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
            new Caller("alice", Role.AUDITOR, List.of("s", "t"), "", "t1", 10 * Limits.SECOND));
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

  private static Kernel withTokens(int count, long deadlineTick) {
    State state = new State();
    for (int i = 0; i < count; i++) {
      Token token = new Token("t" + i, "alice", Role.AGENT, List.of(), "", 0, deadlineTick, "");
      state.tokens.put(token.id(), token);
    }
    return Kernel.restore(Snapshot.write(state));
  }

  private static Reply issue(Kernel kernel, long tick) {
    Caller admin = ScriptCallers.parse("admin");
    Command command = ScriptCommands.parse(admin, List.of("issue", "new"));
    return kernel.execute(new Stamp(tick, 0, admin), command).reply();
  }
}
