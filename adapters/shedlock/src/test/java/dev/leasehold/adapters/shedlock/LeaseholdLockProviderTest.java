package dev.leasehold.adapters.shedlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.api.v1.CheckPathRequest;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.embedded.Leasehold;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.test.support.AbstractExtensibleLockProviderIntegrationTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** ShedLock's own suites for lock providers, extensible ones and many threads. */
@Timeout(180)
class LeaseholdLockProviderTest extends AbstractExtensibleLockProviderIntegrationTest {

  @TempDir private static Path directory;
  private static Leasehold leasehold;
  private static LeaseholdClient client;

  @BeforeAll
  static void open() throws IOException {
    leasehold = Leasehold.embedded(directory);
    client = leasehold.client("scheduler");
  }

  @AfterAll
  static void close() throws IOException {
    leasehold.close();
  }

  @Override
  protected ExtensibleLockProvider getLockProvider() {
    return new LeaseholdLockProvider(client);
  }

  /** ShedLock's own 50 ms are sometimes over before the reply arrives, which is then no lock. */
  @Override
  public void shouldTimeout() throws InterruptedException {
    doTestTimeout(Duration.ofSeconds(1));
  }

  @Override
  protected void assertUnlocked(String lockName) {
    assertThat(isFree(lockName)).isTrue();
  }

  @Override
  protected void assertLocked(String lockName) {
    assertThat(isFree(lockName)).isFalse();
  }

  private static boolean isFree(String lockName) {
    return client
        .check(
            CheckPathRequest.newBuilder()
                .setSpace(LeaseholdLockProvider.DEFAULT_SPACE)
                .addPath("/" + lockName)
                .build())
        .getFree();
  }
}
