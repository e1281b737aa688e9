package dev.leasehold.cli;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A key and a certificate that vouches for itself, in PEM, made by the JDK's keytool. */
record TestCertificates(Path certificate, Path key) {

  private static final String PASSWORD = "password";
  private static final String OWN = "own";
  private static final String AUTHORITY = "authority";

  /** For a server at 127.0.0.1 and nowhere else, or for a client; valid from now on. */
  static TestCertificates make(Path directory, String name, String subject) throws Exception {
    return make(directory, name, subject, "-1H");
  }

  /**
   * @param begin from when on it is valid, for two days, as keytool writes it: {@code -9d}
   */
  static TestCertificates make(Path directory, String name, String subject, String begin)
      throws Exception {
    Path store = directory.resolve(name + ".p12");
    keytool(store, OWN, subject, begin, List.of());
    return export(directory, name, load(store));
  }

  /** The same, but another vouches for it, who is valid now. */
  static TestCertificates makeSigned(Path directory, String name, String subject, String begin)
      throws Exception {
    Path store = directory.resolve(name + ".p12");
    keytool(store, AUTHORITY, "CN=authority", "-1H", List.of());
    keytool(store, OWN, subject, begin, List.of("-signer", AUTHORITY));
    KeyStore keys = load(store);
    TestCertificates made = export(directory, name, keys);
    pem(authorityOf(made), "CERTIFICATE", keys.getCertificate(AUTHORITY).getEncoded());
    return made;
  }

  static Path authorityOf(TestCertificates signed) {
    return signed.certificate.resolveSibling(signed.certificate.getFileName() + ".authority");
  }

  private static void keytool(
      Path store, String alias, String subject, String begin, List<String> more) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-startdate",
                begin,
                "-validity",
                "2",
                "-ext",
                "san=ip:127.0.0.1",
                "-ext",
                "bc=ca:true",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString(),
                "-dname",
                subject));
    command.addAll(more);
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IllegalStateException(said);
    }
  }

  private static KeyStore load(Path store) throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return keys;
  }

  private static TestCertificates export(Path directory, String name, KeyStore keys)
      throws Exception {
    return new TestCertificates(
        pem(directory.resolve(name + ".crt"), "CERTIFICATE", keys.getCertificate(OWN).getEncoded()),
        pem(
            directory.resolve(name + ".key"),
            "PRIVATE KEY",
            keys.getKey(OWN, PASSWORD.toCharArray()).getEncoded()));
  }

  private static Path pem(Path file, String kind, byte[] content) throws Exception {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return Files.writeString(
        file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
  }
}
