package dev.leasehold.client;

import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.ReplyBatch;
import dev.leasehold.api.v1.RequestBatch;
import dev.leasehold.api.v1.StreamReply;
import io.grpc.Channel;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Carries requests to the server and replies back, over one stream after the other.
 *
 * <p>Batching is natural: a request is sent at once if the stream takes it, and what queues up
 * while the stream is busy becomes the next batch. What the dependents of replies ask becomes one
 * batch, too, as the replies were. When a stream breaks, what it left unanswered is first in line
 * for the next one.
 *
 * <p>One thread at a time, whichever comes first, moves requests from the queue to the stream: the
 * others leave theirs in the queue and go. No call leaves this class with its lock held.
 */
final class StreamLink {

  private static final System.Logger LOG = System.getLogger(StreamLink.class.getName());

  /** Requests of dependents that leave together: more would keep a server waiting for work. */
  private static final int MAX_FOLLOW_UPS = 64;

  private final Channel channel;
  private final Executor replies;
  private final Timing timing;
  private final BiConsumer<PendingRequest, PendingRequest.Answer> observer;
  private final Runnable beforeReconnect;
  private final RequestWindow window;
  private final long sweepNanos;

  private final Deque<PendingRequest> queue = new ArrayDeque<>();
  private final Map<Long, PendingRequest> inFlight = new LinkedHashMap<>();
  private final List<PendingRequest> resting = new ArrayList<>();
  private final AtomicInteger pumping = new AtomicInteger();
  private @Nullable ExchangeStream stream;
  private int failures;
  private Timing.@Nullable Alarm reconnect;
  private Timing.@Nullable Alarm wakeUp;
  private Timing.@Nullable Alarm sweep;
  private boolean closed;

  /** The thread that gives out a message of replies at the moment. */
  private volatile @Nullable Thread delivering;

  /** Requests of dependents that have not left yet; for that thread alone. */
  private int followUps;

  StreamLink(
      Channel channel,
      Executor replies,
      Timing timing,
      ClientOptions options,
      BiConsumer<PendingRequest, PendingRequest.Answer> observer,
      Runnable beforeReconnect) {
    this.channel = channel;
    this.replies = replies;
    this.timing = timing;
    this.observer = observer;
    this.beforeReconnect = beforeReconnect;
    this.window = new RequestWindow(options.maxUnanswered, options.requestTimeout);
    this.sweepNanos = Math.max(1_000_000, Durations.nanos(options.requestTimeout) / 20);
  }

  /** Sends the request, now or as soon as the server can be reached. */
  void send(PendingRequest request) {
    String refusal = Batch.refusal(request);
    if (refusal == null) {
      refusal = window.enter(request);
    }
    synchronized (this) {
      if (refusal == null && closed) {
        refusal = "the client is closed";
      }
      if (refusal == null) {
        queue.addLast(request);
        startSweeping();
      }
    }
    if (refusal != null) {
      fail(request, request.unanswered(refusal));
    } else if (Thread.currentThread() != delivering || ++followUps % MAX_FOLLOW_UPS == 0) {
      pump();
    }
  }

  /** The caller wants no answer any more; returns whether the request was never sent. */
  boolean abandon(PendingRequest request) {
    boolean unsent;
    synchronized (this) {
      request.abandoned = true;
      unsent = !request.sent && queue.remove(request);
    }
    if (unsent) {
      window.leave(request);
    }
    return unsent;
  }

  private void pump() {
    int missed = 1;
    if (pumping.getAndIncrement() != 0) {
      return;
    }
    do {
      boolean moved;
      do {
        moved = move();
      } while (moved);
      missed = pumping.addAndGet(-missed);
    } while (missed != 0);
  }

  /** One step: opens a stream or sends a batch. Returns whether there may be a next step. */
  private boolean move() {
    ExchangeStream current;
    RequestBatch batch = null;
    synchronized (this) {
      if (closed || queue.isEmpty() || (stream == null && reconnect != null)) {
        return false;
      }
      if (stream == null) {
        stream = new ExchangeStream(channel, replies, this);
      } else if (stream.isReady()) {
        batch = Batch.take(queue, inFlight, timing.nanoTime());
      } else {
        return false;
      }
      current = stream;
    }
    if (batch == null) {
      current.start();
    } else {
      current.send(batch);
    }
    return true;
  }

  /** The stream can take a batch. */
  void ready() {
    pump();
  }

  /** Takes a batch of replies, on the thread for replies. */
  void arrived(ExchangeStream source, ReplyBatch batch) {
    delivering = Thread.currentThread();
    try {
      giveOut(source, batch);
    } finally {
      delivering = null;
      followUps = 0;
      pump();
    }
  }

