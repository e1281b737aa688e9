package dev.leasehold.node.serve;

import com.linecorp.armeria.server.ServerBuilder;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.DeriveLeaseRequest;
import dev.leasehold.kernel.Limits;
import io.netty.channel.ChannelOption;
import java.time.Duration;

/** What one client may take of the server. */
final class WireLimits {

  /** Of a message of a stream: a batch of thousands of ordinary requests. */
  static final int MAX_BODY_BYTES = 1 << 20;

  /** 256 patterns of 1,024 bytes, all names of an authority and 32 labels. */
  private static final int MAX_SCOPE_BODY_BYTES = 512 << 10;

  /** The spaces of a token, or the ids of all notices that are kept for a holder. */
  private static final int MAX_ORDINARY_BODY_BYTES = 64 << 10;

  /** For what takes no body, or is open to everybody. */
  static final int MAX_STRANGERS_BODY_BYTES = 16 << 10;

  /** How many calls of services that are open to everybody there are at a time. */
  static final int MAX_STRANGERS_CALLS = 64;

  static final Duration STRANGERS_TIMEOUT = Duration.ofSeconds(10);

  /**
   * Nothing takes long: whoever sends its body slower than this keeps a stream open for nothing.
   */
  static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

  /** For requests that are read and wait: the longest wait, and the time to answer it. */
  static final Duration WAIT_TIMEOUT =
      Duration.ofNanos(Limits.MAX_WAIT_NANOS).plus(REQUEST_TIMEOUT);

  /**
   * Also the time for all headers of a request: bytes that complete none do not count as a sign of
   * life.
   */
  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(60);

  /**
   * An HTTP/2 connection that is silent for so long is pinged, and closed if it leaves that
   * unanswered for as long: who has gone without a word must not keep a place in a queue.
   */
  private static final Duration PING_INTERVAL = Duration.ofSeconds(10);

  /** A fleet with one connection for each worker, within the usual limits of file handles. */
  private static final int MAX_CONNECTIONS = 10_000;

  /** Requests that one HTTP/2 connection may have open at a time. */
  private static final int MAX_STREAMS_PER_CONNECTION = 1_024;

  /** What a client may send before the server has taken it: held for each connection. */
  private static final int WINDOW_BYTES = 256 << 10;

  /** A path of 1,024 bytes, each percent-encoded, and the other parameters of a list. */
  static final int MAX_REQUEST_LINE_BYTES = 8_192;

  static final int MAX_HEADER_BYTES = 16_384;

  /** Time for requests under way when the server is told to stop. */
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

  static final String TIMEOUT_SENTENCE =
      "the request took longer than "
          + REQUEST_TIMEOUT.toSeconds()
          + " seconds; it may have been carried out or not, so send it again with its requestId";

  private WireLimits() {}

  /** How many bytes the body of such a request has at most. */
  static int bodyBytes(Operation operation) {
    return switch (operation.prototype()) {
      case AcquireRequest acquire -> MAX_SCOPE_BODY_BYTES;
      case DeriveLeaseRequest derive -> MAX_SCOPE_BODY_BYTES;
      default -> MAX_ORDINARY_BODY_BYTES;
    };
  }

  static String bodySentence(long limit) {
    return "a request of this kind has at most " + limit + " bytes";
  }

  static void apply(ServerBuilder server) {
    server
        .maxRequestLength(MAX_BODY_BYTES)
        .requestTimeout(REQUEST_TIMEOUT)
        .idleTimeout(IDLE_TIMEOUT)
        .pingInterval(PING_INTERVAL)
        // HTTP/1 has no pings; how soon the system asks is its own setting.
        .childChannelOption(ChannelOption.SO_KEEPALIVE, true)
        .childChannelPipelineCustomizer(
            pipeline -> {
              FramingGuard.addTo(pipeline);
              pipeline.addFirst(new LingeringClose());
            })
        .maxNumConnections(MAX_CONNECTIONS)
        .http2MaxStreamsPerConnection(MAX_STREAMS_PER_CONNECTION)
        .http2InitialConnectionWindowSize(WINDOW_BYTES)
        .http2InitialStreamWindowSize(WINDOW_BYTES)
        .http1MaxInitialLineLength(MAX_REQUEST_LINE_BYTES)
        .http1MaxHeaderSize(MAX_HEADER_BYTES)
        .http2MaxHeaderListSize(MAX_HEADER_BYTES)
        .gracefulShutdownTimeout(Duration.ZERO, STOP_TIMEOUT);
  }
}
