package dev.leasehold.cli.remote;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Trust in the authorities that a file names and in no others, and one's own certificate. */
final class Trust {

  private static final String KEY_BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String KEY_END = "-----END PRIVATE KEY-----";

  /** The key store needs no password, because it never leaves this process. */
  private static final char[] NO_PASSWORD = new char[0];

  private Trust() {}

  static SSLSocketFactory in(TlsPaths paths) throws CallFailedException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(own(paths), trusted(paths.authority()), null);
      return context.getSocketFactory();
    } catch (GeneralSecurityException e) {
      throw new CallFailedException(Exit.USAGE, "TLS cannot be used: " + e.getMessage());
    }
  }

  /** Trusts the authorities in the file; null stands for those whom the JDK trusts. */
  private static TrustManager @Nullable [] trusted(@Nullable Path authorities)
      throws CallFailedException, GeneralSecurityException {
    if (authorities == null) {
      return null;
    }
    KeyStore trusted = emptyStore();
    for (Certificate certificate : certificates("--tls-ca", authorities)) {
      trusted.setCertificateEntry("authority-" + trusted.size(), certificate);
    }
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    return managers.getTrustManagers();
  }

  private static KeyManager @Nullable [] own(TlsPaths paths)
      throws CallFailedException, GeneralSecurityException {
    if (paths.certificate() == null || paths.key() == null) {
      return null;
    }
    List<Certificate> chain = certificates("--tls-cert", paths.certificate());
    PrivateKey key = key(paths.key(), chain.get(0).getPublicKey().getAlgorithm());
    OwnCertificate.require(chain.get(0), key, paths);
    KeyStore own = emptyStore();
    own.setKeyEntry("own", key, NO_PASSWORD, chain.toArray(Certificate[]::new));
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(own, NO_PASSWORD);
    return managers.getKeyManagers();
  }

  private static KeyStore emptyStore() throws GeneralSecurityException {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      return store;
    } catch (IOException e) {
      throw new GeneralSecurityException(e);
    }
  }

  private static List<Certificate> certificates(String option, Path file)
      throws CallFailedException {
    try (InputStream in = Files.newInputStream(file)) {
      List<Certificate> certificates =
          List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in));
      if (certificates.isEmpty()) {
        throw new CertificateException("there is none");
      }
      return certificates;
    } catch (NoSuchFileException e) {
      throw new CallFailedException(Exit.USAGE, option + ": there is no file " + file);
    } catch (IOException | CertificateException e) {
      throw new CallFailedException(
          Exit.USAGE,
          option + ": cannot read certificates in PEM from " + file + ": " + e.getMessage());
    }
  }

  /** Reads a private key. The cause of a failure is not quoted: it might hold a part of the key. */
  private static PrivateKey key(Path file, String algorithm) throws CallFailedException {
    try {
      String text = Files.readString(file);
      int begin = text.indexOf(KEY_BEGIN);
      int end = text.indexOf(KEY_END, Math.max(0, begin));
      if (begin >= 0 && end > begin) {
        byte[] bytes =
            Base64.getMimeDecoder().decode(text.substring(begin + KEY_BEGIN.length(), end));
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
      }
    } catch (NoSuchFileException e) {
      throw new CallFailedException(Exit.USAGE, "--tls-key: there is no file " + file);
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      // Said below.
    }
    throw new CallFailedException(
        Exit.USAGE,
        "--tls-key: " + file + " is not the certificate's key as PKCS#8 in PEM, not encrypted");
  }
}
