package dev.leasehold.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole way of the command with real servers, as short as it can be. */
@Timeout(300)
class CompareIT {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent().getParent();

  @TempDir Path directory;

  @Test
  void leaseholdAndRedisAreMeasuredAndNothingIsLeftBehind() throws Exception {
    assumeThat(ROOT.resolve("cli/target/leasehold.jar")).as("run mvn package first").exists();
    leaveOutTheServersCache();
    Path json = directory.resolve("figures.json");
    Path markdown = directory.resolve("figures.md");
    Path svg = directory.resolve("figures.svg");
    Path data = directory.resolve("data");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dleasehold.launcher=" + ROOT.resolve("leasehold"),
                "-cp",
                System.getProperty("java.class.path"),
                Compare.class.getName(),
                "--peers",
                "redis",
                "--clients",
                "java,lettuce",
                "--work",
                "cycle,contention",
                "--in-flight",
                "16",
                "--contenders",
                "4",
                "--seconds",
                "0.5",
                "--rounds",
                "2",
                "--warmup",
                "0",
                "--data",
                data.toString(),
                "--json",
                json.toString(),
                "--markdown",
                markdown.toString(),
                "--svg",
                svg.toString())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();

    assertThat(process.exitValue()).as(said).isZero();
    JsonObject report = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
    List<JsonElement> results = report.getAsJsonArray("results").asList();
    assertThat(results)
        .extracting(result -> result.getAsJsonObject().get("system").getAsString())
        .containsExactly("leasehold", "redis");
    assertThat(results)
        .allSatisfy(
            result ->
                assertThat(result.getAsJsonObject().get("cyclesPerSecond").getAsDouble())
                    .isPositive());
    assertThat(report.getAsJsonObject("work").getAsJsonArray("contention")).hasSize(1);
    assertThat(Files.readString(markdown)).contains("Redis, Lettuce");
    assertThat(Files.readString(svg)).contains("<polyline");
    assertThat(data).isEmptyDirectory();
    assertThat(ProcessHandle.allProcesses())
        .noneMatch(other -> other.info().commandLine().orElse("").contains(data.toString()));
  }

  /** The launcher takes it as being made already; it would be made after every build anew. */
  private static void leaveOutTheServersCache() throws IOException {
    String release = System.getProperty("java.version").replaceAll("[^0-9.].*", "");
    Path making = ROOT.resolve("cli/target/serve-" + release + ".aot.making");
    Files.createDirectories(making);
    making.toFile().deleteOnExit();
  }
}
