package dev.leasehold.cli.remote;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** Trust in the authorities that a file names, and in no others. */
final class Trust {

  private Trust() {}

  static SSLSocketFactory in(Path authorities) throws CallFailedException {
    try (InputStream in = Files.newInputStream(authorities)) {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      int count = 0;
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        trusted.setCertificateEntry("authority-" + count, certificate);
        count++;
      }
      if (count == 0) {
        throw new CertificateException("there is none");
      }
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context.getSocketFactory();
    } catch (NoSuchFileException e) {
      throw new CallFailedException(Exit.USAGE, "--tls-ca: there is no file " + authorities);
    } catch (IOException | GeneralSecurityException e) {
      throw new CallFailedException(
          Exit.USAGE,
          "--tls-ca: cannot read certificates in PEM from " + authorities + ": " + e.getMessage());
    }
  }
}
