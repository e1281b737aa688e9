package dev.leasehold.node.prove;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;

/**
 * Signs and verifies. Whichever implementation does it, the same content gets the same signature
 * (RFC 8032). Safe for any thread.
 */
public final class Ed25519 {

  static final String ALGORITHM = "Ed25519";

  private static final SigningProvider PROVIDER =
      new SigningProvider(
          task -> Thread.ofPlatform().daemon().name("leasehold-ed25519").start(task));

  private Ed25519() {}

  /** The name of the provider that signs now. */
  public static String implementation() {
    return PROVIDER.name();
  }

  static byte[] sign(PrivateKey key, byte[] content) {
    try {
      Signature signature = Signature.getInstance(ALGORITHM, PROVIDER.use());
      signature.initSign(key);
      signature.update(content);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the registrar's key cannot sign", e);
    }
  }

  /** Whether the signature is the key's, for the content. Whatever is malformed is not. */
  public static boolean verifies(PublicKey key, byte[] content, byte[] given) {
    try {
      Signature signature = Signature.getInstance(ALGORITHM, PROVIDER.use());
      signature.initVerify(key);
      signature.update(content);
      return signature.verify(given);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
