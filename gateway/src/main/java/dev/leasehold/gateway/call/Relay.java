package dev.leasehold.gateway.call;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.stream.StreamMessage;
import dev.leasehold.gateway.answer.AnswerReader;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Passes an answer on, piece by piece as it comes, each when the one before has left: a slow client
 * slows the provider down and fills no memory. Runs on one event loop.
 */
final class Relay implements Subscriber<HttpData> {

  private final AnswerReader reader;
  private final boolean eventStream;
  private final long maxBytes;
  private final OpenCall call;
  private final EventExecutor loop;
  private final HttpResponseWriter down = HttpResponse.streaming();
  private final AtomicBoolean over = new AtomicBoolean();
  private volatile @Nullable Subscription up;
  private long bytes;

  Relay(
      AnswerReader reader, boolean eventStream, long maxBytes, OpenCall call, EventExecutor loop) {
    this.reader = reader;
    this.eventStream = eventStream;
    this.maxBytes = maxBytes;
    this.call = call;
    this.loop = loop;
  }

  /** The answer for the client. */
  HttpResponse begin(ResponseHeaders headers, StreamMessage<HttpData> body) {
    down.write(headers);
    down.whenComplete()
        .handle(
            (done, failure) -> {
              if (failure != null) {
                loop.execute(this::stop);
              }
              return null;
            });
    body.subscribe(this, loop);
    return down;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    up = subscription;
    subscription.request(1);
  }

  @Override
  public void onNext(HttpData piece) {
    if (over.get()) {
      return;
    }
    bytes += piece.length();
    byte[] passes = reader.take(piece.array());
    if (bytes > maxBytes) {
      stop();
      down.close(new IllegalStateException("the answer is longer than " + maxBytes + " bytes"));
      return;
    }
    if (eventStream) {
      call.progressed(reader.seen());
    }
    if (passes.length == 0) {
      more();
    } else if (down.tryWrite(HttpData.wrap(passes))) {
      down.whenConsumed().thenRun(this::more);
    } else {
      stop();
    }
  }

  private void more() {
    Subscription subscription = up;
    if (subscription != null) {
      subscription.request(1);
    }
  }

  /** Ends the provider's work, and counts what was seen of it. */
  private void stop() {
    if (over.compareAndSet(false, true)) {
      Subscription subscription = up;
      if (subscription != null) {
        subscription.cancel();
      }
      cutOff();
    }
  }

  private void cutOff() {
    reader.close();
    if (eventStream && reader.isRead()) {
      call.cutOff(reader.seen());
    } else if (reader.seen().exact()) {
      call.answered(reader.seen());
    } else {
      call.unknown();
    }
  }

  @Override
  public void onError(Throwable failure) {
    if (over.compareAndSet(false, true)) {
      cutOff();
      down.close(failure);
    }
  }

  @Override
  public void onComplete() {
    if (over.compareAndSet(false, true)) {
      byte[] rest = reader.end();
      if (reader.isRead() || reader.seen().exact()) {
        call.answered(reader.seen());
      } else {
        call.unknown();
      }
      if (rest.length == 0 || down.tryWrite(HttpData.wrap(rest))) {
        down.close();
      }
    }
  }
}
