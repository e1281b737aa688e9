package dev.leasehold.node.deliver.channel;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs messages as Standard Webhooks says: HMAC-SHA256 over id, time and body. */
public final class WebhookSignature {

  private static final String PREFIX = "whsec_";

  /** The bounds that the specification sets for a secret. */
  private static final int LEAST_BYTES = 24;

  private static final int MOST_BYTES = 64;

  private static final SecureRandom RANDOM = new SecureRandom();

  private WebhookSignature() {}

  public static String newSecret() {
    byte[] bytes = new byte[32];
    RANDOM.nextBytes(bytes);
    return PREFIX + Base64.getEncoder().encodeToString(bytes);
  }

  /** Whether it is a secret that everybody who follows the specification can use. */
  public static boolean isSecret(String text) {
    if (!text.startsWith(PREFIX)) {
      return false;
    }
    try {
      int length = bytesOf(text).length;
      return length >= LEAST_BYTES && length <= MOST_BYTES;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** The header {@code webhook-signature}. */
  static String of(String secret, String id, long seconds, byte[] body) {
    byte[] head = (id + "." + seconds + ".").getBytes(StandardCharsets.UTF_8);
    return "v1," + Base64.getEncoder().encodeToString(hmac(bytesOf(secret), head, body));
  }

  /** HMAC-SHA256 over several parts. */
  public static byte[] hmac(byte[] key, byte[]... parts) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HMAC-SHA256", e);
    }
  }

  private static byte[] bytesOf(String secret) {
    return Base64.getDecoder().decode(secret.substring(PREFIX.length()));
  }
}
