package dev.leasehold.client;

import dev.leasehold.api.v1.RequestBatch;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts requests together that are sent in one message. */
final class Batch {

  /** The most requests that a server takes in one message. */
  private static final int MAX_REQUESTS = 4_096;

  /** The most bytes that a server takes in one message, less the frame around a single request. */
  private static final int MAX_REQUEST_BYTES = (1 << 20) - 64;

  /** From here on a batch is full, so that the last of its requests does not wait for long. */
  private static final int FULL_BYTES = 1 << 16;

  private Batch() {}

  /** Says why the request can never be sent; null if it can. */
  static @Nullable String refusal(PendingRequest request) {
    int bytes = request.message.getSerializedSize();
    return bytes <= MAX_REQUEST_BYTES
        ? null
        : "it has " + bytes + " bytes, and a server takes " + MAX_REQUEST_BYTES;
  }

  /** Moves the first of the queue into a batch, and notes that they are under way from now on. */
  static RequestBatch take(
      Deque<PendingRequest> queue, Map<Long, PendingRequest> inFlight, long nowNanos) {
    RequestBatch.Builder batch = RequestBatch.newBuilder();
    int bytes = 0;
    while (!queue.isEmpty() && batch.getRequestsCount() < MAX_REQUESTS && bytes < FULL_BYTES) {
      int next = queue.element().message.getSerializedSize();
      if (bytes > 0 && bytes + next > MAX_REQUEST_BYTES) {
        break;
      }
      PendingRequest request = queue.remove();
      request.sent = true;
      request.sentNanos = nowNanos;
      inFlight.put(request.correlation(), request);
      batch.addRequests(request.message);
      // A few bytes more for the frame of each.
      bytes += next + 8;
    }
    return batch.build();
  }
}
