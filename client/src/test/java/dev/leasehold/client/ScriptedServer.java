package dev.leasehold.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.api.v1.AcknowledgeNoticesResponse;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.LeaseServiceGrpc.LeaseServiceImplBase;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.ListLeasesResponse;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.ReplyBatch;
import dev.leasehold.api.v1.RequestBatch;
import dev.leasehold.api.v1.StreamReply;
import dev.leasehold.api.v1.StreamRequest;
import dev.leasehold.api.v1.StreamServiceGrpc.StreamServiceImplBase;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** A server of real gRPC whose every answer a test gives itself. */
final class ScriptedServer implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 60;

  static {
    Awaitility.setDefaultTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private final String name = UUID.randomUUID().toString();
  private final Server server;
  private final ManagedChannel channel;
  private final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();
  private final Queue<ServerCallStreamObserver<ReplyBatch>> streams = new ConcurrentLinkedQueue<>();
  private final Queue<ListLeasesRequest> lists = new ConcurrentLinkedQueue<>();
  final Queue<Integer> batchSizes = new ConcurrentLinkedQueue<>();
  volatile boolean reads = true;
  volatile Status welcome = Status.OK;
  volatile ListLeasesResponse listed = ListLeasesResponse.getDefaultInstance();

  ScriptedServer() {
    try {
      server =
          InProcessServerBuilder.forName(name)
              .addService(new Streams())
              .addService(new Lists())
              .build()
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    channel = InProcessChannelBuilder.forName(name).build();
  }

  LeaseholdClient client(Timing timing, ClientOptions options) {
    return new LeaseholdClient(Connection.over(channel, options, timing));
  }

  /** The next request, whatever it is. */
  Asked next() {
    try {
      Asked next = asked.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      assertThat(next).as("a request").isNotNull();
      return next;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  Asked next(StreamRequest.RequestCase expected) {
    Asked next = next();
    assertThat(next.request().getRequestCase()).isEqualTo(expected);
    return next;
  }

  boolean hasRequest() {
    return !asked.isEmpty();
  }

  /** How many of those that nobody has looked at are such. */
  long waiting(Predicate<StreamRequest> kind) {
    return asked.stream().filter(one -> kind.test(one.request())).count();
  }

  List<ListLeasesRequest> lists() {
    return List.copyOf(lists);
  }

  int openedStreams() {
    return streams.size();
  }

  /** Ends the last stream as a failing network does. */
  void breakStream(Status status) {
    ServerCallStreamObserver<ReplyBatch> last = null;
    for (ServerCallStreamObserver<ReplyBatch> stream : streams) {
      last = stream;
    }
    assertThat(last).isNotNull();
    synchronized (last) {
      if (status.isOk()) {
        last.onCompleted();
      } else {
        last.onError(status.asRuntimeException());
      }
    }
  }

  void readOn() {
    reads = true;
    streams.forEach(stream -> stream.request(1));
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.shutdownNow();
  }

  /** A request, and the way to answer it. */
  record Asked(StreamRequest request, StreamObserver<ReplyBatch> stream) {

    void answer(StreamReply.Builder reply) {
      reply.setCorrelation(request.getCorrelation());
      synchronized (stream) {
        stream.onNext(ReplyBatch.newBuilder().addReplies(reply).build());
      }
    }

    void answer(Lease lease) {
      answer(StreamReply.newBuilder().setLease(lease));
    }

    void acknowledge() {
      answer(
          StreamReply.newBuilder()
              .setAcknowledged(AcknowledgeNoticesResponse.getDefaultInstance()));
    }

    void refuse(String code, String leaseId) {
      answer(
          StreamReply.newBuilder()
              .setProblem(
                  Problem.newBuilder()
                      .setCode(code)
                      .setDetail("refused by the script")
                      .setLeaseId(leaseId)));
    }
  }

  /** For a stream that is over. */
  private static final class Deaf implements StreamObserver<RequestBatch> {
    @Override
    public void onNext(RequestBatch batch) {
      // Nobody reads it.
    }

    @Override
    public void onError(Throwable failure) {
      // Nobody reads it.
    }

    @Override
    public void onCompleted() {
      // Nobody reads it.
    }
  }

  private final class Streams extends StreamServiceImplBase {
    @Override
    public StreamObserver<RequestBatch> exchange(StreamObserver<ReplyBatch> replies) {
      ServerCallStreamObserver<ReplyBatch> stream = (ServerCallStreamObserver<ReplyBatch>) replies;
      stream.disableAutoRequest();
      if (!welcome.isOk()) {
        stream.onError(welcome.asRuntimeException());
        return new Deaf();
      }
      streams.add(stream);
      if (reads) {
        stream.request(1);
      }
      stream.setOnCancelHandler(() -> {});
      return new StreamObserver<>() {
        @Override
        public void onNext(RequestBatch batch) {
          // First, so that the client may send again when a test has seen the request.
          if (reads) {
            stream.request(1);
          }
          batchSizes.add(batch.getRequestsCount());
          batch.getRequestsList().forEach(request -> asked.add(new Asked(request, stream)));
        }

        @Override
        public void onError(Throwable failure) {
          // The client has gone.
        }

        @Override
        public void onCompleted() {
          stream.onCompleted();
        }
      };
    }
  }

  private final class Lists extends LeaseServiceImplBase {
    @Override
    public void listLeases(ListLeasesRequest request, StreamObserver<ListLeasesResponse> observer) {
      lists.add(request);
      observer.onNext(listed);
      observer.onCompleted();
    }
  }
}
