package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.leasehold.cli.remote.Exit;
import dev.leasehold.client.ClientOptions;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.NotSentException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The command line and the Java client with a server that has a certificate and asks for one: the
 * command {@code serve} in a process of its own. Beside it a server without TLS.
 */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class TlsTest {

  /** For a connection to be made, or to fail, on a machine that stands still meanwhile. */
  private static final Duration TIMEOUT = Duration.ofSeconds(8);

  @TempDir private static Path files;
  @TempDir private static Path data;
  @TempDir private static Path plainData;
  private static TestCertificates certificate;
  private static TestCertificates bob;
  private static TestCertificates stranger;
  private static ServeProcess server;
  private static RunningServer plain;

  @BeforeAll
  static void start() throws Exception {
    certificate = TestCertificates.make(files, "server", "CN=leasehold");
    bob = TestCertificates.make(files, "bob", "CN=bob,O=Fleet");
    stranger = TestCertificates.make(files, "stranger", "CN=bob,O=Strangers");
    server =
        ServeProcess.start(
            "--data=" + data,
            "--port=0",
            "--tls-cert=" + certificate.certificate(),
            "--tls-key=" + certificate.key(),
            "--tls-client-ca=" + bob.certificate());
    plain = RunningServer.in(plainData);
  }

  @AfterAll
  static void stop() throws Exception {
    plain.close();
    server.close();
  }

  /** Nobody in particular, who knows where the server is. */
  private static TestSurroundings shell() {
    return new TestSurroundings().with("LEASEHOLD_SERVER", server.url());
  }

  private static TestSurroundings shell(TestCertificates trusted, TestCertificates own) {
    return shell()
        .with("LEASEHOLD_TLS_CA", trusted.certificate().toString())
        .with("LEASEHOLD_TLS_CERT", own.certificate().toString())
        .with("LEASEHOLD_TLS_KEY", own.key().toString());
  }

  private static ClientOptions.Builder client(String url) {
    return ClientOptions.builder().address(url).requestTimeout(TIMEOUT);
  }

  @Test
  void aCertificateIsEnoughToBeSomebody() {
    TestSurroundings shell = shell(certificate, bob);
    assertThat(shell.run("acquire", "--space", "a", "--path", "x")).as(shell.err()).isZero();
    assertThat(shell.out()).contains("bob");
    assertThat(shell.run("ls")).isZero();
    assertThat(shell.out()).contains("/x");
    assertThat(shell.run("doctor")).as(shell.out()).isZero();
    assertThat(shell.out()).contains("bob.crt lets you in");
    assertThat(shell.run("token", "ls")).isEqualTo(Exit.NOT_ALLOWED.code());
  }

  /** Before it is killed and after. Its paths are relative, as people type them. */
  @Test
  void runShowsTheCertificateForItselfAndForTheReleaseAfterItsDeath() throws Exception {
    Process run =
        run("--ttl=10m", "--path=run", "--", "sh", "-c", "echo $LEASEHOLD_LEASE_ID; exec sleep 60");
    try {
      String leaseId = run.inputReader().readLine();
      TestSurroundings shell = shell(certificate, bob);
      assertThat(shell.run("show", leaseId)).as(shell.err()).isZero();
      assertThat(shell.out()).contains("bob").containsIgnoringCase("active");

      run.destroyForcibly();
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () -> {
                assertThat(shell.run("show", leaseId)).isZero();
                assertThat(shell.out()).containsIgnoringCase("aborted");
              });
    } finally {
      run.destroyForcibly();
    }
    assertThat(run("--path=run", "--quiet", "--", "sh", "-c", "exit 3").waitFor()).isEqualTo(3);
  }

  private static Process run(String... options) throws Exception {
    List<String> words = new ArrayList<>(ServeProcess.java());
    words.addAll(List.of("run", "--space=tls", "--server=" + server.url()));
    words.add("--tls-ca=" + certificate.certificate().getFileName());
    words.add("--tls-cert=" + bob.certificate().getFileName());
    words.add("--tls-key=" + bob.key().getFileName());
    words.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(words).directory(files.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("LEASEHOLD_"));
    builder.environment().put("LEASEHOLD_ROOT", files.toString());
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  @Test
  void optionsSayTheSameAndATokenSaysMore() {
    TestSurroundings shell = new TestSurroundings().with("LEASEHOLD_DATA", data.toString());
    // Without a scheme: who names certificates means https.
    List<String> words =
        List.of(
            "token",
            "ls",
            "--server=" + server.url().substring("https://".length()),
            "--tls-ca=" + certificate.certificate(),
            "--tls-cert=" + bob.certificate(),
            "--tls-key=" + bob.key());
    assertThat(shell.run(words.toArray(String[]::new)))
        .as("whoever shows a certificate is not an admin because of a directory")
        .isEqualTo(Exit.NOT_ALLOWED.code());
    List<String> asAdmin = new ArrayList<>(words);
    asAdmin.add("--data=" + data);
    assertThat(shell.run(asAdmin.toArray(String[]::new))).as(shell.err()).isZero();
    assertThat(shell.out()).contains("admin");
  }

  @Test
  void whomNobodyTrustsIsNotTalkedTo() {
    TestSurroundings wrong = shell(stranger, bob);
    for (String[] command : new String[][] {{"ls"}, {"watch"}, {"doctor"}}) {
      int expected = command[0].equals("doctor") ? 1 : Exit.UNAVAILABLE.code();
      assertThat(wrong.run(command)).isEqualTo(expected);
      assertThat(wrong.err() + wrong.out())
          .contains("the certificate of " + server.url() + " is not trusted", "--tls-ca");
    }
    assertThat(shell().with("LEASEHOLD_TOKEN", "t").run("ls")).isEqualTo(Exit.UNAVAILABLE.code());
  }

  @Test
  void aServerUnderAnotherNameIsNotTalkedTo() {
    TestSurroundings shell = shell(certificate, bob);
    String other = server.url().replace("127.0.0.1", "localhost");
    assertThat(shell.run("ls", "--server", other)).isEqualTo(Exit.UNAVAILABLE.code());
    assertThat(shell.err()).contains("is for another name");
  }

  @Test
  void whoShowsNoCertificateOrTheWrongOneIsTold() {
    TestSurroundings none =
        shell()
            .with("LEASEHOLD_TLS_CA", certificate.certificate().toString())
            .with("LEASEHOLD_TOKEN", "t");
    assertThat(none.run("ls")).isEqualTo(Exit.UNAVAILABLE.code());
    // How far the request gets before the server hangs up is a matter of chance.
    assertThat(none.err()).contains("a certificate of yours", "--tls-cert");

    TestSurroundings wrong = shell(certificate, stranger);
    assertThat(wrong.run("ls")).isEqualTo(Exit.UNAVAILABLE.code());
    assertThat(wrong.err()).contains("certificate", "see --tls-cert and --tls-key");
  }

  @Test
  void clearTextAndTlsDoNotMix() {
    TestSurroundings shell = shell().with("LEASEHOLD_TOKEN", "t");
    String clear = server.url().replace("https:", "http:");
    assertThat(shell.run("ls", "--server", clear)).isEqualTo(Exit.UNAVAILABLE.code());
    assertThat(shell.err()).contains("https://");
    String tls = plain.url().replace("http:", "https:");
    assertThat(shell.run("ls", "--server", tls)).isEqualTo(Exit.UNAVAILABLE.code());
    assertThat(shell.err()).contains("does not speak TLS; try http://");
    String[] mixed = {"ls", "--server", clear, "--tls-ca", certificate.certificate().toString()};
    assertThat(shell.run(mixed)).isEqualTo(Exit.USAGE.code());
    assertThat(shell.err()).contains("https://");
  }

  @Test
  void filesThatAreNotWhatTheyShouldBeAreNamed() throws Exception {
    TestSurroundings shell = shell();
    Path rubbish = Files.writeString(files.resolve("rubbish"), "-----BEGIN RUBBISH-----");
    String good = "--tls-cert=" + bob.certificate();
    assertThat(shell.run("ls", good)).isEqualTo(Exit.USAGE.code());
    assertThat(shell.err()).contains("both --tls-cert and --tls-key");
    assertThat(shell.run("ls", good, "--tls-key=" + rubbish)).isEqualTo(Exit.USAGE.code());
    assertThat(shell.err()).contains("--tls-key", "rubbish", "PKCS#8").doesNotContain("BEGIN");
    assertThat(shell.run("ls", good, "--tls-key=/nowhere")).isEqualTo(Exit.USAGE.code());
    assertThat(shell.err()).contains("there is no file /nowhere");
    assertThat(shell.run("ls", "--tls-ca=" + rubbish, "--token=t")).isEqualTo(Exit.USAGE.code());
    assertThat(shell.err()).contains("--tls-ca", "rubbish");
  }

  /** There is no server: it is told before one is asked. */
  @Test
  void whatIsWrongWithOnesOwnCertificateIsToldBeforeAnythingIsSent() throws Exception {
    TestCertificates old = TestCertificates.make(files, "old", "CN=old", "-9d");
    TestCertificates next = TestCertificates.make(files, "next", "CN=next", "+9d");
    String nowhere = "--server=https://127.0.0.1:1";
    TestSurroundings shell = new TestSurroundings();
    for (String command : List.of("ls", "watch", "run")) {
      int expected = command.equals("run") ? 125 : Exit.USAGE.code();
      assertThat(ask(shell, command, nowhere, old.certificate(), old.key())).isEqualTo(expected);
      assertThat(shell.err()).contains("old.crt has expired at 20").doesNotContain("no server");
      assertThat(ask(shell, command, nowhere, next.certificate(), next.key())).isEqualTo(expected);
      assertThat(shell.err()).contains("next.crt is not valid before 20");
      assertThat(ask(shell, command, nowhere, bob.certificate(), stranger.key()))
          .isEqualTo(expected);
      assertThat(shell.err()).contains("stranger.key is not the one", "bob.crt");
    }
  }

  private static int ask(
      TestSurroundings shell, String command, String server, Path certificate, Path key) {
    List<String> words =
        new ArrayList<>(List.of(command, server, "--tls-cert=" + certificate, "--tls-key=" + key));
    if (command.equals("run")) {
      words.addAll(List.of("--space=s", "--path=p", "--", "/bin/sh"));
    }
    return shell.run(words.toArray(String[]::new));
  }

  @Test
  void aServerWhoseCertificateHasExpiredSaysSoAndSoDoItsClients() throws Exception {
    TestCertificates old = TestCertificates.makeSigned(files, "oldserver", "CN=leasehold", "-9d");
    Path authority = TestCertificates.authorityOf(old);
    Path otherData = Files.createDirectory(files.resolve("data-of-old"));
    Path log = files.resolve("log-of-old");
    try (ServeProcess expired =
        ServeProcess.startLoggingTo(
            log,
            "--data=" + otherData,
            "--port=0",
            "--tls-cert=" + old.certificate(),
            "--tls-key=" + old.key())) {
      assertThat(log).content().contains("oldserver.crt has expired at 20");
      TestSurroundings shell = new TestSurroundings().with("LEASEHOLD_TOKEN", "t");
      String[] ls = {"ls", "--server=" + expired.url(), "--tls-ca=" + authority};
      assertThat(shell.run(ls)).isEqualTo(Exit.UNAVAILABLE.code());
      assertThat(shell.err()).contains("has expired").doesNotContain("vouches");
      assertNotSent(client(expired.url()).trust(authority), "has expired");
    }
  }

  @Test
  void aServerDoesNotStartWithTheKeyOfAnotherCertificate() {
    TestSurroundings shell = new TestSurroundings();
    String otherData = "--data=" + files.resolve("data-of-mismatch");
    String good = "--tls-cert=" + certificate.certificate();
    assertThat(shell.run("serve", otherData, "--port=0", good, "--tls-key=" + stranger.key()))
        .isEqualTo(1);
    assertThat(shell.err()).contains("stranger.key is not the one of the certificate in");
  }

  @Test
  void theJavaClientShowsItsCertificate() {
    ClientOptions options =
        client(server.url())
            .trust(certificate.certificate())
            .clientCertificate(bob.certificate(), bob.key())
            .requestTimeout(Duration.ofMinutes(1))
            .build();
    try (LeaseholdClient client = LeaseholdClient.connect(options);
        HeldLease lease = client.lease("java").path("/a").hold()) {
      assertThat(lease.lease().getHolder()).isEqualTo("bob");
    }
  }

  /** All at once, since each tries for as long as it may. */
  @Test
  void theJavaClientSaysWhyItCannotConnect() {
    Map<String, ClientOptions.Builder> clients =
        Map.of(
            "the server's certificate is not trusted",
            client(server.url())
                .trust(stranger.certificate())
                .clientCertificate(bob.certificate(), bob.key()),
            "or wants one",
            client(server.url()).trust(certificate.certificate()),
            "https://",
            client(server.url().replace("https:", "http:")),
            "does not speak TLS",
            client(plain.url().replace("http:", "https:")));
    clients.entrySet().stream()
        .map(
            each ->
                CompletableFuture.runAsync(
                    () -> assertNotSent(each.getValue(), each.getKey()),
                    Thread::startVirtualThread))
        .toList()
        .forEach(CompletableFuture::join);
  }

  private static void assertNotSent(ClientOptions.Builder options, String why) {
    try (LeaseholdClient client = LeaseholdClient.connect(options.token("t").build())) {
      assertThatThrownBy(() -> client.lease("java").path("/b").hold())
          .isInstanceOf(NotSentException.class)
          .hasMessageContaining(why);
    }
  }
}
