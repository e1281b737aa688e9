package dev.leasehold.api;

import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;

/**
 * A request's body that is sent a moment after its headers, as by a client that is busy: long
 * enough for a server to have refused the request by then.
 */
public final class LateBody implements BodyPublisher {

  private static final long LATE_MILLIS = 300;

  private final byte[] body;

  public LateBody(String body) {
    this.body = body.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public long contentLength() {
    return body.length;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
    subscriber.onSubscribe(
        new Flow.Subscription() {
          private boolean isSent;

          @Override
          public void request(long pieces) {
            if (!isSent) {
              isSent = true;
              CompletableFuture.delayedExecutor(LATE_MILLIS, TimeUnit.MILLISECONDS)
                  .execute(() -> send(subscriber));
            }
          }

          @Override
          public void cancel() {}
        });
  }

  private void send(Flow.Subscriber<? super ByteBuffer> subscriber) {
    subscriber.onNext(ByteBuffer.wrap(body));
    subscriber.onComplete();
  }
}
