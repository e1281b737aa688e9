package dev.leasehold.testing.contract;

import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.embedded.Leasehold;
import dev.leasehold.embedded.ManualTime;
import dev.leasehold.embedded.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The client's promises with a node in this process, whose time the test moves. */
class EmbeddedClientTest extends ClientContract {

  private static final ManualTime TIME = new ManualTime();
  @TempDir private static Path directory;
  private static Leasehold leasehold;

  @BeforeAll
  static void open() throws IOException {
    leasehold = Leasehold.embedded(directory, TIME);
  }

  @AfterAll
  static void close() throws IOException {
    leasehold.close();
  }

  @Override
  LeaseholdClient agent(String name) {
    return leasehold.client(name);
  }

  @Override
  LeaseholdClient admin() {
    return leasehold.client("root", Role.ADMIN);
  }

  @Override
  void letPass(Duration duration) {
    TIME.advance(duration);
  }
}
