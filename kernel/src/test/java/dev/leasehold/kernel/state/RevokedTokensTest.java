package dev.leasehold.kernel.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.RevokedToken;
import dev.leasehold.kernel.policy.Limits;
import org.junit.jupiter.api.Test;

class RevokedTokensTest {

  @Test
  void theOldestGiveWayWhenThereAreAsManyAsThereMayBe() {
    RevokedTokens tokens = new RevokedTokens();
    for (int i = 0; i <= Limits.MAX_REVOKED_TOKENS; i++) {
      tokens.add(new RevokedToken("t" + i, "hash", false, "why", 0, 0));
    }

    assertThat(tokens.all()).hasSize(Limits.MAX_REVOKED_TOKENS);
    assertThat(tokens.all().getFirst().id()).isEqualTo("t1");
  }
}
