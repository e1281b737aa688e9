package dev.leasehold.node.wire;

import com.google.protobuf.Any;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.grpc.GrpcClientBuilder;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.ReplyBatch;
import dev.leasehold.api.v1.RequestBatch;
import dev.leasehold.api.v1.StreamReply;
import dev.leasehold.api.v1.StreamRequest;
import dev.leasehold.api.v1.StreamServiceGrpc.StreamServiceStub;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** One stream for each token. Lists and administration, which it lacks, go as single calls. */
final class StreamWire implements Wire {

  private final String url;
  private final ClientFactory connections = ClientFactory.builder().build();
  private final GrpcWire calls;
  private final Map<String, Client> clients = new ConcurrentHashMap<>();
  private final AtomicLong correlations = new AtomicLong();

  StreamWire(String url) {
    this.url = url;
    this.calls = new GrpcWire(url);
  }

  @Override
  public Sent send(String token, Message request) {
    return fieldOf(request)
        .map(field -> clients.computeIfAbsent(token, this::connect).send(field, request))
        .orElseGet(() -> calls.send(token, request));
  }

  private static Optional<FieldDescriptor> fieldOf(Message request) {
    return StreamRequest.getDescriptor().getOneofs().get(0).getFields().stream()
        .filter(field -> field.getMessageType().equals(request.getDescriptorForType()))
        .findFirst();
  }

  private Client connect(String token) {
    GrpcClientBuilder builder =
        GrpcClients.builder("gproto+" + url + "/")
            .factory(connections)
            .responseTimeout(Duration.ZERO)
            .maxResponseLength(0);
    if (!token.isEmpty()) {
      builder.setHeader("authorization", "Bearer " + token);
    }
    Client client = new Client(token);
    builder.build(StreamServiceStub.class).exchange(client);
    return client;
  }

  private final class Client implements ClientResponseObserver<RequestBatch, ReplyBatch> {
    private final String token;
    private final Map<Long, CompletableFuture<Message>> open = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private Throwable refusal;
    private ClientCallStreamObserver<RequestBatch> requests;

    Client(String token) {
      this.token = token;
    }

    synchronized Sent send(FieldDescriptor field, Message request) {
      StreamRequest.Builder one = StreamRequest.newBuilder();
      one.setCorrelation(correlations.incrementAndGet()).setField(field, request);
      CompletableFuture<Message> answer = new CompletableFuture<>();
      open.put(one.getCorrelation(), answer);
      if (refusal == null) {
        requests.onNext(RequestBatch.newBuilder().addRequests(one).build());
      } else {
        complete(answer, refusal);
      }
      return new Sent(answer, this::hangUp);
    }

    private void hangUp() {
      clients.remove(token, this);
      requests.cancel("hung up", null);
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<RequestBatch> stream) {
      requests = stream;
    }

    @Override
    public void onNext(ReplyBatch batch) {
      for (StreamReply reply : batch.getRepliesList()) {
        FieldDescriptor outcome =
            reply.getOneofFieldDescriptor(StreamReply.getDescriptor().getOneofs().get(0));
        open.remove(reply.getCorrelation()).complete((Message) reply.getField(outcome));
      }
    }

    /** The stream itself is refused, and with it all that was and will be sent on it. */
    @Override
    public synchronized void onError(Throwable failure) {
      refusal = failure;
      clients.remove(token, this);
      open.values().forEach(answer -> complete(answer, failure));
      end.complete(null);
    }

    private static void complete(CompletableFuture<Message> answer, Throwable failure) {
      try {
        Any detail = StatusProto.fromThrowable(failure).getDetails(0);
        Problem problem = detail.unpack(Problem.class);
        GrpcWire.assertStatus(Status.fromThrowable(failure), problem);
        answer.complete(problem);
      } catch (InvalidProtocolBufferException | RuntimeException | AssertionError e) {
        failure.addSuppressed(e);
        answer.completeExceptionally(failure);
      }
    }

    @Override
    public void onCompleted() {
      clients.remove(token, this);
      end.complete(null);
    }

    synchronized void close() {
      requests.onCompleted();
    }
  }

  @Override
  public void close() {
    for (Client client : List.copyOf(clients.values())) {
      client.close();
      client.end.orTimeout(WireClient.PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }
    calls.close();
    connections.close();
  }
}
