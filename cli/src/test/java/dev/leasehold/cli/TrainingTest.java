package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The runs that the launcher's archives of classes are made from. */
@Timeout(180)
class TrainingTest {

  @Test
  void callsAreTrainedWithoutTheGrpcStack() throws Exception {
    assertThat(loadedIn("calls"))
        .contains("dev.leasehold.cli.display.LeaseCard ")
        .doesNotContain("io.grpc", "com.sun.jna");
  }

  /** As far as the call that would keep the lease, and no further: no command is started. */
  @Test
  void runIsTrainedWithTheGrpcStackAndStartsNothing() throws Exception {
    assertThat(loadedIn("run"))
        .contains("dev.leasehold.cli.run.LeaseKeeper ", "com.sun.jna.Native ")
        .contains("io.grpc.internal.ManagedChannelImpl ", "dev.leasehold.client.RefusedException ")
        .doesNotContain("dev.leasehold.cli.process.Spawn ", "dev.leasehold.node");
  }

  private static String loadedIn(String calls) throws Exception {
    Process training =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xlog:class+load:stdout",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Training.class.getName(),
                calls)
            .redirectErrorStream(true)
            .start();
    String log = new String(training.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(training.waitFor()).isZero();
    return log;
  }
}
