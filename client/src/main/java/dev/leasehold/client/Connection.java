package dev.leasehold.client;

import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** The parts of a client, and how they belong together. */
final class Connection {

  private final ClientOptions options;
  private final Timing timing;
  private final Channel channel;
  private final Runnable closeChannel;
  private final StreamLink link;
  private final Calls calls;
  private final RequestSender requests;
  private final HeldLeases holdings;
  private final Notices notices;
  private final AtomicBoolean closed = new AtomicBoolean();

  private Connection(
      ClientOptions options,
      Timing timing,
      Channel bare,
      Runnable beforeReconnect,
      Runnable closeChannel) {
    this.options = options;
    this.timing = timing;
    this.closeChannel = closeChannel;
    this.channel = ClientInterceptors.intercept(bare, new TokenHeader(options.token));
    Executor replies = Threads.inOrder("leasehold-replies");
    Executor listeners =
        options.listenerExecutor != null
            ? options.listenerExecutor
            : Threads.forListeners("leasehold-listener");
    this.link = new StreamLink(channel, replies, timing, options, this::seen, beforeReconnect);
    this.calls = new Calls(channel, replies, timing, options);
    this.requests = new RequestSender(link, timing, options, calls);
    this.holdings = new HeldLeases(requests, timing, listeners, options);
    this.notices = new Notices(requests, listeners);
  }

  static Connection open(ClientOptions options) {
    ManagedChannel channel = Channels.open(options);
    return new Connection(
        options,
        new SystemTiming(),
        channel,
        channel::resetConnectBackoff,
        () -> channel.shutdownNow());
  }

  static Connection over(Channel channel, ClientOptions options, Timing timing) {
    Runnable hasten =
        channel instanceof ManagedChannel managed ? managed::resetConnectBackoff : () -> {};
    return new Connection(options, timing, channel, hasten, () -> {});
  }

  private void seen(PendingRequest request, PendingRequest.Answer answer) {
    holdings.seen(request, answer);
    notices.seen(Notices.in(answer.reply()));
  }

  ClientOptions options() {
    return options;
  }

  Channel channel() {
    return channel;
  }

  RequestSender requests() {
    return requests;
  }

  Calls calls() {
    return calls;
  }

  HeldLeases holdings() {
    return holdings;
  }

  Notices notices() {
    return notices;
  }

  static <T> T await(CompletableFuture<T> answer) {
    if (Threads.isOwn(Thread.currentThread())) {
      answer.cancel(false);
      throw new IllegalStateException(
          "a blocking call would block the thread that its answer comes on; use async(), or the"
              + " Async methods of the future");
    }
    try {
      return answer.get();
    } catch (InterruptedException e) {
      answer.cancel(false);
      Thread.currentThread().interrupt();
      throw new OutcomeUnknownException("interrupted while waiting for the answer", "", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LeaseholdException failure) {
        // The failure was made on another thread; its reader wants the stack of the caller.
        failure.fillInStackTrace();
        throw failure;
      }
      throw new CompletionException(e.getCause());
    }
  }

  void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    CompletableFuture<Void> released = holdings.close();
    if (Threads.isOwn(Thread.currentThread())) {
      // The releases leave after this thread has returned; each is answered or fails in time.
      CompletableFuture<Void> unused = released.whenComplete((done, failure) -> end());
      return;
    }
    try {
      released.get(Durations.nanos(options.requestTimeout), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      System.getLogger(Connection.class.getName())
          .log(System.Logger.Level.DEBUG, "some leases were not released and end by themselves", e);
    }
    end();
  }

  private void end() {
    link.close();
    closeChannel.run();
    timing.close();
  }
}
