package dev.leasehold.node.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.params.X25519PrivateKeyParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sealing: what RFC 9180 says, and what is no public key. */
class RecipientKeyTest {

  /** The published vector of mode 0 (base), KEM 0x0020, KDF 0x0001, AEAD 0x0002, sequence 0. */
  private static final byte[] INFO = hex("4f6465206f6e2061204772656369616e2055726e");

  private static final byte[] RECIPIENT_PRIVATE =
      hex("497b4502664cfea5d5af0b39934dac72242a74f8480451e1aee7d6a53320333d");
  private static final byte[] RECIPIENT_PUBLIC =
      hex("430f4b9859665145a6b1ba274024487bd66f03a2dd577d7753c68d7d7d00c00c");
  private static final byte[] EPHEMERAL_PRIVATE =
      hex("179d4b53b6365c45b600c4163b61d95cbc2f4d9e36f1695558dce265ab8bab11");
  private static final byte[] EPHEMERAL_PUBLIC =
      hex("6c93e09869df3402d7bf231bf540fadd35cd56be14f97178f0954db94b7fc256");
  private static final byte[] AAD = hex("436f756e742d30");
  private static final byte[] PLAIN =
      hex("4265617574792069732074727574682c20747275746820626561757479");
  private static final byte[] CIPHERTEXT =
      hex(
          "e5d84cd531cfb583096e7cfa9641bd3079cf3a91cda813c52deb5f512be99319"
              + "80a41de125a925cdad859d5b7a");

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }

  private static String base64url(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Test
  void theVectorOfTheStandardIsSealedToTheByte() throws Exception {
    X25519PrivateKeyParameters ephemeral = new X25519PrivateKeyParameters(EPHEMERAL_PRIVATE);

    byte[] sealedBytes =
        RecipientKey.parse(base64url(RECIPIENT_PUBLIC))
            .seal(
                new AsymmetricCipherKeyPair(ephemeral.generatePublicKey(), ephemeral),
                INFO,
                AAD,
                PLAIN);

    assertThat(Arrays.copyOf(sealedBytes, 32)).isEqualTo(EPHEMERAL_PUBLIC);
    assertThat(Arrays.copyOfRange(sealedBytes, 32, sealedBytes.length)).isEqualTo(CIPHERTEXT);
  }

  @Test
  void aRuntimeReadsTheVectorOfTheStandard() throws Exception {
    byte[] sealedBytes = Arrays.copyOf(EPHEMERAL_PUBLIC, 32 + CIPHERTEXT.length);
    System.arraycopy(CIPHERTEXT, 0, sealedBytes, 32, CIPHERTEXT.length);

    assertThat(HpkeReader.of(RECIPIENT_PRIVATE, RECIPIENT_PUBLIC).open(sealedBytes, INFO, AAD))
        .isEqualTo(PLAIN);
  }

  @Test
  void aRuntimeOpensWhatIsSealedToIt() throws Exception {
    HpkeReader runtime = HpkeReader.random();
    byte[] key = "sk-test-0123456789".getBytes(StandardCharsets.UTF_8);

    String first = RecipientKey.parse(runtime.publicKey()).seal(key, "openai", "lease-1");
    String second = RecipientKey.parse(runtime.publicKey()).seal(key, "openai", "lease-1");

    assertThat(runtime.open(first, "openai", "lease-1")).isEqualTo("sk-test-0123456789");
    assertThat(first).as("another secret each time").isNotEqualTo(second);
    assertThatThrownBy(() -> runtime.open(first, "openai", "lease-2"))
        .hasCauseInstanceOf(GeneralSecurityException.class);
    assertThatThrownBy(() -> runtime.open(first, "other", "lease-1"))
        .hasCauseInstanceOf(GeneralSecurityException.class);
    assertThatThrownBy(() -> HpkeReader.random().open(first, "openai", "lease-1"))
        .hasCauseInstanceOf(GeneralSecurityException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "AAAA, has 3",
    "'', has 0",
    "not base64url!, not base64url",
    "++++++++++++++++++++++++++++++++++++++++++8, not base64url"
  })
  void whatIsNoKeyIsRefused(String text, String why) {
    assertThatThrownBy(() -> RecipientKey.parse(text))
        .isInstanceOf(GeneralSecurityException.class)
        .hasMessageContaining(why);
  }

  /** The points whose order divides 8: whoever sends one makes every secret the same. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"
      })
  void aPointOfLowOrderIsRefused(String point) {
    assertThatThrownBy(() -> RecipientKey.parse(base64url(hex(point))))
        .isInstanceOf(GeneralSecurityException.class)
        .hasMessageContaining("low order");
  }
}
