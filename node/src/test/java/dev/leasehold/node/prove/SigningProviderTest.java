package dev.leasehold.node.prove;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.Signature;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.junit.jupiter.api.Test;

/** Few signatures load no library, and both libraries make the same bytes. */
class SigningProviderTest {

  private final List<Runnable> loading = new ArrayList<>();
  private final SigningProvider signing = new SigningProvider(loading::add);

  @Test
  void theJdkSignsUntilSomethingFasterIsWorthLoading() {
    use(SigningProvider.WORTH_LOADING - 1);
    assertThat(loading).isEmpty();
    assertThat(signing.name()).isEqualTo("SunEC");

    use(1);
    assertThat(loading).hasSize(1);
  }

  @Test
  void theJdkGoesOnWhileTheFasterOneIsBeingLoaded() {
    use(SigningProvider.WORTH_LOADING);

    assertThat(signing.use().getName()).isEqualTo("SunEC");
  }

  @Test
  void theFasterOneIsLoadedOnceAndSignsFromThenOn() {
    use(SigningProvider.WORTH_LOADING);
    loading.get(0).run();

    assertThat(signing.use().getName())
        .isIn("AmazonCorrettoCryptoProvider", "BC")
        .isEqualTo(signing.name());
    use(10 * SigningProvider.WORTH_LOADING);
    assertThat(loading).hasSize(1);
  }

  @Test
  void theSignatureIsTheSameWhoeverMakesIt() throws Exception {
    KeyPair key = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    byte[] content = "what was granted".getBytes(StandardCharsets.UTF_8);
    byte[] byTheJdk = sign(signing.use(), key, content);
    use(SigningProvider.WORTH_LOADING);
    loading.get(0).run();

    assertThat(sign(signing.use(), key, content)).isEqualTo(byTheJdk);
    assertThat(sign(new BouncyCastleProvider(), key, content)).isEqualTo(byTheJdk);
  }

  private static byte[] sign(Provider provider, KeyPair key, byte[] content) throws Exception {
    Signature signature = Signature.getInstance("Ed25519", provider);
    signature.initSign(key.getPrivate());
    signature.update(content);
    return signature.sign();
  }

  private void use(int times) {
    for (int i = 0; i < times; i++) {
      signing.use();
    }
  }
}
