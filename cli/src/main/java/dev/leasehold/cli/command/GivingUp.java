package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.Fields;
import java.io.IOException;

/** Somebody who waits for a lease has had enough. */
public final class GivingUp implements AutoCloseable {

  private final Thread hook;

  private GivingUp(Thread hook) {
    this.hook = hook;
  }

  /** If the process is told to end before this is closed, the request is given up. */
  static GivingUp onSignal(Api api, String requestId) {
    Thread hook =
        new Thread(
            () -> {
              try {
                of(api, requestId);
              } catch (IOException e) {
                // The server lets nobody wait whose connection is gone.
              }
            });
    Runtime.getRuntime().addShutdownHook(hook);
    return new GivingUp(hook);
  }

  /** Gives up the place in the queue, or the lease if it was granted just now. */
  public static void of(Api api, String requestId) throws IOException {
    Address waiting =
        Address.of("/v1/leases")
            .with("requestId", requestId)
            .with("state", "PENDING")
            .with("state", "ACTIVE");
    for (Fields lease : api.get(waiting).fields().objects("leases")) {
      release(api, lease.text("leaseId"));
    }
  }

  public static void release(Api api, String leaseId) throws IOException {
    api.post(Address.of("/v1/leases/", leaseId, ":release"), new Body().with("reason", "ABORTED"));
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending, and the hook is at work.
    }
  }
}
