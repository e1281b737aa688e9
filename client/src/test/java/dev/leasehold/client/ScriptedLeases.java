package dev.leasehold.client;

import static dev.leasehold.client.Samples.acquire;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.StreamRequest.RequestCase;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;

/** A client whose server answers as the test says, in a time that the test moves. */
abstract class ScriptedLeases {

  static final Duration MARGIN = Duration.ofSeconds(1);

  final MovedTiming time = new MovedTiming();
  final ScriptedServer server = new ScriptedServer();
  final LeaseholdClient client;

  ScriptedLeases(Duration requestTimeout) {
    this.client =
        server.client(
            time,
            ClientOptions.builder()
                .token("secret")
                .safetyMargin(MARGIN)
                .requestTimeout(requestTimeout)
                .build());
  }

  @AfterEach
  void close() {
    // So that nobody waits for the answers of a server that has none.
    time.close();
    server.close();
  }

  final HeldLease hold(Lease granted) {
    CompletableFuture<HeldLease> lease = client.lease(acquire()).holdAsync();
    server.next(RequestCase.ACQUIRE).answer(granted);
    return lease.join();
  }
}
