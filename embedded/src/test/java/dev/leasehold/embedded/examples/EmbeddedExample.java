package dev.leasehold.embedded.examples;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.embedded.Leasehold;
import dev.leasehold.embedded.ManualTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongConsumer;

/** The Java of the guide to the embedded node. */
final class EmbeddedExample {

  private EmbeddedExample() {}

  /** Does something under a lease of a node in this process. */
  static void holdALease(Path directory, LongConsumer index) throws IOException {
    try (Leasehold leasehold = Leasehold.embedded(directory);
        LeaseholdClient client = leasehold.client("indexer");
        HeldLease lease = client.lease("repo-a").path("/src/api").hold()) {
      lease.ensureHeld(); // before each effect
      index.accept(lease.fencingToken());
    }
  }

  /** Lets a lease end without waiting for it. */
  static void moveTime(Path directory) throws IOException {
    ManualTime time = new ManualTime();
    try (Leasehold leasehold = Leasehold.embedded(directory, time)) {
      LeaseholdClient first = leasehold.client("first");
      LeaseholdClient second = leasehold.client("second");
      first.async().acquire(aMinuteOf("/src/api")).join();
      time.advance(Duration.ofMinutes(2));
      second.async().acquire(aMinuteOf("/src/api")).join(); // the first one's is over
    }
  }

  static AcquireRequest aMinuteOf(String path) {
    return AcquireRequest.newBuilder()
        .setSpace("repo-a")
        .addPaths(path)
        .setTtl(com.google.protobuf.Duration.newBuilder().setSeconds(60))
        .build();
  }
}
