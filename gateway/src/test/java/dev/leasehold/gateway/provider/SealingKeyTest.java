package dev.leasehold.gateway.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bouncycastle.crypto.hpke.HPKE;
import org.junit.jupiter.api.Test;

/** The first calls of a gateway come together, and each of them opens the provider's key. */
class SealingKeyTest {

  private static final int CALLS = 4;
  private static final int KEYS_EACH = 100;

  @Test
  void manyCallsOpenTheirKeysAtOnce() throws Exception {
    SealingKey own = new SealingKey();
    String sealed = seal("sk-test", "model-api\n", own);
    CountDownLatch start = new CountDownLatch(1);
    try (ExecutorService callers = Executors.newFixedThreadPool(CALLS)) {
      List<Future<List<String>>> opened = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) {
        opened.add(
            callers.submit(
                () -> {
                  start.await();
                  List<String> keys = new ArrayList<>();
                  for (int key = 0; key < KEYS_EACH; key++) {
                    keys.add(own.open("model-api", sealed));
                  }
                  return keys;
                }));
      }
      start.countDown();
      for (Future<List<String>> keys : opened) {
        assertThat(keys.get()).hasSize(KEYS_EACH).containsOnly("sk-test");
      }
    }
  }

  private static String seal(String key, String bound, SealingKey recipient) throws Exception {
    HPKE hpke =
        new HPKE(
            HPKE.mode_base, HPKE.kem_X25519_SHA256, HPKE.kdf_HKDF_SHA256, HPKE.aead_AES_GCM256);
    byte[][] sealed =
        hpke.seal(
            hpke.deserializePublicKey(Base64.getUrlDecoder().decode(recipient.publicKey())),
            "leasehold/provider-key/1".getBytes(StandardCharsets.UTF_8),
            bound.getBytes(StandardCharsets.UTF_8),
            key.getBytes(StandardCharsets.UTF_8),
            null,
            null,
            null);
    // Bouncy Castle tells the ciphertext first.
    byte[] all = new byte[sealed[1].length + sealed[0].length];
    System.arraycopy(sealed[1], 0, all, 0, sealed[1].length);
    System.arraycopy(sealed[0], 0, all, sealed[1].length, sealed[0].length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
  }
}
