package dev.leasehold.adapters.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.client.ClientOptions;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.embedded.Leasehold;
import dev.leasehold.embedded.ManualTime;
import dev.leasehold.embedded.Role;
import dev.leasehold.embedded.RunOutGrant;
import io.grpc.ClientInterceptors;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A lock whose lease was granted and ran out before that was known here. */
@Timeout(180)
class RunOutGrantTest {

  private static final Duration TTL = Duration.ofSeconds(30);

  @TempDir private Path directory;
  private final ManualTime time = new ManualTime();
  private Leasehold leasehold;
  private LeaseholdClient client;
  private LeaseholdLock lock;

  @BeforeEach
  void open() throws IOException {
    leasehold = Leasehold.embedded(directory, time);
    client =
        LeaseholdClient.over(
            ClientInterceptors.intercept(leasehold.channel(), new RunOutGrant(time, TTL)),
            ClientOptions.builder().token(leasehold.token("slow", Role.AGENT)).build());
    lock = new LeaseholdLockRegistry(client, "locks", TTL).obtain("a");
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    leasehold.close();
  }

  @Test
  void isAskedForAgainByWhoeverWaits() throws Exception {
    assertThat(lock.tryLock(1, TimeUnit.MINUTES)).isTrue();
    lock.lease().ensureHeld();
    lock.unlock();
  }

  @Test
  void isAskedForAgainByWhoeverWaitsForEver() {
    lock.lock();
    lock.lease().ensureHeld();
    lock.unlock();
  }

  @Test
  void isNotGotByWhoeverDoesNotWait() {
    assertThat(lock.tryLock()).isFalse();
    assertThat(lock.tryLock()).isTrue();
    lock.unlock();
  }
}
