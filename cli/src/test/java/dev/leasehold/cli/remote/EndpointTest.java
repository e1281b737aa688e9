package dev.leasehold.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {

  @ParameterizedTest
  @CsvSource({
    "localhost:7421, false, http://localhost:7421",
    "127.0.0.1, false, http://127.0.0.1:7420",
    "leases.example, true, https://leases.example:7420",
    "[::1]:7420, false, http://[::1]:7420",
    "http://a:1/, false, http://a:1",
    "https://leases.example, false, https://leases.example"
  })
  void aServerIsNamedByUrlOrHostAndPort(String given, boolean tls, String url) throws Exception {
    assertThat(Endpoint.url(given, tls)).isEqualTo(url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://", "a b", "http://a/v1", "ftp://a", "user@host:1", "http://a?x=1", ":"})
  void whatIsNoServerIsSaid(String given) {
    assertThatThrownBy(() -> Endpoint.url(given, false))
        .isInstanceOf(CallFailedException.class)
        .hasMessageContaining(given);
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:1, true",
    "http://localhost:1, true",
    "http://[::1]:1, true",
    "http://127.evil.example:1, false",
    "http://10.0.0.1:1, false"
  })
  void onlyThisMachineIsLoopback(String url, boolean loopback) {
    assertThat(Endpoint.isLoopback(url)).isEqualTo(loopback);
  }
}
