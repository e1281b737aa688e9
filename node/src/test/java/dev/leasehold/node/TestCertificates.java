package dev.leasehold.node;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Key pairs and self-signed certificates, made by the JDK's keytool when a test needs them. */
public final class TestCertificates {

  private static final char[] PASSWORD = "password".toCharArray();

  /** One key pair with its certificate, which vouches for itself. */
  public record Pair(Path store, Path certificate, Path key) {

    KeyStore keyStore() throws Exception {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(store)) {
        keys.load(in, PASSWORD);
      }
      return keys;
    }

    Certificate loaded() throws Exception {
      return keyStore().getCertificate("own");
    }
  }

  private TestCertificates() {}

  public static Pair make(Path directory, String subject) throws Exception {
    Path store = directory.resolve("k" + Integer.toHexString(subject.hashCode()) + ".p12");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
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
                "san=ip:127.0.0.1,dns:localhost",
                "-ext",
                "bc=ca:true",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                store.toString(),
                "-dname",
                subject));
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IllegalStateException(said);
    }
    Pair pair = new Pair(store, Path.of(store + ".crt"), Path.of(store + ".key"));
    Key key = pair.keyStore().getKey("own", PASSWORD);
    Files.writeString(pair.key, pem("PRIVATE KEY", key.getEncoded()));
    Files.writeString(pair.certificate, pem("CERTIFICATE", pair.loaded().getEncoded()));
    return pair;
  }

  private static String pem(String kind, byte[] content) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n";
  }

  /** The context of a server that shows a certificate. */
  public static SSLContext server(Pair own) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keysOf(own), null, null);
    return context;
  }

  private static KeyManager[] keysOf(Pair own) throws Exception {
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(own.keyStore(), PASSWORD);
    return factory.getKeyManagers();
  }

  /**
   * The context of a client that trusts the server and shows a certificate.
   *
   * @param own null for a client that has none
   */
  static SSLContext client(Pair server, Pair own) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, PASSWORD);
    trusted.setCertificateEntry("server", server.loaded());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own == null ? null : keysOf(own), trust.getTrustManagers(), null);
    return context;
  }
}
