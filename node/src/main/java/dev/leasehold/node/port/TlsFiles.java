package dev.leasehold.node.port;

import com.linecorp.armeria.common.TlsKeyPair;
import com.linecorp.armeria.server.ServerBuilder;
import io.netty.handler.ssl.ClientAuth;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that TLS needs, in PEM.
 *
 * @param certificate the server's, followed by those that vouch for it
 * @param key PKCS#8, not encrypted
 * @param clientCa certificates that vouch for clients, which then must show one; null if they need
 *     none
 */
public record TlsFiles(Path certificate, Path key, @Nullable Path clientCa) {

  private static final Logger log = LoggerFactory.getLogger(TlsFiles.class);

  /** Says what is wrong with the files before a server needs them. */
  public void check() throws IOException {
    requireReadable();
    TlsKeyPair unused = pair();
    if (clientCa != null) {
      requireCertificates(clientCa);
    }
  }

  private static void requireCertificates(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      if (CertificateFactory.getInstance("X.509").generateCertificates(in).isEmpty()) {
        throw new IOException(file + " has no certificate in PEM");
      }
    } catch (CertificateException e) {
      throw new IOException(file + " has no certificate in PEM", e);
    }
  }

  void apply(ServerBuilder server, InetSocketAddress address) throws IOException {
    requireReadable();
    TlsKeyPair pair = pair();
    String dates = wrongDates(pair.certificateChain().get(0));
    if (dates != null) {
      // Not refused: whoever has to renew it may need the server meanwhile.
      log.warn("{} {}: clients will not connect", certificate, dates);
    }
    server.https(address).tls(pair);
    if (clientCa != null) {
      Path trusted = clientCa;
      server.tlsCustomizer(
          tls -> tls.trustManager(trusted.toFile()).clientAuth(ClientAuth.REQUIRE));
    }
  }

  /** The fault in a certificate's dates; null if there is none. */
  static @Nullable String wrongDates(X509Certificate certificate) {
    try {
      certificate.checkValidity();
      return null;
    } catch (CertificateExpiredException e) {
      return "has expired at " + certificate.getNotAfter().toInstant();
    } catch (CertificateNotYetValidException e) {
      return "is not valid before " + certificate.getNotBefore().toInstant();
    }
  }

  private void requireReadable() throws IOException {
    List<Path> files =
        clientCa == null ? List.of(certificate, key) : List.of(certificate, key, clientCa);
    for (Path file : files) {
      if (!Files.isReadable(file)) {
        throw new IOException("cannot read " + file + ", which TLS needs");
      }
    }
  }

  private TlsKeyPair pair() throws IOException {
    try {
      TlsKeyPair pair = TlsKeyPair.of(key.toFile(), certificate.toFile());
      if (!belongTogether(pair)) {
        throw mismatch();
      }
      return pair;
    } catch (InvalidKeyException | SignatureException e) {
      throw mismatch();
    } catch (RuntimeException | GeneralSecurityException e) {
      throw unusable();
    }
  }

  /** Whether key and certificate belong together; else only the first client would find out. */
  private static boolean belongTogether(TlsKeyPair pair) throws GeneralSecurityException {
    String algorithm =
        switch (pair.privateKey().getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> pair.privateKey().getAlgorithm();
        };
    byte[] anything = "belong together".getBytes(StandardCharsets.US_ASCII);
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(pair.privateKey());
    signature.update(anything);
    byte[] made = signature.sign();
    signature.initVerify(pair.certificateChain().get(0).getPublicKey());
    signature.update(anything);
    return signature.verify(made);
  }

  private IOException mismatch() {
    return new IOException(
        "the key in " + key + " is not the one of the certificate in " + certificate);
  }

  /** An error without the library's own words, which may quote the key. */
  IOException unusable() {
    return new IOException(
        ("TLS cannot start with %s, %s%s: certificates in PEM are needed, and the certificate's own"
                + " key as PKCS#8 in PEM, not encrypted")
            .formatted(certificate, key, clientCa == null ? "" : " and " + clientCa));
  }
}
