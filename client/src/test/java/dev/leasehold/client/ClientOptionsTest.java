package dev.leasehold.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a client connects to, and what it refuses to be told. */
class ClientOptionsTest {

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:7420, 127.0.0.1, 7420, false",
    "localhost, localhost, 7420, false",
    "[::1]:9000, [::1], 9000, false",
    "leases.example:7420, leases.example, 7420, true",
    "http://leases.example:7420, leases.example, 7420, false",
    "https://leases.example, leases.example, 443, true",
    "http://127.0.0.1:41234/, 127.0.0.1, 41234, false"
  })
  void anAddressSaysWhereAndWhetherWithTls(String address, String host, int port, boolean tls) {
    assertThat(Channels.Target.of(ClientOptions.builder().address(address).build()))
        .isEqualTo(new Channels.Target(host, port, tls));
  }

  @Test
  void whoTrustsSomebodyWantsTlsOnThisMachineToo() {
    ClientOptions options =
        ClientOptions.builder().address("localhost:7420").trust(Path.of("ca.pem")).build();

    assertThat(Channels.Target.of(options).tls()).isTrue();
  }

  @Test
  void certificatesForAnAddressWithoutTlsAreAMistake() {
    ClientOptions options =
        ClientOptions.builder().address("http://localhost:7420").trust(Path.of("ca.pem")).build();

    assertThatThrownBy(() -> Channels.Target.of(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("http://localhost:7420");
  }

  @Test
  void theEnvironmentSaysWhereAsWhomAndWithWhichCertificates() {
    ClientOptions options =
        ClientOptions.from(
                Map.of(
                    "LEASEHOLD_SERVER", "localhost:9000",
                    "LEASEHOLD_TOKEN", "secret",
                    "LEASEHOLD_TLS_CA", "ca.pem",
                    "LEASEHOLD_TLS_CERT", "own.pem",
                    "LEASEHOLD_TLS_KEY", "own.key"))
            .build();

    assertThat(Channels.Target.of(options)).isEqualTo(new Channels.Target("localhost", 9000, true));
    assertThat(options.token.get()).isEqualTo("secret");
    assertThat(options.trust).isEqualTo(Path.of("ca.pem"));
    assertThat(options.clientCertificate).isEqualTo(Path.of("own.pem"));
    assertThat(options.clientKey).isEqualTo(Path.of("own.key"));
  }

  @Test
  void anEnvironmentWithNothingInItIsAllDefaults() {
    ClientOptions options =
        ClientOptions.from(Map.of("LEASEHOLD_SERVER", " ", "LEASEHOLD_TLS_CA", "")).build();

    assertThat(Channels.Target.of(options))
        .isEqualTo(new Channels.Target("127.0.0.1", ClientOptions.DEFAULT_PORT, false));
    assertThat(options.token.get()).isEmpty();
    assertThat(options.trust).isNull();
    assertThat(options.clientCertificate).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"LEASEHOLD_TLS_CERT", "LEASEHOLD_TLS_KEY"})
  void aCertificateAndItsKeyComeTogether(String alone) {
    assertThatThrownBy(() -> ClientOptions.from(Map.of(alone, "own.pem")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("LEASEHOLD_TLS_CERT and LEASEHOLD_TLS_KEY");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":7420", "ftp://localhost:7420", "local host:7420"})
  void whatIsNoAddressIsRefused(String address) {
    ClientOptions options = ClientOptions.builder().address(address).build();

    assertThatThrownBy(() -> Channels.Target.of(options))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void settingsThatMakeNoSenseAreRefused() {
    ClientOptions.Builder builder = ClientOptions.builder();

    assertThatThrownBy(() -> builder.renewalFraction(1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder.renewalFraction(Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder.requestTimeout(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder.safetyMargin(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder.maxUnanswered(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
