package dev.leasehold.node.grpc;

import com.google.protobuf.Message;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.ConvertLeaseRequest;
import dev.leasehold.api.v1.HandshakeRequest;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.ReplyBatch;
import dev.leasehold.api.v1.RequestBatch;
import dev.leasehold.api.v1.StreamRequest;
import dev.leasehold.node.authorise.AccessDecision;
import dev.leasehold.node.http.receive.NotReceived;
import dev.leasehold.node.http.receive.WireLimits;
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
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Queue;
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

  /**
   * Requests of a batch that are taken at a time, so that kernel, disk and client are at work while
   * the rest is translated. With fewer, blocks would be so small that the disk sets the pace.
   */
  static final int SLICE = 64;

  private final Dispatcher dispatcher;
  private final Sequencer sequencer;
  private final PresentedCredential shown;
  private final ServerCall<RequestBatch, ReplyBatch> call;
  private final CallTransport transport;
  private final EventLoop eventLoop;
  private final MessageDeadline deadline;
  private final StreamFlush flush;
  private final Consumer<StreamSession> whenOver;
  private final Queue<Runnable> outcomes = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean scheduled = new AtomicBoolean();
  private final Unanswered unanswered = new Unanswered();
  private final OutgoingReplies outgoing = new OutgoingReplies();
  private Iterator<StreamRequest> taking = Collections.emptyIterator();

  /** How many bytes the requests have that were read and not taken. */
  private long untakenBytes;

  private boolean sending;
  private boolean reading;
  private boolean finished;
  private boolean over;

  StreamSession(
      Dispatcher dispatcher,
      Sequencer sequencer,
      PresentedCredential shown,
      ServerCall<RequestBatch, ReplyBatch> call,
      CallTransport transport,
      StreamFlush flush,
      Consumer<StreamSession> whenOver) {
    this.dispatcher = dispatcher;
    this.sequencer = sequencer;
    this.shown = shown;
    this.call = call;
    this.transport = transport;
    this.eventLoop = transport.loop();
    this.deadline =
        new MessageDeadline(eventLoop, () -> reading && transport.isHalfSent(), this::halfSent);
    this.flush = flush;
    this.whenOver = whenOver;
  }

  void begin() {
    call.sendHeaders(new Metadata());
    deadline.begin();
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
    if (!reading && !taking.hasNext() && !finished && unanswered.hasRoom()) {
      reading = true;
      call.request(1);
    }
  }

  @Override
  public void onMessage(RequestBatch batch) {
    reading = false;
    deadline.finished();
    if (over) {
      return;
    }
    if (batch.getRequestsCount() > Unanswered.MAX || !batch.getUnknownFields().asMap().isEmpty()) {
      end(Problems.invalid("requests", "a batch has at most " + Unanswered.MAX + " requests"));
      return;
    }
    try {
      transport.undecided(unanswered.bytes() + batch.getSerializedSize());
    } catch (NotReceived e) {
      end(e.problem());
      return;
    }
    taking = batch.getRequestsList().iterator();
    untakenBytes = batch.getSerializedSize();
    takeSlice();
  }

  /** Takes some of the batch; what has been answered meanwhile leaves before the next are taken. */
  private void takeSlice() {
    if (over) {
      return;
    }
    Map<Operation, AccessDecision> admissions = new IdentityHashMap<>();
    sequencer.together(
        () -> {
          for (int i = 0; i < SLICE && taking.hasNext(); i++) {
            take(taking.next(), admissions);
          }
        });
    if (taking.hasNext()) {
      eventLoop.execute(this::takeSlice);
    } else {
      untakenBytes = 0;
    }
    send();
  }

  private void take(StreamRequest request, Map<Operation, AccessDecision> admissions) {
    Message message = StreamMessages.request(request);
    boolean mayWait = mayWait(message) && unanswered.hasRoomToWait();
    StreamedRequest open =
        new StreamedRequest(request, mayWait, unanswered, this, shown.authorization());
    unanswered.add(open);
    untakenBytes -= open.bytes();
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
      case HandshakeRequest handshake -> handshake.hasWait();
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
      eventLoop.execute(this::sendScheduled);
    } catch (RejectedExecutionException e) {
      // The event loop is gone for good and its connections with it: nobody is left to be told.
      outcomes.clear();
    }
  }

  private void sendScheduled() {
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
        call.sendMessage(outgoing.takeMessage(unanswered::answered));
      } else if (outcome == null) {
        break;
      }
    }
    sending = false;
    transport.undecided(unanswered.bytes() + untakenBytes);
    readOn();
    endIfDone();
  }

  private void delivered(StreamedRequest open) {
    unanswered.delivered(open);
    open.delivery().complete(true);
  }

  private void endIfDone() {
    boolean isDone = !taking.hasNext() && unanswered.isEmpty() && outgoing.isEmpty();
    if (finished && isDone && !over) {
      call.close(Status.OK, new Metadata());
      end();
    }
  }

  private void halfSent() {
    end(Problems.of(ProblemCode.UNAVAILABLE, WireLimits.HALF_SENT_SENTENCE));
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
      deadline.close();
      whenOver.accept(this);
      outgoing.forget();
      unanswered.giveUp().forEach(wait -> wait.delivery().complete(false));
    }
  }
}
