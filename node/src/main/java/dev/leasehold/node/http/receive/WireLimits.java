package dev.leasehold.node.http.receive;

import com.linecorp.armeria.server.ServerBuilder;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.DeriveLeaseRequest;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.operation.Operation;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelOption;
import java.time.Duration;

/** The limits of what one client may take of the server. */
public final class WireLimits {

  /** The largest message of a stream: a batch of thousands of ordinary requests. */
  public static final int MAX_BODY_BYTES = 1 << 20;

  /** 256 patterns of 1,024 bytes, all names of an authority and 32 labels. */
  private static final int MAX_SCOPE_BODY_BYTES = 512 << 10;

  /** The spaces of a token, or the ids of all notices that are kept for a holder. */
  private static final int MAX_ORDINARY_BODY_BYTES = 64 << 10;

  /** The largest body of requests that need none, or that are open to everybody. */
  public static final int MAX_STRANGERS_BODY_BYTES = 16 << 10;

  /** How many calls of services that are open to everybody there are at a time. */
  public static final int MAX_STRANGERS_CALLS = 64;

  public static final Duration STRANGERS_TIMEOUT = Duration.ofSeconds(10);

  /**
   * Nothing takes long: a client that sends its body slower than this keeps a stream open for
   * nothing.
   */
  static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

  /**
   * The time for a message of a stream that is begun, as for the body of any request; it may take
   * twice as long, since streams are looked at no more often.
   */
  public static final Duration MESSAGE_TIMEOUT = REQUEST_TIMEOUT;

  /** The timeout of requests that wait: the longest wait, and the time to answer it. */
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

  /**
   * The time from the first byte of a head to its last. Of HTTP/2 a frame, or headers that are
   * spread over several, may take twice as long, since they are looked at no more often.
   */
  static final Duration HEAD_TIMEOUT = Duration.ofSeconds(10);

  /** A fleet with one connection for each worker, within the usual limits of file handles. */
  private static final int MAX_CONNECTIONS = 10_000;

  private static final long LATE_NANOS = Limits.SECOND;

  /** The most bytes read at a time, kept while a part of their frame or record is missing. */
  private static final int READ_BYTES = 16 << 10;

  /** The most memory that one connection takes before its caller is known. */
  private static final int CONNECTION_BYTES = 4 * READ_BYTES;

  /** Requests that one HTTP/2 connection may have open at a time. */
  private static final int MAX_STREAMS_PER_CONNECTION = 1_024;

  /** Bytes that a client may send ahead of the server's reading: held for each connection. */
  private static final int WINDOW_BYTES = 256 << 10;

  /** A path of 1,024 bytes, each percent-encoded, and the other parameters of a list. */
  static final int MAX_REQUEST_LINE_BYTES = 8_192;

  static final int MAX_HEADER_BYTES = 16_384;

  /** Time for requests under way when the server is told to stop. */
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

  public static final String HALF_SENT_SENTENCE =
      "the rest of a message did not come within " + MESSAGE_TIMEOUT.toSeconds() + " seconds";

  public static final String TIMEOUT_SENTENCE =
      "the request took longer than "
          + REQUEST_TIMEOUT.toSeconds()
          + " seconds; it may have been carried out or not, so send it again with its requestId";

  private WireLimits() {}

  /** How many bytes the body of such a request has at most. */
  public static int bodyBytes(Operation operation) {
    return switch (operation.prototype()) {
      case AcquireRequest acquire -> MAX_SCOPE_BODY_BYTES;
      case DeriveLeaseRequest derive -> MAX_SCOPE_BODY_BYTES;
      default -> MAX_ORDINARY_BODY_BYTES;
    };
  }

  static String bodySentence(long limit) {
    return "a request of this kind has at most " + limit + " bytes";
  }

  /** The connections that memory allows: by default, buffers may have as much as the heap. */
  private static int connections() {
    return (int) Math.min(MAX_CONNECTIONS, Runtime.getRuntime().maxMemory() / CONNECTION_BYTES);
  }

  public static void apply(ServerBuilder server) {
    HeldHeads heads = HeldHeads.ofThisProcess();
    server
        .maxRequestLength(MAX_BODY_BYTES)
        .requestTimeout(REQUEST_TIMEOUT)
        .idleTimeout(IDLE_TIMEOUT)
        .pingInterval(PING_INTERVAL)
        // HTTP/1 has no pings; how soon the system asks is its own setting.
        .childChannelOption(ChannelOption.SO_KEEPALIVE, true)
        .childChannelOption(
            ChannelOption.RECVBUF_ALLOCATOR,
            new AdaptiveRecvByteBufAllocator(512, 2_048, READ_BYTES))
        .childChannelPipelineCustomizer(
            pipeline -> {
              FramingGuard.addTo(pipeline, heads);
              pipeline.addFirst(new LingeringClose());
            })
        .maxNumConnections(connections())
        .http2MaxStreamsPerConnection(MAX_STREAMS_PER_CONNECTION)
        .http2InitialConnectionWindowSize(WINDOW_BYTES)
        .http2InitialStreamWindowSize(WINDOW_BYTES)
        .http1MaxInitialLineLength(MAX_REQUEST_LINE_BYTES)
        .http1MaxHeaderSize(MAX_HEADER_BYTES)
        .http2MaxHeaderListSize(MAX_HEADER_BYTES)
        .gracefulShutdownTimeout(Duration.ZERO, STOP_TIMEOUT);
  }

  /**
   * Whether a look at what a client sends comes so late that the server itself stood still: what
   * the client has sent meanwhile may not be read yet.
   */
  public static boolean isOverdue(long dueNanos, long nowNanos) {
    return nowNanos - dueNanos > LATE_NANOS;
  }
}
