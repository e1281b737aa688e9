package dev.leasehold.node.authorise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tokens with a good signature are remembered. */
class RecentIdentitiesTest {

  private static final Identity ANN =
      new Identity(Caller.SERVER, "https://id.example", 0, 1, "", List.of());

  private final RecentIdentities identities = new RecentIdentities();

  @Test
  void whatWasFoundOutIsKept() {
    identities.put("hash", ANN, identities.generation());

    assertThat(identities.get("hash")).isEqualTo(ANN);
  }

  /** Its key may be one of those that were withdrawn meanwhile. */
  @Test
  void whatWasBegunBeforeAllWasForgottenIsNotKept() {
    long begun = identities.generation();
    identities.clear();

    identities.put("hash", ANN, begun);

    assertThat(identities.get("hash")).isNull();
  }
}
