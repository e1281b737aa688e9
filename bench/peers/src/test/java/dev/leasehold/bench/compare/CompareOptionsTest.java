package dev.leasehold.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.bench.compare.client.ClientKind;
import dev.leasehold.bench.compare.report.Work;
import dev.leasehold.bench.compare.server.ServerKind;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompareOptionsTest {

  @Test
  void withoutOptionsAllAreComparedInUnderHalfAnHour() {
    CompareOptions options = CompareOptions.parse();

    assertThat(ClientKind.values()).allMatch(options::wants);
    assertThat(options.inFlight()).containsExactly(1, 16, 64, 256, 1_024);
    assertThat(Programme.expectedSeconds(options)).isLessThan(30 * 60);
  }

  @Test
  void theCommandOfTheDocumentsIsRead() {
    CompareOptions options =
        CompareOptions.parse(
            "--peers",
            "redis,etcd",
            "--in-flight",
            "1,64,256",
            "--seconds",
            "2.5",
            "--rounds",
            "7",
            "--json",
            "figures.json");

    assertThat(options.peers())
        .containsExactlyInAnyOrder(ServerKind.LEASEHOLD, ServerKind.REDIS, ServerKind.ETCD);
    assertThat(options.inFlight()).containsExactly(1, 64, 256);
    assertThat(options.seconds()).isEqualTo(2.5);
    assertThat(options.rounds()).isEqualTo(7);
    assertThat(options.json()).isEqualTo(Path.of("figures.json"));
    assertThat(options.wants(ClientKind.HIKARI)).isFalse();
  }

  @Test
  void leaseholdAloneAndSingleClientsCanBeChosen() {
    CompareOptions alone = CompareOptions.parse("--peers", "none");
    CompareOptions one = CompareOptions.parse("--clients", "lettuce");

    assertThat(alone.peers()).containsExactly(ServerKind.LEASEHOLD);
    assertThat(List.of(ClientKind.values()).stream().filter(one::wants))
        .containsExactly(ClientKind.JAVA, ClientKind.LETTUCE);
  }

  @Test
  void theCommandIsToldWithoutPlacesOnThisMachine() {
    assertThat(
            CompareOptions.command(
                "--json", "/home/x/a.json", "--peers", "redis", "--full", "--data", "/mnt/fast"))
        .isEqualTo("bench/compare --peers redis --full");
    assertThat(CompareOptions.command()).isEqualTo("bench/compare");
  }

  @Test
  void fullIsAllWork() {
    assertThat(CompareOptions.parse("--full").work()).containsExactly(Work.values());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--peers mysql",
        "--peers redis,",
        "--clients jedis",
        "--work sleep",
        "--in-flight 0",
        "--in-flight 1.5",
        "--in-flight 5000",
        "--seconds 0",
        "--seconds -1",
        "--seconds soon",
        "--rounds NaN",
        "--contenders 65",
        "--round 3",
        "--json"
      })
  void whatCannotBeMeantIsRefused(String line) {
    assertThatThrownBy(() -> CompareOptions.parse(line.split(" ")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
