package dev.leasehold.gateway.provider;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.hpke.HPKE;

/**
 * A key pair that lives as long as the process, and opens what Leasehold has sealed to it: HPKE of
 * RFC 9180 with X25519 and AES-256-GCM.
 */
public final class SealingKey {

  private static final byte[] INFO = "leasehold/provider-key/1".getBytes(StandardCharsets.UTF_8);
  private static final int ENCAPSULATED_BYTES = 32;

  private final AsymmetricCipherKeyPair pair = hpke().generatePrivateKey();

  /** A new one for each use: it keeps what it is about, and calls open their keys at once. */
  private static HPKE hpke() {
    return new HPKE(
        HPKE.mode_base, HPKE.kem_X25519_SHA256, HPKE.kdf_HKDF_SHA256, HPKE.aead_AES_GCM256);
  }

  /** The raw public key in base64url, as Leasehold takes it. */
  public String publicKey() {
    byte[] raw = hpke().serializePublicKey(pair.getPublic());
    return Base64.getUrlEncoder().withoutPadding().encodeToString(raw);
  }

  /**
   * Opens a provider's key.
   *
   * @throws IllegalArgumentException if it was not sealed to this key and for this provider
   */
  String open(String provider, String sealedKey) {
    byte[] sealed = Base64.getUrlDecoder().decode(sealedKey);
    if (sealed.length <= ENCAPSULATED_BYTES) {
      throw new IllegalArgumentException("the sealed key is too short");
    }
    byte[] encapsulated = Arrays.copyOf(sealed, ENCAPSULATED_BYTES);
    byte[] text = Arrays.copyOfRange(sealed, ENCAPSULATED_BYTES, sealed.length);
    byte[] bound = (provider + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      byte[] key = hpke().open(encapsulated, pair, INFO, bound, text, null, null, null);
      return new String(key, StandardCharsets.UTF_8);
    } catch (InvalidCipherTextException e) {
      throw new IllegalArgumentException("the sealed key is not for this gateway", e);
    }
  }
}
