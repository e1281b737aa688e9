package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.node.Access;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class MainTest {

  private final TestSurroundings shell = new TestSurroundings();

  private int run(String... arguments) {
    return shell.run(arguments);
  }

  @Test
  void helpNamesTheCommandsAndTheirOptions() {
    assertThat(run("--help")).isZero();
    assertThat(shell.out()).contains("serve");
    assertThat(run("serve", "--help")).isZero();
    assertThat(shell.out())
        .contains("--data", "--port", "7420", "--listen", "127.0.0.1", "--insecure-plaintext")
        .contains("LEASEHOLD_DATA", "LEASEHOLD_LOG");
    assertThat(shell.err()).isEmpty();
  }

  @Test
  void theVersionIsToldInOneLine() {
    assertThat(run("--version")).isZero();
    assertThat(shell.out()).startsWith("leasehold ").hasLineCount(1);
  }

  @Test
  void aMistakeIsAMistakeOfTheCaller() {
    assertThat(run()).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(run("nothing")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(run("serve", "--port", "x")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(run("serve", "--port", "99999")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(shell.err()).contains("0 to 65535");
    assertThat(run("serve", "--port", "-1")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(shell.err()).doesNotContain("Exception");
  }

  @Test
  void optionsOfAServerThatContradictEachOtherAreWrongOptions(@TempDir Path directory)
      throws Exception {
    Path data = directory.resolve("data");
    String[][] wrong = {
      {"--tls-cert=cert.pem"},
      {"--tls-key=key.pem"},
      {"--tls-client-ca=ca.pem"},
      {"--leases-per-holder=-1"},
      {"--oidc-issuer=https://issuer"}
    };
    for (String[] options : wrong) {
      assertThat(run("serve", "--port", "0", "--data", data.toString(), options[0]))
          .as(options[0])
          .isEqualTo(CommandLine.ExitCode.USAGE);
    }
    assertThat(data).doesNotExist();
  }

  @Test
  void whereTlsCannotStartNothingIsMade(@TempDir Path directory) throws Exception {
    Path data = directory.resolve("data");
    Path file = Files.writeString(directory.resolve("file.pem"), "no certificate");
    for (Path given : new Path[] {file, directory.resolve("missing.pem")}) {
      assertThat(
              run(
                  "serve",
                  "--port=0",
                  "--data=" + data,
                  "--tls-cert=" + given,
                  "--tls-key=" + given))
          .isEqualTo(CommandLine.ExitCode.SOFTWARE);
      assertThat(shell.err()).contains(given.toString()).doesNotContain("Exception");
      assertThat(data).doesNotExist();
    }
  }

  @Test
  void whatToTryAtAServerThatAsksForCertificatesShowsOne() {
    Path file = Path.of("f.pem");
    Access asking = new Access(file, file, file, null, null, null, "sub", "role", "spaces", 10);
    assertThat(ServingProcess.announcement("https://localhost:1", Path.of("t"), asking))
        .contains(
            "certificate of a client: curl --cacert 'f.pem' --cert CLIENT.pem --key CLIENT.key");
    assertThat(ServingProcess.announcement("http://localhost:1", Path.of("t"), Access.LOCAL))
        .contains(", try: curl -H ");
  }

  @Test
  void anAddressThatOthersReachIsRefusedInOneSentence() {
    assertThat(run("serve", "--listen", "0.0.0.0", "--port", "0"))
        .isEqualTo(CommandLine.ExitCode.SOFTWARE);
    assertThat(shell.err()).startsWith("leasehold: ").contains("--insecure-plaintext");
    assertThat(shell.err()).hasLineCount(1);
  }

  @Test
  void aDirectoryThatCannotBeMadeIsNamed(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "");
    Path below = file.resolve("data");
    assertThat(run("serve", "--port", "0", "--data", below.toString()))
        .isEqualTo(CommandLine.ExitCode.SOFTWARE);
    assertThat(shell.err())
        .contains("the data directory " + below + " cannot be used: ")
        .doesNotContain("Exception");
  }

  /** Which is no fault of the data directory. */
  @Test
  void aFileThatIsMissingElsewhereIsNamedForItself(@TempDir Path directory) {
    Path missing = directory.resolve("keys").resolve("jwks.json");
    int code =
        run(
            "serve",
            "--port=0",
            "--data=" + directory.resolve("data"),
            "--oidc-issuer=https://issuer.example",
            "--oidc-audience=leasehold",
            "--oidc-jwks=" + missing);
    assertThat(code).isNotZero();
    assertThat(shell.err())
        .contains(missing.toString())
        .doesNotContain("the data directory", "Exception");
  }
}
