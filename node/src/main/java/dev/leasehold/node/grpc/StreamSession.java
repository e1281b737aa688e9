package dev.leasehold.node.grpc;

import com.google.protobuf.Message;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.ConvertLeaseRequest;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.ReplyBatch;
import dev.leasehold.api.v1.RequestBatch;
import dev.leasehold.api.v1.StreamRequest;
import dev.leasehold.node.authorise.AccessDecision;
import dev.leasehold.node.operation.Dispatcher;
import dev.leasehold.node.operation.Operation;
import dev.leasehold.node.operation.Operations;
import dev.leasehold.node.operation.PresentedCredential;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.operation.codec.SchemaCheck;
import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.problem.Problems;
import dev.leasehold.node.operation.translate.Answer;
import dev.leasehold.node.sequence.Sequencer;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.netty.channel.EventLoop;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One stream: requests come in and replies go out in batches.
 *
 * <p>Batching is natural. Outcomes queue up while a message is on its way; when it has left, all of
 * them become the next message. An outcome is turned into its reply only then, so a client that
 * does not read costs no more than the outcomes of the requests that it may have unanswered.
 *
 * <p>All but {@link #execute} and {@link #stop} happens on the stream's event loop.
 */
final class StreamSession extends ServerCall.Listener<RequestBatch> implements Executor {

  /** Enough to keep the journal busy for several blocks; with more, memory would pay. */
  static final int MAX_UNANSWERED = 4_096;

  /**
   * As many as may wait on one resource. They take no part in the count above, or they could keep
   * out the very release that they wait for.
   */
  static final int MAX_UNANSWERED_WAITS = 10_000;

  private final Dispatcher dispatcher;
  private final Sequencer sequencer;
  private final PresentedCredential shown;
  private final ServerCall<RequestBatch, ReplyBatch> call;
  private final EventLoop eventLoop;
  private final StreamFlush flush;
  private final Consumer<StreamSession> whenOver;
  private final Queue<Runnable> outcomes = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean scheduled = new AtomicBoolean();
  private final Set<StreamedRequest> waits = new HashSet<>();
  private final OutgoingReplies outgoing = new OutgoingReplies();
  private boolean sending;
  private int unanswered;
  private boolean reading;
  private boolean finished;
  private boolean over;

  StreamSession(
      Dispatcher dispatcher,
      Sequencer sequencer,
      PresentedCredential shown,
      ServerCall<RequestBatch, ReplyBatch> call,
      EventLoop eventLoop,
      StreamFlush flush,
      Consumer<StreamSession> whenOver) {
    this.dispatcher = dispatcher;
    this.sequencer = sequencer;
    this.shown = shown;
    this.call = call;
    this.eventLoop = eventLoop;
    this.flush = flush;
    this.whenOver = whenOver;
  }

  void begin() {
    call.sendHeaders(new Metadata());
    readOn();
  }

  /** Ends the stream when all that was read is answered. Any thread. */
  void stop() {
    eventLoop.execute(
        () -> {
          finished = true;
          send();
        });
  }

  private void readOn() {
    if (!reading && !finished && unanswered < MAX_UNANSWERED) {
      reading = true;
      call.request(1);
    }
  }

  @Override
  public void onMessage(RequestBatch batch) {
    reading = false;
    if (over) {
      return;
    }
    if (batch.getRequestsCount() > MAX_UNANSWERED || !batch.getUnknownFields().asMap().isEmpty()) {
      end(Problems.invalid("requests", "a batch has at most " + MAX_UNANSWERED + " requests"));
      return;
    }
    Map<Operation, AccessDecision> admissions = new IdentityHashMap<>();
    sequencer.together(() -> batch.getRequestsList().forEach(request -> take(request, admissions)));
    send();
  }

  private void take(StreamRequest request, Map<Operation, AccessDecision> admissions) {
    Message message = StreamMessages.request(request);
    boolean mayWait = mayWait(message) && waits.size() < MAX_UNANSWERED_WAITS;
    StreamedRequest open =
        new StreamedRequest(request.getCorrelation(), mayWait, this, shown.authorization());
    if (open.mayWait) {
      waits.add(open);
    } else {
      unanswered++;
    }
    Operation operation = message == null ? null : Operations.of(message);
    if (message == null || operation == null || !request.getUnknownFields().asMap().isEmpty()) {
      refuse(open, Problems.invalid("request", "this server knows no such request"));
      return;
    }
    if (mayWait(message) && !mayWait) {
      refuse(open, Problems.of(ProblemCode.QUEUE_FULL, "too many wait on this stream"));
      return;
    }
    AccessDecision admission =
        admissions.computeIfAbsent(
            operation, needed -> dispatcher.admit(shown, needed.permission()));
    switch (admission) {
      case AccessDecision.Refused refused -> refuse(open, Problems.of(refused));
      case AccessDecision.Admitted admitted -> {
        try {
          SchemaCheck.check(message);
        } catch (MalformedInput e) {
          refuse(open, Problems.malformed(e));
          return;
        }
        CompletableFuture<Void> unused =
            dispatcher
                .answer(operation, admitted.caller(), message, open)
                .thenAccept(answer -> replyHere(open, answer));
      }
    }
  }

  private static boolean mayWait(@Nullable Message message) {
    return switch (message) {
      case AcquireRequest acquire -> acquire.hasWait();
      case ConvertLeaseRequest convert -> convert.hasWait();
      case null, default -> false;
    };
  }

  private void refuse(StreamedRequest open, Problem problem) {
    reply(open, new Answer.Refused(problem));
  }

  /** A sequencer that fails may say so on a thread of its own. */
  private void replyHere(StreamedRequest open, Answer answer) {
    if (eventLoop.inEventLoop()) {
      reply(open, answer);
    } else {
      execute(() -> reply(open, answer));
    }
  }

  private void reply(StreamedRequest open, Answer answer) {
    outgoing.add(open, StreamMessages.reply(open.correlation, answer));
  }

  /** Takes what is ready to be told, from whatever thread has found it out. */
  @Override
  public void execute(Runnable outcome) {
    outcomes.add(outcome);
    if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
      flush.schedule(this);
    }
  }

  /** All that a block has to tell at the moment is there. */
  void flush() {
    try {
      eventLoop.execute(this::tell);
    } catch (RejectedExecutionException e) {
      // The event loop is gone for good and its connections with it: nobody is left to be told.
      outcomes.clear();
    }
  }

  private void tell() {
    scheduled.set(false);
    send();
  }

  @Override
  public void onReady() {
    send();
  }

  /** Sends messages as long as there is something to tell and the client takes it. */
  private void send() {
    if (sending) {
      return;
    }
    sending = true;
    while (!over && call.isReady()) {
      // The call is ready for more, so all that was sent before has been taken from here.
      outgoing.arrived(this::delivered);
      Runnable outcome = outcomes.poll();
      if (outcome != null) {
        outcome.run();
      }
      if (outgoing.isFull() || (outcome == null && !outgoing.isEmpty())) {
        call.sendMessage(outgoing.takeMessage(open -> unanswered -= open.mayWait ? 0 : 1));
      } else if (outcome == null) {
        break;
      }
    }
    sending = false;
    readOn();
    endIfDone();
  }

  private void delivered(StreamedRequest open) {
    waits.remove(open);
    open.delivery().complete(true);
  }

  private void endIfDone() {
    boolean nothingLeft = unanswered == 0 && waits.isEmpty() && outgoing.isEmpty();
    if (finished && nothingLeft && !over) {
      call.close(Status.OK, new Metadata());
      end();
    }
  }

  private void end(Problem problem) {
    GrpcProblems.close(call, problem);
    end();
  }

  @Override
  public void onHalfClose() {
    finished = true;
    endIfDone();
  }

  @Override
  public void onCancel() {
    end();
  }

  @Override
  public void onComplete() {
    end();
  }

  /** Ends the session; all that wait in it have gone. */
  private void end() {
    if (!over) {
      over = true;
      outcomes.clear();
      whenOver.accept(this);
      List<StreamedRequest> gone = List.copyOf(waits);
      waits.clear();
      outgoing.forget();
      gone.forEach(wait -> wait.delivery().complete(false));
    }
  }
}
