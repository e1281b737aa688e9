package dev.leasehold.bench.compare.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class RedisBenchmarkTextTest {

  private static final String TEXT =
      """
      SET benchmark:__rand_int__: rps=0.0 (overall: 812.0) avg_msec=1.1\r\
      ====== SET benchmark:__rand_int__ token NX PX 30000 ======
        2000 requests completed in 0.10 seconds
        50 parallel clients

      Latency by percentile distribution:
      0.000% <= 0.311 milliseconds (cumulative count 1)
      50.000% <= 1.231 milliseconds (cumulative count 1004)
      99.609% <= 7.103 milliseconds (cumulative count 1993)
      99.902% <= 8.007 milliseconds (cumulative count 1999)
      100.000% <= 9.500 milliseconds (cumulative count 2000)

      Cumulative distribution of latencies:
      0.000% <= 0.103 milliseconds (cumulative count 0)
      100.000% <= 10.103 milliseconds (cumulative count 2000)

      Summary:
        throughput summary: 20000.00 requests per second
        latency summary (msec):
                avg       min       p50       p95       p99       max
              1.520     0.304     1.231     3.407     6.103     9.503
      """;

  @Test
  void twoCommandsAreACycleAndTimesAreThoseOfOne() throws IOException {
    Outcome outcome = RedisBenchmarkText.read(TEXT, 2_000).outcome();

    assertThat(outcome.perSecond()).isEqualTo(10_000);
    assertThat(outcome.seconds()).isEqualTo(0.1);
    assertThat(outcome.p50Micros()).isEqualTo(1_231);
    assertThat(outcome.p99Micros()).isEqualTo(6_103);
    assertThat(outcome.p999Micros()).isEqualTo(8_007);
    assertThat(outcome.maxMicros()).isEqualTo(9_503);
  }

  @Test
  void anErrorIsNoResult() {
    assertThatThrownBy(() -> RedisBenchmarkText.read("Error from server: OOM", 2_000))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("OOM");
  }
}
