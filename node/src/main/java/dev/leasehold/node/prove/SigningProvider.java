package dev.leasehold.node.prove;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import java.security.Provider;
import java.security.Security;
import java.security.Signature;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which implementation of Ed25519 is used: the JDK's, which costs nothing to load, until so much
 * was signed that a faster one is worth it. That is Amazon Corretto Crypto Provider, else Bouncy
 * Castle; the JDK takes some 60 and 20 times as long. Safe for any thread.
 */
final class SigningProvider {

  /** To load a faster one takes as much work as this many signatures by the JDK. */
  static final int WORTH_LOADING = 200;

  private static final Logger log = LoggerFactory.getLogger(SigningProvider.class);

  private final Executor loading;
  private final AtomicInteger uses = new AtomicInteger();
  private volatile Provider used = Security.getProvider("SunEC");

  /**
   * @param loading loads the faster one; those who sign go on meanwhile
   */
  SigningProvider(Executor loading) {
    this.loading = loading;
  }

  /** The provider for one signature, or for the check of one. */
  Provider use() {
    if (uses.get() < WORTH_LOADING && uses.incrementAndGet() == WORTH_LOADING) {
      loading.execute(this::load);
    }
    return used;
  }

  String name() {
    return used.getName();
  }

  private void load() {
    Provider faster = working("Amazon Corretto Crypto Provider", SigningProvider::corretto);
    if (faster == null) {
      faster = working("Bouncy Castle", BouncyCastleProvider::new);
    }
    if (faster != null) {
      used = faster;
      log.info("from now on signatures are made by {}", faster.getName());
    }
  }

  /** The provider, if it loads and signs. */
  private static @Nullable Provider working(String name, Supplier<Provider> load) {
    try {
      Provider provider = load.get();
      Signature.getInstance(Ed25519.ALGORITHM, provider);
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
}
