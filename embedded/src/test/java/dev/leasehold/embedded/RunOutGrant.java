package dev.leasehold.embedded;

import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.ReplyBatch;
import dev.leasehold.api.v1.StreamReply;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** The first grant runs out on its way, and the reply says so as a server would. */
public record RunOutGrant(ManualTime time, Duration ttl, AtomicBoolean over)
    implements ClientInterceptor {

  public RunOutGrant(ManualTime time, Duration ttl) {
    this(time, ttl, new AtomicBoolean());
  }

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void start(Listener<R> listener, Metadata headers) {
        super.start(
            new SimpleForwardingClientCallListener<>(listener) {
              @Override
              @SuppressWarnings("unchecked")
              public void onMessage(R message) {
                super.onMessage(
                    message instanceof ReplyBatch batch ? (R) withoutFirstGrant(batch) : message);
              }
            },
            headers);
      }
    };
  }

  private ReplyBatch withoutFirstGrant(ReplyBatch batch) {
    ReplyBatch.Builder changed = ReplyBatch.newBuilder();
    for (StreamReply reply : batch.getRepliesList()) {
      changed.addReplies(
          reply.hasLease() && over.compareAndSet(false, true) ? runOut(reply) : reply);
    }
    return changed.build();
  }

  private StreamReply runOut(StreamReply grant) {
    time.advance(ttl);
    return StreamReply.newBuilder()
        .setCorrelation(grant.getCorrelation())
        .setProblem(
            Problem.newBuilder()
                .setCode("LEASE_EXPIRED")
                .setDetail("it has run out")
                .setLeaseId(grant.getLease().getLeaseId()))
        .build();
  }
}
