package dev.leasehold.node.authorise;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenTextTest {

  @Test
  void aTokenIsReadBackAsItWasWritten() {
    for (int i = 0; i < 100; i++) {
      TokenText token = TokenText.random();
      assertThat(TokenText.parse(token.reveal())).contains(token);
      assertThat(token.reveal()).matches("lh_[0-9a-f]{16}_[A-Za-z0-9_-]{43}");
    }
  }

  @Test
  void itsHashIsSha256OfTheSecret() {
    assertThat(new TokenText("id", "abc").hash())
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void itsTextFormDoesNotGiveItAway() {
    TokenText token = TokenText.random();
    assertThat(token.toString()).contains(token.tokenId()).doesNotContain(token.secret());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "lh", "lh_", "lh_abc", "LH_a_b", "x_a_b"})
  void anythingElseIsNoToken(String text) {
    assertThat(TokenText.parse(text)).isEmpty();
  }
}
