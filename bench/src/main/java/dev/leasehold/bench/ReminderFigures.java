package dev.leasehold.bench;

import com.google.protobuf.util.Durations;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.Server;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.AddAddressRequest;
import dev.leasehold.api.v1.AddPolicyRequest;
import dev.leasehold.api.v1.AddressServiceGrpc;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.PolicyServiceGrpc;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.ServerCalls;
import dev.leasehold.node.Access;
import dev.leasehold.node.deliver.channel.DeliverySettings;
import dev.leasehold.node.time.SystemTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;

/**
 * Goal: ten thousand reminders that fall due in one minute, each posted to a webhook that takes 20
 * ms, leave the latency of acquire and release alone. Server, receiver and client are all in this
 * process.
 */
public final class ReminderFigures {

  private static final int REMINDERS = 10_000;
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration BASELINE = Duration.ofSeconds(20);
  private static final long BETWEEN_NANOS = 2_000_000;
  private static final String POLICY = "reminding";

  private final AtomicInteger received = new AtomicInteger();

  private ReminderFigures() {}

  public static void main(String[] arguments) throws Exception {
    new ReminderFigures().run(Files.createTempDirectory("reminder-figures"));
  }

  private void run(Path directory) throws Exception {
    Server receiver =
        Server.builder()
            .http(0)
            .service(
                "/",
                (ctx, asked) -> {
                  received.incrementAndGet();
                  return HttpResponse.delayed(
                      HttpResponse.of(HttpStatus.OK), Duration.ofMillis(20));
                })
            .build();
    receiver.start().join();
    try (dev.leasehold.node.Server server = start(directory.resolve("data"));
        LeaseholdClient admin =
            LeaseholdClient.connect(server.url(), Files.readString(server.adminTokenFile()))) {
      prepare(admin, "http://127.0.0.1:" + receiver.activeLocalPort() + "/");
      measure(admin, BASELINE);
      print("without reminders", measure(admin, BASELINE));
      for (int i = 0; i < REMINDERS; i++) {
        Lease unused = admin.acquire(reminded(i));
      }
      print("with reminders", measure(admin, MINUTE.plusSeconds(5)));
      System.out.printf("%d of %d were posted by then%n", received.get(), REMINDERS);
    } finally {
      receiver.stop().join();
    }
  }

  private static dev.leasehold.node.Server start(Path data) throws Exception {
    return dev.leasehold.node.Server.start(
        new dev.leasehold.node.Server.Options(
            data,
            dev.leasehold.node.Server.DEFAULT_HOST,
            0,
            false,
            new SystemTime(),
            failure -> {},
            Access.LOCAL,
            false,
            null,
            null,
            DeliverySettings.of(true, null)));
  }

  private static void prepare(LeaseholdClient admin, String receiver) {
    ServerCalls.ask(
        admin,
        PolicyServiceGrpc.getAddPolicyMethod(),
        AddPolicyRequest.newBuilder()
            .setName(POLICY)
            .setBase("file")
            .setReminderLead(Durations.fromSeconds(MINUTE.toSeconds()))
            .build());
    ServerCalls.ask(
        admin,
        AddressServiceGrpc.getAddAddressMethod(),
        AddAddressRequest.newBuilder().setWebhook(receiver).addKinds("REMINDER").build());
  }

  /** A lease whose reminder falls due within the next minute. */
  private static AcquireRequest reminded(int number) {
    long millis = MINUTE.toMillis() + 1_000 + number * MINUTE.toMillis() / REMINDERS;
    return AcquireRequest.newBuilder()
        .setPolicy(POLICY)
        .setSpace("reminders")
        .addPaths("/" + number)
        .setTtl(Durations.fromMillis(millis))
        .build();
  }

  private static Histogram measure(LeaseholdClient client, Duration length) throws Exception {
    Histogram micros = new Histogram(3);
    long end = System.nanoTime() + length.toNanos();
    while (System.nanoTime() < end) {
      long begin = System.nanoTime();
      Lease lease =
          client.acquire(AcquireRequest.newBuilder().setSpace("probe").addPaths("/one").build());
      Lease unused =
          client.release(ReleaseLeaseRequest.newBuilder().setLeaseId(lease.getLeaseId()).build());
      long took = System.nanoTime() - begin;
      micros.recordValue(took / 1_000);
      Thread.sleep(Duration.ofNanos(Math.max(0, BETWEEN_NANOS - took)));
    }
    return micros;
  }

  private static void print(String what, Histogram micros) {
    System.out.printf(
        "%s: %d cycles, p50 %d us, p99 %d us, most %d us%n",
        what,
        micros.getTotalCount(),
        micros.getValueAtPercentile(50),
        micros.getValueAtPercentile(99),
        micros.getMaxValue());
  }
}