  private void giveOut(ExchangeStream source, ReplyBatch batch) {
    for (StreamReply reply : batch.getRepliesList()) {
      PendingRequest request;
      boolean rests;
      synchronized (this) {
        if (source != stream) {
          return;
        }
        failures = 0;
        source.heardNanos = timing.nanoTime();
        request = inFlight.remove(reply.getCorrelation());
        if (request == null) {
          continue;
        }
        rests = restIfPassing(request, reply);
      }
      if (rests) {
        request.tellIfHeldUp();
      } else {
        window.leave(request);
        deliver(request, new PendingRequest.Answer(reply, request.sentNanos));
      }
    }
  }

  /** Shows the answer to the observer, then gives it to the caller even if the observer fails. */
  private void deliver(PendingRequest request, PendingRequest.Answer answer) {
    try {
      observer.accept(request, answer);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "a reply could not be dealt with", e);
    }
    request.answer.complete(answer);
  }

  /** A server that cannot answer now is asked again after a while, with the same id. */
  private boolean restIfPassing(PendingRequest request, StreamReply reply) {
    Problem problem = reply.getProblem();
    if (!reply.hasProblem() || !WireProblems.isPassing(problem) || request.abandoned) {
      return false;
    }
    request.troubledBy(new RefusedException(problem), true);
    request.doubtful = true;
    resting.add(request);
    if (wakeUp == null) {
      wakeUp = timing.at(timing.nanoTime() + Backoff.nanos(3), this::wake);
    }
    return true;
  }

  private void wake() {
    synchronized (this) {
      wakeUp = null;
      queue.addAll(resting);
      resting.clear();
    }
    pump();
  }

  /** The stream is over; what it left unanswered goes to the next, unless that would be vain. */
  void broken(ExchangeStream source, Status status, Metadata trailers) {
    List<PendingRequest> given = new ArrayList<>();
    List<PendingRequest> heldUp;
    synchronized (this) {
      if (source != stream) {
        return;
      }
      stream = null;
      failures++;
      // All requests share one exception: it has a stack trace, and the queue may be long.
      Throwable trouble = status.asRuntimeException(trailers);
      if (WireProblems.isRefused(status)) {
        given.addAll(queue);
        queue.clear();
      }
      // The first failure holds nothing up: the next stream may be there at once.
      boolean again = failures > 1;
      queue.forEach(request -> request.troubledBy(trouble, again));
      heldUp = again ? queue.stream().filter(PendingRequest::tellsWhenHeldUp).toList() : List.of();
      boolean vain = WireProblems.isFinal(status);
      List<PendingRequest> unanswered = new ArrayList<>(inFlight.values());
      inFlight.clear();
      for (int i = unanswered.size() - 1; i >= 0; i--) {
        PendingRequest request = unanswered.get(i);
        request.trouble = trouble;
        if (vain || request.abandoned) {
          given.add(request);
        } else {
          request.doubtful = true;
          queue.addFirst(request);
        }
      }
      reconnect = timing.at(timing.nanoTime() + Backoff.nanos(failures), this::tryAgain);
    }
    tell(heldUp);
    given.forEach(request -> fail(request, WireProblems.failure(request, status, trailers)));
  }

  private void tell(List<PendingRequest> heldUp) {
    if (!heldUp.isEmpty()) {
      replies.execute(() -> heldUp.forEach(PendingRequest::tellIfHeldUp));
    }
  }

  private void tryAgain() {
    synchronized (this) {
      reconnect = null;
    }
    beforeReconnect.run();
    pump();
  }

  private void startSweeping() {
    if (sweep == null) {
      sweep = timing.at(timing.nanoTime() + sweepNanos, this::sweep);
    }
  }

  /** Fails what is past its time-out, and drops a stream that has gone silent over it. */
  private void sweep() {
    List<PendingRequest> late = new ArrayList<>();
    ExchangeStream silent = null;
    synchronized (this) {
      long now = timing.nanoTime();
      List.of(queue, inFlight.values(), resting)
          .forEach(
              requests ->
                  requests.removeIf(
                      request -> now - request.deadlineNanos >= 0 && late.add(request)));
      if (stream != null && late.stream().anyMatch(stream::isSilentSince)) {
        silent = stream;
      }
      sweep = null;
      if (!closed && !(queue.isEmpty() && inFlight.isEmpty() && resting.isEmpty())) {
        startSweeping();
      }
    }
    late.forEach(request -> fail(request, request.unanswered("no answer within its time-out")));
    if (silent != null) {
      silent.cancel("an answer is overdue");
    }
  }

  /** Fails a request on the thread for replies, so that dependents of both run on one thread. */
  private void fail(PendingRequest request, LeaseholdException failure) {
    window.leave(request);
    replies.execute(() -> request.answer.completeExceptionally(failure));
  }

  void close() {
    List<PendingRequest> left = new ArrayList<>();
    ExchangeStream last;
    synchronized (this) {
      closed = true;
      last = stream;
      stream = null;
      left.addAll(inFlight.values());
      left.addAll(queue);
      left.addAll(resting);
      inFlight.clear();
      queue.clear();
      resting.clear();
    }
    if (last != null) {
      last.cancel("the client is closed");
    }
    left.forEach(request -> fail(request, request.unanswered("the client was closed")));
  }
}
