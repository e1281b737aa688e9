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
 * while the stream is busy becomes the next batch. When a stream breaks, what it left unanswered is
 * first in line for the next one.
 *
 * <p>One thread at a time, whichever comes first, moves requests from the queue to the stream: the
 * others leave theirs in the queue and go. No call leaves this class with its lock held.
 */
final class Link {

  private static final System.Logger LOG = System.getLogger(Link.class.getName());

  private final Channel channel;
  private final Executor replies;
  private final Timing timing;
  private final BiConsumer<Question, Question.Answer> observer;
  private final Runnable beforeReconnect;
  private final Window window;
  private final long sweepNanos;

  private final Deque<Question> queue = new ArrayDeque<>();
  private final Map<Long, Question> inFlight = new LinkedHashMap<>();
  private final List<Question> resting = new ArrayList<>();
  private final AtomicInteger pumping = new AtomicInteger();
  private @Nullable ExchangeStream stream;
  private int failures;
  private Timing.@Nullable Alarm reconnect;
  private Timing.@Nullable Alarm wakeUp;
  private Timing.@Nullable Alarm sweep;
  private boolean closed;

  Link(
      Channel channel,
      Executor replies,
      Timing timing,
      ClientOptions options,
      BiConsumer<Question, Question.Answer> observer,
      Runnable beforeReconnect) {
    this.channel = channel;
    this.replies = replies;
    this.timing = timing;
    this.observer = observer;
    this.beforeReconnect = beforeReconnect;
    this.window = new Window(options.maxUnanswered, options.requestTimeout);
    this.sweepNanos = Math.max(1_000_000, Durations.nanos(options.requestTimeout) / 20);
  }

  /** Sends the request, now or as soon as the server can be reached. */
  void send(Question question) {
    String refusal = Batch.refusal(question);
    if (refusal == null) {
      refusal = window.enter(question);
    }
    synchronized (this) {
      if (refusal == null && closed) {
        refusal = "the client is closed";
      }
      if (refusal == null) {
        queue.addLast(question);
        startSweeping();
      }
    }
    if (refusal == null) {
      pump();
    } else {
      fail(question, question.unanswered(refusal));
    }
  }

  /** The caller wants no answer any more; returns whether the request was never sent. */
  boolean abandon(Question question) {
    boolean unsent;
    synchronized (this) {
      question.abandoned = true;
      unsent = !question.sent && queue.remove(question);
    }
    if (unsent) {
      window.leave(question);
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
    for (StreamReply reply : batch.getRepliesList()) {
      Question question;
      boolean rests;
      synchronized (this) {
        if (source != stream) {
          return;
        }
        failures = 0;
        source.heardNanos = timing.nanoTime();
        question = inFlight.remove(reply.getCorrelation());
        if (question == null) {
          continue;
        }
        rests = restIfPassing(question, reply);
      }
      if (rests) {
        question.tellIfHeldUp();
      } else {
        window.leave(question);
        deliver(question, new Question.Answer(reply, question.sentNanos));
      }
    }
  }

  /** Shows the answer to the observer, then gives it to the caller even if the observer fails. */
  private void deliver(Question question, Question.Answer answer) {
    try {
      observer.accept(question, answer);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "a reply could not be dealt with", e);
    }
    question.answer.complete(answer);
  }

  /** A server that cannot answer now is asked again after a while, with the same id. */
  private boolean restIfPassing(Question question, StreamReply reply) {
    Problem problem = reply.getProblem();
    if (!reply.hasProblem() || !WireProblems.isPassing(problem) || question.abandoned) {
      return false;
    }
    question.troubledBy(new RefusedException(problem), true);
    question.doubtful = true;
    resting.add(question);
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
    List<Question> given = new ArrayList<>();
    List<Question> heldUp;
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
      queue.forEach(question -> question.troubledBy(trouble, again));
      heldUp = again ? queue.stream().filter(Question::tellsWhenHeldUp).toList() : List.of();
      boolean vain = WireProblems.isFinal(status);
      List<Question> unanswered = new ArrayList<>(inFlight.values());
      inFlight.clear();
      for (int i = unanswered.size() - 1; i >= 0; i--) {
        Question question = unanswered.get(i);
        question.trouble = trouble;
        if (vain || question.abandoned) {
          given.add(question);
        } else {
          question.doubtful = true;
          queue.addFirst(question);
        }
      }
      reconnect = timing.at(timing.nanoTime() + Backoff.nanos(failures), this::tryAgain);
    }
    tell(heldUp);
    given.forEach(question -> fail(question, WireProblems.failure(question, status, trailers)));
  }

  private void tell(List<Question> heldUp) {
    if (!heldUp.isEmpty()) {
      replies.execute(() -> heldUp.forEach(Question::tellIfHeldUp));
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
    List<Question> late = new ArrayList<>();
    ExchangeStream silent = null;
    synchronized (this) {
      long now = timing.nanoTime();
      List.of(queue, inFlight.values(), resting)
          .forEach(
              questions ->
                  questions.removeIf(
                      question -> now - question.deadlineNanos >= 0 && late.add(question)));
      if (stream != null && late.stream().anyMatch(stream::isSilentSince)) {
        silent = stream;
      }
      sweep = null;
      if (!closed && !(queue.isEmpty() && inFlight.isEmpty() && resting.isEmpty())) {
        startSweeping();
      }
    }
    late.forEach(question -> fail(question, question.unanswered("no answer within its time-out")));
    if (silent != null) {
      silent.cancel("an answer is overdue");
    }
  }

  /** Fails a request on the thread for replies, so that dependents of both run on one thread. */
  private void fail(Question question, LeaseholdException failure) {
    window.leave(question);
    replies.execute(() -> question.answer.completeExceptionally(failure));
  }

  void close() {
    List<Question> left = new ArrayList<>();
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
    left.forEach(question -> fail(question, question.unanswered("the client was closed")));
  }
}
