package dev.leasehold.node.prove;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signs and verifies with the fastest implementation that works here: Amazon Corretto Crypto
 * Provider, else Bouncy Castle, else the JDK, which take about 1, 3 and 60 times as long. All give
 * the same signature for the same content (RFC 8032). Safe for any thread.
 */
public final class Ed25519 {

  static final String ALGORITHM = "Ed25519";

  private static final Logger log = LoggerFactory.getLogger(Ed25519.class);

  private static final Executor OWN_THREAD =
      task -> Thread.ofPlatform().daemon().name("leasehold-ed25519").start(task);

  /** Loading takes some tenths of a second: it begins with the first use of the class. */
  private static final CompletableFuture<Provider> CHOSEN =
      CompletableFuture.supplyAsync(Ed25519::choose, OWN_THREAD);

  private Ed25519() {}

  /** Begins to load the implementation, which the first signature will wait for. */
  public static void anticipate() {
    log.debug("an implementation of {} is being chosen: {}", ALGORITHM, CHOSEN);
  }

  /** The name of the provider that signs; waits until it is chosen. */
  public static String implementation() {
    return CHOSEN.join().getName();
  }

  private static Provider choose() {
    Provider chosen = working("Amazon Corretto Crypto Provider", Ed25519::corretto);
    if (chosen == null) {
      chosen = working("Bouncy Castle", BouncyCastleProvider::new);
    }
    if (chosen == null) {
      chosen = Security.getProvider("SunEC");
    }
    return chosen;
  }

  /** The provider, if it loads and signs. */
  private static @Nullable Provider working(String name, Supplier<Provider> load) {
    try {
      Provider provider = load.get();
      Signature.getInstance(ALGORITHM, provider);
      return provider;
    } catch (Throwable e) { // Native code that does not fit fails in many ways, Errors among them.
      log.info("{} cannot be used here: {}", name, e.toString());
      return null;
    }
  }

  private static Provider corretto() {
    AmazonCorrettoCryptoProvider.INSTANCE.assertHealthy();
    return AmazonCorrettoCryptoProvider.INSTANCE;
  }

  static byte[] sign(PrivateKey key, byte[] content) {
    try {
      Signature signature = Signature.getInstance(ALGORITHM, CHOSEN.join());
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
      Signature signature = Signature.getInstance(ALGORITHM, CHOSEN.join());
      signature.initVerify(key);
      signature.update(content);
      return signature.verify(given);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
