package dev.leasehold.cli.remote;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/** Says what is wrong with the caller's certificate; a server only says that it is wrong. */
final class OwnCertificate {

  private OwnCertificate() {}

  static void require(Certificate certificate, PrivateKey key, TlsPaths paths)
      throws CallFailedException {
    if (!belongTogether(certificate, key)) {
      throw new CallFailedException(
          Exit.USAGE,
          "--tls-key: the key in "
              + paths.key()
              + " is not the one of the certificate in "
              + paths.certificate());
    }
    String dates = dates(certificate, paths.certificate());
    if (dates != null) {
      throw new CallFailedException(Exit.USAGE, "--tls-cert: " + dates);
    }
  }

  private static @Nullable String dates(Certificate certificate, @Nullable Path file) {
    if (!(certificate instanceof X509Certificate dated)) {
      return null;
    }
    try {
      dated.checkValidity();
      return null;
    } catch (CertificateExpiredException e) {
      return "the certificate in "
          + file
          + " has expired at "
          + dated.getNotAfter().toInstant()
          + "; get a new one, or see whether the clock here is right";
    } catch (CertificateNotYetValidException e) {
      return "the certificate in "
          + file
          + " is not valid before "
          + dated.getNotBefore().toInstant()
          + "; see whether the clock here is right";
    }
  }

  /** A pair of an unusual kind is for the server to judge. */
  private static boolean belongTogether(Certificate certificate, PrivateKey key) {
    String algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> key.getAlgorithm();
        };
    byte[] anything = "belong together".getBytes(StandardCharsets.US_ASCII);
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update(anything);
      byte[] made = signature.sign();
      signature.initVerify(certificate.getPublicKey());
      signature.update(anything);
      return signature.verify(made);
    } catch (GeneralSecurityException e) {
      return !certificate.getPublicKey().getAlgorithm().equals("RSA")
          && !certificate.getPublicKey().getAlgorithm().equals("EC");
    }
  }
}
