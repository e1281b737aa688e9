package dev.leasehold.testing.process;

import dev.leasehold.testing.process.load.Promises;
import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.LeaseView;
import dev.leasehold.testing.process.server.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;

/**
 * Several who wait for one path, to have it for four seconds each. Each looks at once whether it
 * has what it was told to have, keeps it until it runs out, and all of them compare what they were
 * told.
 */
final class Crowd {

  static final String SPACE = "demo";
  private static final String PATH = "/crowd";

  /** Twice as long as a machine may stand still before everybody stands in line. */
  static final Duration TTL = Duration.ofSeconds(4);

  private static final String TTL_TEXT = TTL.toSeconds() + "s";

  private final Promises promises = new Promises();
  private final List<CompletableFuture<Reply>> replies = new ArrayList<>();

  /** Somebody has it already. */
  void hold(Api holder) throws IOException {
    promises.told(holder.acquire(SPACE, PATH, TTL_TEXT).lease());
  }

  void join(Api waiter, String requestId) {
    replies.add(later(() -> look(waiter, ask(waiter, requestId))));
  }

  static Reply ask(Api waiter, String requestId) throws IOException {
    return waiter.post(
        "/v1/leases",
        Map.of(
            "space",
            SPACE,
            "paths",
            List.of(PATH),
            "ttl",
            TTL_TEXT,
            "wait",
            "25s",
            "requestId",
            requestId));
  }

  private Reply look(Api waiter, Reply reply) throws IOException {
    if (reply.isSuccess()) {
      LeaseView lease = reply.lease();
      promises.told(lease);
      Reply valid = waiter.post("/v1/leases/" + lease.leaseId() + ":validate", Map.of());
      if (!valid.isSuccess()) {
        promises.refused(lease);
      }
    }
    return reply;
  }

  static void awaitWaiting(Api admin, int count) {
    Awaitility.await()
        .until(
            () ->
                admin
                        .get("/v1/leases?space=" + SPACE + "&path=" + PATH + "&state=PENDING")
                        .json()
                        .path("leases")
                        .size()
                    == count);
  }

  /** The final answer to each. */
  List<Reply> replies() {
    return replies.stream().map(CompletableFuture::join).toList();
  }

  List<String> violations() {
    return promises.violations();
  }

  /** Something that is asked while the test goes on. */
  interface Asking {
    Reply ask() throws IOException;
  }

  static CompletableFuture<Reply> later(Asking asking) {
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                reply.complete(asking.ask());
              } catch (IOException | RuntimeException e) {
                reply.completeExceptionally(e);
              }
            });
    return reply;
  }
}
