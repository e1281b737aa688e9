package dev.leasehold.node.serve;

import com.linecorp.armeria.common.TlsKeyPair;
import com.linecorp.armeria.server.ServerBuilder;
import io.netty.handler.ssl.ClientAuth;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What TLS needs, in PEM.
 *
 * @param certificate the server's, followed by those that vouch for it
 * @param key PKCS#8, not encrypted
 * @param clientCa who vouches for clients, which then must show a certificate; null if they need
 *     none
 */
public record TlsFiles(Path certificate, Path key, @Nullable Path clientCa) {

  void apply(ServerBuilder server, InetSocketAddress address) throws IOException {
    requireReadable();
    TlsKeyPair pair = pair();
    server.https(address).tls(pair);
    if (clientCa != null) {
      Path trusted = clientCa;
      server.tlsCustomizer(
          tls -> tls.trustManager(trusted.toFile()).clientAuth(ClientAuth.REQUIRE));
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
        throw unusable();
      }
      return pair;
    } catch (RuntimeException | GeneralSecurityException e) {
      throw unusable();
    }
  }

  /** Otherwise it would show only when the first client comes. */
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

  /** Without what the library says: it may quote the key. */
  IOException unusable() {
    return new IOException(
        "TLS cannot start with "
            + certificate
            + ", "
            + key
            + (clientCa == null ? "" : " and " + clientCa)
            + ": certificates in PEM are needed, and the certificate's own key as PKCS#8 in PEM,"
            + " not encrypted");
  }
}
