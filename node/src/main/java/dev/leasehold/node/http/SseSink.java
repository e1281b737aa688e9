package dev.leasehold.node.http;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponseWriter;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.node.operation.codec.JsonWriter;
import dev.leasehold.node.operation.problem.WatchProblems;
import dev.leasehold.node.operation.translate.CloudEvents;
import dev.leasehold.node.publish.Publication;
import dev.leasehold.node.publish.Sink;
import dev.leasehold.node.publish.StreamEnd;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A stream of server-sent events. */
final class SseSink implements Sink {

  /** Enough for one write to be worth its while. */
  private static final int CHUNK_BYTES = 64 << 10;

  /** Time for a client that was cut off to take the rest. */
  private static final Duration LAST_CHANCE = Duration.ofSeconds(10);

  private final ServiceRequestContext ctx;
  private final HttpResponseWriter response;
  private final CloudEvents wire;
  private final ByteArrayOutputStream chunk = new ByteArrayOutputStream();
  private volatile Runnable wake = () -> {};
  private volatile boolean ready = true;

  SseSink(ServiceRequestContext ctx, HttpResponseWriter response, CloudEvents wire) {
    this.ctx = ctx;
    this.response = response;
    this.wire = wire;
  }

  @Override
  public void onChange(Runnable newWake) {
    wake = newWake;
    CompletableFuture<Void> unused =
        response
            .whenComplete()
            .handle(
                (done, failure) -> {
                  newWake.run();
                  return done;
                });
  }

  @Override
  public void send(Publication publication) {
    text("id: " + publication.position() + "\nevent: " + publication.type() + "\ndata: ");
    // One line, for JSON escapes what would break it, and ends with a line feed.
    chunk.writeBytes(JsonWriter.writeSparsely(wire.cloudEvent(publication)));
    text("\n");
  }

  @Override
  public boolean isFull() {
    return chunk.size() >= CHUNK_BYTES;
  }

  @Override
  public void flush() {
    if (chunk.size() == 0) {
      return;
    }
    ready = false;
    HttpData data = HttpData.wrap(chunk.toByteArray());
    chunk.reset();
    if (!response.tryWrite(data)) {
      return;
    }
    CompletableFuture<Void> unused =
        response
            .whenConsumed()
            .thenRun(
                () -> {
                  ready = true;
                  wake.run();
                });
  }

  @Override
  public boolean isReady() {
    return ready;
  }

  /** An id without data moves what the client resumes from and is no event to it. */
  @Override
  public void keepAlive(long position) {
    text(": keep-alive\nid: " + position + "\n\n");
  }

  @Override
  public boolean isClosed() {
    return !response.isOpen();
  }

  @Override
  public void end(StreamEnd why) {
    text("event: end\ndata: ");
    chunk.writeBytes(JsonWriter.writeSparsely(WatchProblems.of(why)));
    text("\n");
    flush();
    ctx.setRequestTimeout(LAST_CHANCE);
    response.close();
  }

  private void text(String text) {
    chunk.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }
}
