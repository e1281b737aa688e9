package dev.leasehold.bench.compare.drive;

import com.google.gson.Gson;
import dev.leasehold.bench.compare.client.AsynchronousClient;
import dev.leasehold.bench.compare.client.BlockingClient;
import dev.leasehold.bench.compare.client.ClientKind;
import dev.leasehold.bench.compare.client.ContendedLock;
import dev.leasehold.bench.compare.client.LockClient;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The process that a client lives in: takes orders, a line each, until its input ends. A JVM of its
 * own keeps one client's threads, collector and compiled code out of another's figures.
 */
public final class Driver {

  /** Tells outcomes from what a library may print. */
  static final String OUTCOME = "outcome: ";

  private static final Gson JSON = new Gson();

  private final ClientKind kind;
  private @Nullable LockClient<?> client;
  private Held<?> held = new Held<>();
  private int runs;

  private Driver(ClientKind kind) {
    this.kind = kind;
  }

  /** The grants that are kept. */
  private static final class Held<G> {
    private final Queue<G> arriving = new ConcurrentLinkedQueue<>();
    private Object[] grants = {};

    void settle() {
      Object[] added = arriving.toArray();
      Object[] both = java.util.Arrays.copyOf(grants, grants.length + added.length);
      System.arraycopy(added, 0, both, grants.length, added.length);
      arriving.clear();
      grants = both;
    }

    /** The nth of a slot's own: no other slot has them, so that none is renewed twice at a time. */
    @SuppressWarnings("unchecked")
    G of(int slot, long n, int slots) {
      int share = grants.length / slots;
      return (G) grants[(int) (slot + n % share * slots)];
    }
  }

  public static void main(String[] arguments) throws Exception {
    Driver driver = new Driver(ClientKind.named(arguments[0]).orElseThrow());
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = orders.readLine(); line != null; line = orders.readLine()) {
      Outcome outcome;
      try {
        outcome = driver.obey(JSON.fromJson(line, Order.class));
      } catch (Exception e) {
        e.printStackTrace();
        outcome = Outcome.failed(e.toString());
      }
      System.out.println(OUTCOME + JSON.toJson(outcome));
      System.out.flush();
    }
    // Some clients leave threads behind that are no daemons.
    System.exit(0);
  }

  private Outcome obey(Order order) throws Exception {
    switch (order.kind()) {
      case OPEN -> client = kind.open(Objects.requireNonNull(order.target()));
      case CLOSE -> close();
      default -> {
        return run(order, Objects.requireNonNull(client, "there is no connection"));
      }
    }
    return new Outcome(0, 0, 0, 0, 0, 0, 0, null);
  }

  private void close() throws Exception {
    if (client != null) {
      client.close();
    }
    client = null;
    held = new Held<>();
  }

  private Outcome run(Order order, LockClient<?> open) throws Exception {
    runs++;
    if (order.kind() == Order.Kind.CONTEND) {
      try (ContendedLock lock =
          Objects.requireNonNull(open.contended(order.inFlight()), "it has no queue")) {
        return Contention.run(order, lock);
      }
    }
    Outcome outcome =
        switch (open) {
          case AsynchronousClient<?> asynchronous -> run(order, asynchronous);
          case BlockingClient<?> blocking -> run(order, blocking);
        };
    held.settle();
    return outcome;
  }

  private <G> Outcome run(Order order, AsynchronousClient<G> open) throws InterruptedException {
    Held<G> kept = kept();
    String prefix = kind.label() + "-" + runs;
    int inFlight = order.inFlight();
    Slots.Asynchronous operation =
        switch (order.kind()) {
          case CYCLE ->
              (slot, n) -> open.acquire(open.resource(prefix, slot, n)).thenCompose(open::release);
          case HOLD ->
              (slot, n) ->
                  open.acquire(open.resource(prefix, slot, n)).thenAccept(kept.arriving::add);
          case RENEW -> (slot, n) -> open.renew(kept.of(slot, n, inFlight));
          default -> throw new IllegalArgumentException("no such run: " + order.kind());
        };
    return Slots.asynchronously(order, operation);
  }

  private <G> Outcome run(Order order, BlockingClient<G> open) throws InterruptedException {
    Held<G> kept = kept();
    String prefix = kind.label() + "-" + runs;
    int inFlight = order.inFlight();
    Slots.Blocking operation =
        switch (order.kind()) {
          case CYCLE -> (slot, n) -> open.release(open.acquire(open.resource(prefix, slot, n)));
          case HOLD -> (slot, n) -> kept.arriving.add(open.acquire(open.resource(prefix, slot, n)));
          case RENEW -> (slot, n) -> open.renew(kept.of(slot, n, inFlight));
          default -> throw new IllegalArgumentException("no such run: " + order.kind());
        };
    return Slots.blocking(order, operation);
  }

  /** The kept grants are those of the one client that is open. */
  @SuppressWarnings("unchecked")
  private <G> Held<G> kept() {
    return (Held<G>) held;
  }
}
