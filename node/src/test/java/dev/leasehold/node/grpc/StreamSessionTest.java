package dev.leasehold.node.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.leasehold.api.v1.ReplyBatch;
import dev.leasehold.api.v1.RequestBatch;
import dev.leasehold.api.v1.StreamRequest;
import dev.leasehold.api.v1.StreamServiceGrpc;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.node.operation.PresentedCredential;
import dev.leasehold.node.sequence.SequencerAtOnce;
import dev.leasehold.node.waiting.OpenRequest;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The requests of a stream take room from when they are read until they are answered. */
class StreamSessionTest {

  private static final int REQUEST_BYTES = 1_000;
  private static final int REQUESTS = 3 * StreamSession.SLICE;

  private final EmbeddedChannel connection = new EmbeddedChannel();
  private final UnreadCall call = new UnreadCall();
  private final Room room = new Room(connection.eventLoop());
  private final StreamSession session =
      new StreamSession(
          null,
          new NoSequencer(),
          new PresentedCredential("nobody", null),
          call,
          room,
          new StreamFlush(),
          over -> {});

  /** Requests that the server does not know are refused without asking anybody. */
  private static RequestBatch batch() {
    UnknownFieldSet.Field large =
        UnknownFieldSet.Field.newBuilder()
            .addLengthDelimited(ByteString.copyFrom(new byte[REQUEST_BYTES]))
            .build();
    StreamRequest request =
        StreamRequest.newBuilder()
            .setUnknownFields(UnknownFieldSet.newBuilder().addField(50_000, large).build())
            .build();
    RequestBatch.Builder batch = RequestBatch.newBuilder();
    for (int i = 0; i < REQUESTS; i++) {
      batch.addRequests(request);
    }
    return batch.build();
  }

  @Test
  void whatIsNotTakenYetCountsBetweenTwoSlices() {
    session.onMessage(batch());
    for (int slice = 1; slice < REQUESTS / StreamSession.SLICE; slice++) {
      assertThat(room.bytes).isGreaterThanOrEqualTo(REQUESTS * REQUEST_BYTES);
      connection.runPendingTasks();
    }
    assertThat(room.bytes).isGreaterThanOrEqualTo(REQUESTS * REQUEST_BYTES);

    call.isReady = true;
    session.onReady();
    assertThat(call.replies).isEqualTo(REQUESTS);
    assertThat(room.bytes).isZero();
  }

  @Test
  void whatIsAnsweredMeanwhileCountsNoMore() {
    call.isReady = true;
    session.onMessage(batch());
    assertThat(call.replies).isEqualTo(StreamSession.SLICE);
    long left = (long) (REQUESTS - StreamSession.SLICE) * REQUEST_BYTES;
    assertThat(room.bytes).isBetween(left, (long) REQUESTS * REQUEST_BYTES);
    while (connection.hasPendingTasks()) {
      connection.runPendingTasks();
    }
    assertThat(call.replies).isEqualTo(REQUESTS);
    assertThat(room.bytes).isZero();
  }

  /** A call whose client reads when it is told to. */
  private static final class UnreadCall extends ServerCall<RequestBatch, ReplyBatch> {

    private boolean isReady;
    private int replies;

    @Override
    public boolean isReady() {
      return isReady;
    }

    @Override
    public void sendMessage(ReplyBatch message) {
      replies += message.getRepliesCount();
    }

    @Override
    public void request(int messages) {}

    @Override
    public void sendHeaders(Metadata headers) {}

    @Override
    public void close(Status status, Metadata trailers) {}

    @Override
    public boolean isCancelled() {
      return false;
    }

    @Override
    public MethodDescriptor<RequestBatch, ReplyBatch> getMethodDescriptor() {
      return StreamServiceGrpc.getExchangeMethod();
    }
  }

  /** A transport that notes for how many bytes it has room. */
  private static final class Room implements CallTransport {

    private final EventLoop loop;
    private long bytes;

    Room(EventLoop loop) {
      this.loop = loop;
    }

    @Override
    public EventLoop loop() {
      return loop;
    }

    @Override
    public void undecided(long undecided) {
      bytes = undecided;
    }

    @Override
    public void replying(int reply) {}

    @Override
    public void lastForEver() {}

    @Override
    public boolean isHalfSent() {
      return false;
    }

    @Override
    public OpenRequest open(ServerCallStreamObserver<?> one, String authorization) {
      throw new UnsupportedOperationException("a stream has many requests");
    }

    @Override
    public PresentedCredential credential(Metadata headers) {
      return new PresentedCredential(null, null);
    }
  }

  /** A sequencer that nobody submits to. */
  private static final class NoSequencer extends SequencerAtOnce {

    @Override
    public CompletableFuture<Outcome> submit(Caller caller, Command command) {
      throw new UnsupportedOperationException("nothing is submitted here");
    }
  }
}
