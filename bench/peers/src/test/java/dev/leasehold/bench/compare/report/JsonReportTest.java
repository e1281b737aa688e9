package dev.leasehold.bench.compare.report;

import static dev.leasehold.bench.compare.client.ClientKind.JAVA;
import static dev.leasehold.bench.compare.client.ClientKind.LETTUCE;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonReportTest {

  private static JsonObject report(Sample... samples) {
    String text = JsonReport.of(Row.of(List.of(samples)), Samples.FACTS);
    return JsonParser.parseString(text).getAsJsonObject();
  }

  @Test
  void aResultHasTheFieldsThatOthersRelyOn() {
    JsonObject result =
        report(Samples.cycle(LETTUCE, 64, 0, 50), Samples.cycle(LETTUCE, 64, 1, 70))
            .getAsJsonArray("results")
            .get(0)
            .getAsJsonObject();

    assertThat(result.get("system").getAsString()).isEqualTo("redis");
    assertThat(result.get("client").getAsString()).isEqualTo("lettuce");
    assertThat(result.get("inFlight").getAsInt()).isEqualTo(64);
    assertThat(result.get("cyclesPerSecond").getAsDouble()).isEqualTo(60);
    assertThat(result.get("p50Micros").getAsLong()).isEqualTo(10);
    assertThat(result.get("p99Micros").getAsLong()).isEqualTo(20);
    assertThat(result.get("p999Micros").getAsLong()).isEqualTo(30);
  }

  @Test
  void resultsAreCyclesOnlyAndOtherWorkStandsBesideThem() {
    JsonObject report =
        report(Samples.cycle(JAVA, 64, 0, 100), Samples.sample(Work.CONTENTION, JAVA, 64, 0, 9));

    assertThat(report.getAsJsonArray("results")).hasSize(1);
    assertThat(report.getAsJsonObject("work").getAsJsonArray("contention")).hasSize(1);
  }

  @Test
  void whatReadersHaveToKnowIsThere() {
    JsonObject report = report();

    assertThat(report.get("date").getAsString()).isEqualTo("2031-05-06");
    assertThat(report.get("command").getAsString()).isEqualTo(Samples.FACTS.command());
    assertThat(report.getAsJsonArray("results")).isEmpty();
  }
}
