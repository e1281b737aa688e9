package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.testing.process.server.RawConnection;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Secrets of a real server at its most talkative: in no line of output and in no other file. */
@Timeout(900)
class SecretsIT {

  private static final Map<String, String> TALKATIVE = Map.of("LEASEHOLD_LOG", "debug");
  private static final List<String> HOLD_SECRETS =
      List.of("admin.token", "registrar.key", "provider.key");
  private static final Pattern PORT = Pattern.compile("https?://[^\\s/]+:(\\d+)");

  @TempDir private Path scratch;

  @Test
  void tokensAndKeysStayWhereTheyBelong() throws Exception {
    Path data = scratch.resolve("data");
    List<String> secrets = new ArrayList<>();
    RunningProcess process = RunningProcess.start(ServerProcess.serve(data), scratch, TALKATIVE);
    try (ServerProcess server = ServerProcess.awaitReady(process, data)) {
      String admin = server.adminToken();
      secrets.add(admin.split("_", 3)[2]);
      String bob = server.admin().tokenFor("bob");
      secrets.add(bob.split("_", 3)[2]);
      secrets.add(secretOf(data.resolve("registrar.key")));
      String key = "canary-key-of-a-provider-0123456789";
      server
          .admin()
          .post(
              "/v1/providers",
              Map.of("name", "p", "kind", "openai", "url", "https://x.example", "key", key));
      secrets.add(key);
      secrets.add(Files.readString(data.resolve("provider.key")).strip());
      server.admin().post("/v1/providers/" + key + ":rotate", Map.of("key", key));
      try (RawConnection connection = RawConnection.to(server.url())) {
        connection.sendHead("GET /" + bob + "?token=" + bob + " HTTP/1.1", "Host: " + bob);
        connection.send(RawConnection.latin1("not a request " + bob + "\r\n\r\n"));
        connection.answer();
      }
      server.as(bob + "x").get("/v1/leases/" + bob);
      server.stop();
    }
    String said = process.output() + process.errors();
    assertThat(said).contains("signatures are made by");
    for (String secret : secrets) {
      assertThat(said).doesNotContain(secret);
    }
    assertNoOtherFileHolds(data, secrets);
  }

  @Test
  void whatIsSentInClearToATlsPortIsNotLogged() throws Exception {
    makePair();
    Path data = scratch.resolve("data");
    List<String> command = new ArrayList<>(ServerProcess.serve(data));
    command.addAll(List.of("--tls-cert", file("crt"), "--tls-key", file("key")));
    String said;
    String canary = "lh_0123456789abcdef_canary-of-the-tls-port";
    try (RunningProcess process = RunningProcess.start(command, scratch, TALKATIVE)) {
      Matcher port = PORT.matcher(process.firstLine());
      assertThat(port.find()).isTrue();
      assertThat(port.group()).startsWith("https://");
      try (RawConnection connection = RawConnection.to("http://127.0.0.1:" + port.group(1))) {
        connection.send(
            RawConnection.latin1(
                "GET /v1/leases HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                    + canary
                    + "\r\n\r\n"));
        connection.answer();
      }
      process.signal("TERM");
      process.awaitExit();
      said = process.output() + process.errors();
    }
    assertThat(said).doesNotContain(canary);
    assertThat(said)
        .doesNotContain(HexFormat.of().formatHex(canary.getBytes(StandardCharsets.US_ASCII)));
  }

  private static String secretOf(Path key) throws IOException {
    Matcher secret = Pattern.compile("\"d\":\"([^\"]+)\"").matcher(Files.readString(key));
    assertThat(secret.find()).isTrue();
    return secret.group(1);
  }

  private static void assertNoOtherFileHolds(Path data, List<String> secrets) throws IOException {
    try (var files = Files.walk(data)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!HOLD_SECRETS.contains(file.getFileName().toString())) {
          String content = Files.readString(file, StandardCharsets.ISO_8859_1);
          assertThat(secrets).as(file.toString()).noneMatch(content::contains);
        }
      }
    }
  }

  private String file(String ending) {
    return scratch.resolve("server." + ending).toString();
  }

  private void makePair() throws Exception {
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    try (RunningProcess made =
        RunningProcess.start(
            List.of(
                keytool.toString(),
                "-genkeypair",
                "-alias",
                "own",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-storetype",
                "PKCS12",
                "-storepass",
                "password",
                "-keystore",
                file("p12")))) {
      assertThat(made.awaitExit()).isZero();
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(Path.of(file("p12")))) {
      store.load(in, "password".toCharArray());
    }
    byte[] key = store.getKey("own", "password".toCharArray()).getEncoded();
    Files.writeString(Path.of(file("key")), pem("PRIVATE KEY", key));
    Files.writeString(
        Path.of(file("crt")), pem("CERTIFICATE", store.getCertificate("own").getEncoded()));
  }

  private static String pem(String kind, byte[] content) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n";
  }
}
