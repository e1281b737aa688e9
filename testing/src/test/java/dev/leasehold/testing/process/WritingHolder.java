package dev.leasehold.testing.process;

import dev.leasehold.client.ClientOptions;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseLostException;
import dev.leasehold.client.LeaseholdClient;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that holds a lease and writes as long as it does. When it has lost the lease it says
 * so, and then writes once more without asking, as a careless program would.
 */
final class WritingHolder {

  static final Duration TTL = Duration.ofSeconds(2);

  private static final long PAUSE_NANOS = 5_000_000;

  private WritingHolder() {}

  /** Takes the port of the register; the server and the token are in the environment. */
  public static void main(String[] arguments) throws Exception {
    int register = Integer.parseInt(arguments[0]);
    ClientOptions options = ClientOptions.fromEnvironment().build();
    try (LeaseholdClient client = LeaseholdClient.connect(options);
        HeldLease lease = client.lease("demo").path("/register").ttl(TTL).hold()) {
      CountDownLatch told = new CountDownLatch(1);
      lease.onLost(
          loss -> {
            System.out.println("told " + loss.cause());
            told.countDown();
          });
      System.out.println("holding " + lease.fencingToken());
      writeWhileHeld(lease, register);
      boolean accepted = FencedRegister.write(register, lease.fencingToken());
      System.out.println(accepted ? "careless write accepted" : "careless write refused");
      told.await();
    }
  }

  private static void writeWhileHeld(HeldLease lease, int register) throws IOException {
    try {
      while (true) {
        lease.ensureHeld();
        if (!FencedRegister.write(register, lease.fencingToken())) {
          // It was stopped between the look at the lease and the write.
          System.out.println("refused in time");
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (LeaseLostException e) {
      System.out.println("lost " + e.loss().cause());
    }
  }
}
