package dev.leasehold.cli;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import dev.leasehold.api.v1.RenewLeaseRequest;
import dev.leasehold.client.ClientOptions;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.node.Server;
import dev.leasehold.node.time.SystemTime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * A server with an empty data directory, under load for a few seconds, so that a JVM that records
 * what it loads and which of its methods are busy sees what a server needs.
 */
final class TrainingLoad {

  /** Long enough for the busiest methods to be compiled with all that is known of them. */
  private static final Duration DURATION =
      Duration.ofSeconds(Integer.getInteger("leasehold.training.seconds", 8));

  /** A JVM that records is slow, the more so beside others, and nobody waits for it. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final int IN_FLIGHT = 64;

  private static final String SPACE = "training";

  private final LeaseholdClient client;
  private int count;

  private TrainingLoad(LeaseholdClient client) {
    this.client = client;
  }

  static void run() throws Exception {
    Path data = Files.createTempDirectory("leasehold-training");
    try (Server server = Server.start(Server.Options.local(data, new SystemTime()))) {
      String token = Files.readString(server.adminTokenFile()).strip();
      URI url = URI.create(server.url());
      ClientOptions options =
          ClientOptions.builder()
              .address(url.getHost() + ":" + url.getPort())
              .token(token)
              .requestTimeout(PATIENCE)
              .build();
      try (LeaseholdClient client = LeaseholdClient.connect(options)) {
        TrainingLoad load = new TrainingLoad(client);
        load.cycles();
        long end = System.nanoTime() + DURATION.toNanos();
        while (System.nanoTime() - end < 0) {
          load.cycles();
          callOverHttp(url, token);
        }
      }
    } finally {
      delete(data);
    }
  }

  /** Some cycles at a time, each an acquire, a renewal and a release. */
  private void cycles() {
    List<CompletableFuture<Lease>> cycles = new ArrayList<>();
    for (int i = 0; i < IN_FLIGHT; i++) {
      cycles.add(cycle("/" + count++));
    }
    cycles.forEach(CompletableFuture::join);
  }

  private CompletableFuture<Lease> cycle(String path) {
    return client
        .async()
        .acquire(AcquireRequest.newBuilder().setSpace(SPACE).addPaths(path).build())
        .thenCompose(
            lease ->
                client
                    .async()
                    .renew(RenewLeaseRequest.newBuilder().setLeaseId(lease.getLeaseId()).build()))
        .thenCompose(
            lease ->
                client
                    .async()
                    .release(
                        ReleaseLeaseRequest.newBuilder().setLeaseId(lease.getLeaseId()).build()));
  }

  /** An acquire that is refused because its space is missing, and a list. */
  private static void callOverHttp(URI url, String token) throws IOException, InterruptedException {
    HttpClient http = HttpClient.newHttpClient();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url.resolve("/v1/leases"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json");
    http.send(request.GET().build(), HttpResponse.BodyHandlers.discarding());
    http.send(
        request.POST(HttpRequest.BodyPublishers.ofString("{\"paths\":[\"/a\"]}")).build(),
        HttpResponse.BodyHandlers.discarding());
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
