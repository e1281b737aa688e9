package dev.leasehold.client;

import dev.leasehold.api.v1.ReplyBatch;
import dev.leasehold.api.v1.RequestBatch;
import dev.leasehold.api.v1.StreamServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.concurrent.Executor;

/** One call of the server's stream. */
final class ExchangeStream extends ClientCall.Listener<ReplyBatch> {

  private static final System.Logger LOG = System.getLogger(ExchangeStream.class.getName());

  /** While one message of replies is looked at, the next may come. */
  private static final int MESSAGES_AHEAD = 2;

  private final StreamLink link;
  private final ClientCall<RequestBatch, ReplyBatch> call;

  /** When the last message came; under the link's lock. */
  long heardNanos = Long.MIN_VALUE;

  ExchangeStream(Channel channel, Executor replies, StreamLink link) {
    this.link = link;
    // Not ready as soon as a byte is waiting to be written: that is what makes batches.
    CallOptions options = CallOptions.DEFAULT.withExecutor(replies).withOnReadyThreshold(1);
    this.call = channel.newCall(StreamServiceGrpc.getExchangeMethod(), options);
  }

  void start() {
    call.start(this, new Metadata());
    call.request(MESSAGES_AHEAD);
  }

  boolean isReady() {
    return call.isReady();
  }

  void send(RequestBatch batch) {
    try {
      call.sendMessage(batch);
    } catch (IllegalStateException e) {
      // Cancelled a moment ago: its end is on its way and takes the batch to the next stream.
      LOG.log(System.Logger.Level.DEBUG, "a batch met the end of its stream", e);
    }
  }

  /** Whether nothing has come since the request was sent, although its answer should have. */
  boolean isSilentSince(PendingRequest request) {
    return request.sent
        && !request.waits
        && (heardNanos == Long.MIN_VALUE || heardNanos - request.sentNanos < 0);
  }

  void cancel(String why) {
    call.cancel(why, null);
  }

  @Override
  public void onReady() {
    link.ready();
  }

  @Override
  public void onMessage(ReplyBatch batch) {
    link.arrived(this, batch);
    call.request(1);
  }

  @Override
  public void onClose(Status status, Metadata trailers) {
    link.broken(this, status, trailers);
  }
}
