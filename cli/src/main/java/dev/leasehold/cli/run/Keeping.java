package dev.leasehold.cli.run;

import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.cli.command.GivingUp;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Endpoint;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.client.ClientOptions;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseLostException;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.LeaseholdException;
import dev.leasehold.client.RefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The client that keeps the lease, connected before there is one: a short lease must not wait. */
final class Keeping implements AutoCloseable {

  /** Nobody waits longer for a server that may be gone when there is nothing left to protect. */
  private static final Duration FAREWELL = Duration.ofSeconds(3);

  /** No lease has this id. To ask for it opens the connection. */
  private static final String NONE = "none";

  private final LeaseholdClient client;
  private final Api api;

  private Keeping(LeaseholdClient client, Api api) {
    this.client = client;
    this.api = api;
  }

  static Keeping prepare(Api api, Grace grace) {
    Endpoint endpoint = api.endpoint();
    ClientOptions.Builder options =
        ClientOptions.builder()
            .address(endpoint.url())
            .token(endpoint.token())
            .safetyMargin(grace.margin());
    if (endpoint.authority() != null) {
      options.trust(endpoint.authority());
    }
    Path certificate = endpoint.tls().certificate();
    Path key = endpoint.tls().key();
    if (certificate != null && key != null) {
      options.clientCertificate(certificate, key);
    }
    Keeping keeping = new Keeping(LeaseholdClient.connect(options.build()), api);
    CompletableFuture.runAsync(keeping::openConnection);
    return keeping;
  }

  private void openConnection() {
    client.async().get(GetLeaseRequest.newBuilder().setLeaseId(NONE).build());
  }

  LeaseholdClient client() {
    return client;
  }

  HeldLease keep(String leaseId) throws IOException {
    try {
      HeldLease held = client.keep(leaseId);
      EndWatch.begin(client, held);
      return held;
    } catch (LeaseholdException e) {
      try {
        GivingUp.release(api, leaseId);
      } catch (IOException ignored) {
        // It ends with its ttl.
      }
      throw new CallFailedException(
          e instanceof RefusedException || e instanceof LeaseLostException
              ? Exit.ENDED
              : Exit.UNAVAILABLE,
          "the lease was granted and could not be kept: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    CompletableFuture.runAsync(client::close)
        .completeOnTimeout(null, FAREWELL.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }
}
