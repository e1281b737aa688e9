package dev.leasehold.node.keys;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.hpke.HPKE;
import org.bouncycastle.crypto.hpke.HPKEContextWithEncapsulation;
import org.bouncycastle.crypto.params.X25519PrivateKeyParameters;
import org.bouncycastle.crypto.params.X25519PublicKeyParameters;

/**
 * The public key of somebody who may have a provider's key, which is sealed to it: HPKE of RFC 9180
 * in base mode with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM.
 */
public final class RecipientKey {

  private static final int KEY_BYTES = X25519PublicKeyParameters.KEY_SIZE;
  private static final byte[] INFO = "leasehold/provider-key/1".getBytes(StandardCharsets.UTF_8);
  private static final SecureRandom RANDOM = new SecureRandom();

  private final X25519PublicKeyParameters key;

  private RecipientKey(X25519PublicKeyParameters key) {
    this.key = key;
  }

  /**
   * Reads a raw X25519 public key in base64url.
   *
   * @throws GeneralSecurityException with a sentence for the caller
   */
  public static RecipientKey parse(String text) throws GeneralSecurityException {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new GeneralSecurityException("it is not base64url", e);
    }
    if (bytes.length != KEY_BYTES) {
      throw new GeneralSecurityException(
          "a raw X25519 public key has " + KEY_BYTES + " bytes, and this has " + bytes.length);
    }
    X25519PublicKeyParameters key = new X25519PublicKeyParameters(bytes);
    try {
      byte[] secret = new byte[X25519PrivateKeyParameters.SECRET_SIZE];
      new X25519PrivateKeyParameters(RANDOM).generateSecret(key, secret, 0);
    } catch (IllegalStateException e) {
      throw new GeneralSecurityException("it is a point of low order, which hides nothing", e);
    }
    return new RecipientKey(key);
  }

  /**
   * Seals a key: the encapsulated secret, then the ciphertext.
   *
   * @param leaseId the lease that it is for; empty for none
   */
  String seal(byte[] plain, String provider, String leaseId) {
    byte[] aad = (provider + "\n" + leaseId).getBytes(StandardCharsets.UTF_8);
    HPKE hpke = hpke();
    byte[] sealed = seal(hpke.generatePrivateKey(), INFO, aad, plain);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
  }

  byte[] seal(AsymmetricCipherKeyPair ephemeral, byte[] info, byte[] aad, byte[] plain) {
    HPKEContextWithEncapsulation context = hpke().setupBaseS(key, info, ephemeral);
    try {
      byte[] encapsulated = context.getEncapsulation();
      byte[] ciphertext = context.seal(aad, plain);
      return ByteBuffer.allocate(encapsulated.length + ciphertext.length)
          .put(encapsulated)
          .put(ciphertext)
          .array();
    } catch (InvalidCipherTextException e) {
      throw new IllegalStateException("only decryption fails", e);
    }
  }

  private static HPKE hpke() {
    return new HPKE(
        HPKE.mode_base, HPKE.kem_X25519_SHA256, HPKE.kdf_HKDF_SHA256, HPKE.aead_AES_GCM256);
  }
}
