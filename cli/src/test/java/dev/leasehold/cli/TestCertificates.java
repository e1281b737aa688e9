package dev.leasehold.cli;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/** A key and a certificate that vouches for itself, in PEM, made by the JDK's keytool. */
record TestCertificates(Path certificate, Path key) {

  private static final String PASSWORD = "password";

  /** For a server at 127.0.0.1 and nowhere else, or for a client. */
  static TestCertificates make(Path directory, String name, String subject) throws Exception {
    Path store = directory.resolve(name + ".p12");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            "own",
            "-keyalg",
            "EC",
            "-groupname",
            "secp256r1",
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
            subject);
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IllegalStateException(said);
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return new TestCertificates(
        pem(
            directory.resolve(name + ".crt"),
            "CERTIFICATE",
            keys.getCertificate("own").getEncoded()),
        pem(
            directory.resolve(name + ".key"),
            "PRIVATE KEY",
            keys.getKey("own", PASSWORD.toCharArray()).getEncoded()));
  }

  private static Path pem(Path file, String kind, byte[] content) throws Exception {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return Files.writeString(
        file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
  }
}
