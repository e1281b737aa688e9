package dev.leasehold.node.keys;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.XECPublicKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A runtime that opens what was sealed to it, from the text of RFC 9180 with nothing but the JDK:
 * base mode, DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM.
 */
public final class HpkeReader {

  private static final byte[] KEM = bytes("KEM", 0x00, 0x20);
  private static final byte[] SUITE = bytes("HPKE", 0x00, 0x20, 0x00, 0x01, 0x00, 0x02);
  private static final byte[] NOTHING = {};
  private static final int KEY_BYTES = 32;
  private static final int NONCE_BYTES = 12;

  private final PrivateKey privateKey;
  private final byte[] publicKey;

  private HpkeReader(PrivateKey privateKey, byte[] publicKey) {
    this.privateKey = privateKey;
    this.publicKey = publicKey;
  }

  public static HpkeReader random() {
    try {
      KeyPair pair = KeyPairGenerator.getInstance("X25519").generateKeyPair();
      return new HpkeReader(
          pair.getPrivate(), littleEndian(((XECPublicKey) pair.getPublic()).getU()));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  static HpkeReader of(byte[] privateKey, byte[] publicKey) throws GeneralSecurityException {
    return new HpkeReader(
        KeyFactory.getInstance("X25519")
            .generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, privateKey)),
        publicKey);
  }

  /** The raw public key in base64url, as requests have it. */
  public String publicKey() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(publicKey);
  }

  /** Opens a sealed key as the documentation says. */
  public String open(String sealedKey, String provider, String leaseId) {
    try {
      byte[] opened =
          open(
              Base64.getUrlDecoder().decode(sealedKey),
              "leasehold/provider-key/1".getBytes(StandardCharsets.UTF_8),
              (provider + "\n" + leaseId).getBytes(StandardCharsets.UTF_8));
      return new String(opened, StandardCharsets.UTF_8);
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  byte[] open(byte[] sealed, byte[] info, byte[] aad) throws GeneralSecurityException {
    byte[] encapsulated = Arrays.copyOf(sealed, KEY_BYTES);
    byte[] shared = sharedSecret(encapsulated);
    byte[] context =
        joined(
            new byte[] {0},
            labeledExtract(SUITE, NOTHING, "psk_id_hash", NOTHING),
            labeledExtract(SUITE, NOTHING, "info_hash", info));
    byte[] secret = labeledExtract(SUITE, shared, "secret", NOTHING);
    byte[] key = labeledExpand(SUITE, secret, "key", context, KEY_BYTES);
    byte[] nonce = labeledExpand(SUITE, secret, "base_nonce", context, NONCE_BYTES);
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, nonce));
    cipher.updateAAD(aad);
    return cipher.doFinal(sealed, KEY_BYTES, sealed.length - KEY_BYTES);
  }

  private byte[] sharedSecret(byte[] encapsulated) throws GeneralSecurityException {
    KeyAgreement agreement = KeyAgreement.getInstance("X25519");
    agreement.init(privateKey);
    XECPublicKeySpec theirs =
        new XECPublicKeySpec(NamedParameterSpec.X25519, new BigInteger(1, reversed(encapsulated)));
    agreement.doPhase(KeyFactory.getInstance("X25519").generatePublic(theirs), true);
    byte[] extracted = labeledExtract(KEM, NOTHING, "eae_prk", agreement.generateSecret());
    return labeledExpand(
        KEM, extracted, "shared_secret", joined(encapsulated, publicKey), KEY_BYTES);
  }

  private static byte[] labeledExtract(byte[] suite, byte[] salt, String label, byte[] input)
      throws GeneralSecurityException {
    return hmac(
        salt.length == 0 ? new byte[KEY_BYTES] : salt,
        joined(bytes("HPKE-v1"), suite, bytes(label), input));
  }

  /** One round of HKDF-Expand is enough for 32 bytes. */
  private static byte[] labeledExpand(
      byte[] suite, byte[] key, String label, byte[] info, int length)
      throws GeneralSecurityException {
    byte[] labeled =
        joined(new byte[] {0, (byte) length}, bytes("HPKE-v1"), suite, bytes(label), info);
    return Arrays.copyOf(hmac(key, joined(labeled, new byte[] {1})), length);
  }

  private static byte[] hmac(byte[] key, byte[] content) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(content);
  }

  private static byte[] bytes(String text, int... more) {
    byte[] start = text.getBytes(StandardCharsets.US_ASCII);
    byte[] all = Arrays.copyOf(start, start.length + more.length);
    for (int i = 0; i < more.length; i++) {
      all[start.length + i] = (byte) more[i];
    }
    return all;
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] littleEndian(BigInteger number) {
    byte[] big = number.toByteArray();
    byte[] little = new byte[KEY_BYTES];
    for (int i = 0; i < Math.min(KEY_BYTES, big.length); i++) {
      little[i] = big[big.length - 1 - i];
    }
    return little;
  }

  private static byte[] reversed(byte[] bytes) {
    byte[] other = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      other[i] = bytes[bytes.length - 1 - i];
    }
    return other;
  }
}
