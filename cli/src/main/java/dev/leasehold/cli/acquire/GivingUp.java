package dev.leasehold.cli.acquire;

import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import java.io.IOException;

/** Gives up the wait for a lease when this process is told to end. */
public final class GivingUp implements AutoCloseable {

  private final Thread hook;

  private GivingUp(Thread hook) {
    this.hook = hook;
  }

  /** If the process is told to end before this is closed, the request is given up. */
  static GivingUp onSignal(Acquisition acquisition) {
    Thread hook =
        new Thread(
            () -> {
              try {
                acquisition.giveUp();
              } catch (IOException e) {
                // The server lets nobody wait whose connection is gone.
              }
            });
    Runtime.getRuntime().addShutdownHook(hook);
    return new GivingUp(hook);
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
