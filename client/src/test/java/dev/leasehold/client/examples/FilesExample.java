package dev.leasehold.client.examples;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.files.AcquisitionRequest;
import dev.leasehold.client.files.AcquisitionResponse;
import dev.leasehold.client.files.FileLeases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Two agents that never edit the same file. */
final class FilesExample {

  private FilesExample() {}

  /** The lease lasts exactly as long as the work. */
  static void edit(LeaseholdClient client, Path login, String text) throws IOException {
    FileLeases files = FileLeases.in(client, "repo-a");

    try (HeldLease lease = files.hold("/src/api/login.ts")) {
      lease.ensureHeld(); // before each effect
      Files.writeString(login, text);
    }
  }

  /** Step by step, with answers instead of exceptions. */
  static String step(LeaseholdClient client) {
    FileLeases files = FileLeases.in(client, "repo-a");

    AcquisitionResponse response =
        files.acquireLease(
            AcquisitionRequest.of("/src/api/login.ts")
                .withTtl(Duration.ofMinutes(10))
                .withMaxRenewals(5)
                .blockingFor(Duration.ofSeconds(30)));
    if (!response.success()) {
      return response.error().orElseThrow().getDetail();
    }
    Lease lease = response.lease().orElseThrow();
    files.releaseLease(lease.getLeaseId());
    return "had " + lease.getScope(0);
  }
}
