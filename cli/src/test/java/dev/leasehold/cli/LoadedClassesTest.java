package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.remote.Exit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A call starts quickly because it loads little. */
class LoadedClassesTest {

  @ParameterizedTest
  @ValueSource(strings = {"ls", "doctor"})
  void aCallLoadsNeitherTheNodeNorTheGrpcStack(String command) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xlog:class+load:stdout",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName(),
                command,
                "--server",
                "127.0.0.1:1",
                "--token",
                "t")
            .redirectErrorStream(true)
            .start();
    String log = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isEqualTo(command.equals("ls") ? Exit.UNAVAILABLE.code() : 1);
    assertThat(log).contains("dev.leasehold.cli.remote.Api ");
    assertThat(log.lines())
        .noneMatch(
            line ->
                line.contains("dev.leasehold.node")
                    || line.contains("dev.leasehold.kernel")
                    || line.contains("dev.leasehold.api.v1")
                    || line.contains("io.grpc")
                    || line.contains("io.netty")
                    || line.contains("logback")
                    || line.contains("fasterxml.jackson"));
  }
}
