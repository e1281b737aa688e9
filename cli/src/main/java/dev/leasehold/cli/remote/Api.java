package dev.leasehold.cli.remote;

import com.google.gson.stream.MalformedJsonException;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import javax.net.ssl.HttpsURLConnection;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a server over HTTP/JSON. It uses the JDK's oldest client because that starts fastest.
 */
public final class Api {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /** The longest that a server may take for a call that does not tell it to wait. */
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

  /** The most leases that a server puts into one page. */
  private static final int PAGE_SIZE = 1_000;

  /** Larger than any page of a list. */
  private static final int MAX_REPLY_BYTES = 64 << 20;

  /** Clocks nearer than this are taken for equal: the server tells its time in whole seconds. */
  private static final long SAME_TIME_MILLIS = 2_000;

  static {
    // The JDK would send a POST again by itself when a connection breaks.
    System.setProperty("sun.net.http.retryPost", "false");
  }

  private final Endpoint endpoint;
  private final InstantSource clock;
  private final Duration answerTimeout;

  public Api(Endpoint endpoint, InstantSource clock) {
    this(endpoint, clock, ANSWER_TIMEOUT);
  }

  /**
   * @param answerTimeout how long a server may take that is not told to wait
   */
  public Api(Endpoint endpoint, InstantSource clock, Duration answerTimeout) {
    this.endpoint = endpoint;
    this.clock = clock;
    this.answerTimeout = answerTimeout;
  }

  public Endpoint endpoint() {
    return endpoint;
  }

  /** A copy that calls the server with another token. */
  public Api as(String token) {
    Endpoint other = new Endpoint(endpoint.url(), token, "the server's reply", endpoint.tls());
    return new Api(other, clock, answerTimeout);
  }

  public Reply get(Address address) throws IOException {
    return call("GET", address, null, answerTimeout);
  }

  /**
   * Reads a list of leases, page by page.
   *
   * @param into where the leases are added
   * @return the last page
   */
  public Reply leases(Address address, List<Fields> into) throws IOException {
    address.with("pageSize", PAGE_SIZE);
    String next = "";
    Reply page;
    do {
      page = get(address.copy().with("pageToken", next));
      into.addAll(page.fields().objects("leases"));
      next = page.fields().text("nextPageToken");
    } while (!next.isEmpty());
    return page;
  }

  public Reply delete(Address address) throws IOException {
    return call("DELETE", address, null, answerTimeout);
  }

  public Reply post(Address address, Body body) throws IOException {
    return call("POST", address, body, answerTimeout);
  }

  public Reply put(Address address, Body body) throws IOException {
    return call("PUT", address, body, answerTimeout);
  }

  /** A call that the server answers late if its body asks it to wait. */
  public Reply postAndWait(Address address, Body body) throws IOException {
    return postAndWait(address, body, body.fields().duration("wait"));
  }

  /** A call that the server answers late on purpose. When this process ends, the wait does. */
  public Reply postAndWait(Address address, Body body, @Nullable Duration wait) throws IOException {
    Duration timeout = wait == null ? answerTimeout : wait.plus(answerTimeout);
    return call("POST", address, body, timeout);
  }

  private Reply call(String method, Address address, @Nullable Body body, Duration timeout)
      throws IOException {
    HttpURLConnection connection = open(address, timeout);
    try {
      connection.setRequestMethod(method);
      if (body != null) {
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json");
        connection.getOutputStream().write(body.json().getBytes(StandardCharsets.UTF_8));
      }
      int status = connection.getResponseCode();
      if (status != HttpURLConnection.HTTP_OK) {
        throw refusal(connection, status);
      }
      try (InputStream in = connection.getInputStream()) {
        return Reply.of(text(in), now(connection));
      }
    } catch (CallFailedException e) {
      throw e;
    } catch (IOException e) {
      throw Unreachable.because(e, endpoint, timeout, !method.equals("GET"));
    }
  }

  /**
   * A stream that goes on until either side ends it.
   *
   * @param silence after how long without a byte the server counts as gone
   */
  InputStream stream(Address address, @Nullable String lastEventId, Duration silence)
      throws IOException {
    HttpURLConnection connection = open(address, silence);
    connection.setRequestProperty("Accept", "text/event-stream");
    if (lastEventId != null) {
      connection.setRequestProperty("Last-Event-ID", lastEventId);
    }
    try {
      int status = connection.getResponseCode();
      if (status != HttpURLConnection.HTTP_OK) {
        throw refusal(connection, status);
      }
      return connection.getInputStream();
    } catch (CallFailedException e) {
      throw e;
    } catch (IOException e) {
      throw Unreachable.because(e, endpoint, silence, false);
    }
  }

  private HttpURLConnection open(Address address, Duration timeout) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(endpoint.url() + address).toURL().openConnection();
    if (connection instanceof HttpsURLConnection secure && endpoint.tls().areGiven()) {
      secure.setSSLSocketFactory(Trust.in(endpoint.tls()));
    }
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    connection.setConnectTimeout((int) CONNECT_TIMEOUT.toMillis());
    connection.setReadTimeout((int) Math.min(Integer.MAX_VALUE, timeout.toMillis()));
    if (!endpoint.token().isEmpty()) {
      connection.setRequestProperty("Authorization", "Bearer " + endpoint.token());
    }
    connection.setRequestProperty("Accept", "application/json");
    return connection;
  }

  private CallFailedException refusal(HttpURLConnection connection, int status) throws IOException {
    String body = "";
    try (InputStream in = connection.getErrorStream()) {
      body = in == null ? "" : text(in);
      Problem problem = new Problem(Fields.parse(body), body.stripTrailing(), now(connection));
      if (!problem.code().isEmpty()) {
        return new CallFailedException(problem, problem.sentence(endpoint));
      }
    } catch (MalformedJsonException e) {
      // Not JSON, hence not from Leasehold; said below.
    }
    return new CallFailedException(
        Exit.UNAVAILABLE,
        "what answers at "
            + endpoint.url()
            + " is no Leasehold server"
            // Java has -1 for what is no HTTP.
            + (status < 0 ? "" : " (status " + status + ")")
            + "; name yours with --server or LEASEHOLD_SERVER");
  }

  private static String text(InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(MAX_REPLY_BYTES);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private Instant now(HttpURLConnection connection) {
    Instant here = clock.instant();
    long there = connection.getHeaderFieldDate("Date", here.toEpochMilli());
    return Math.abs(there - here.toEpochMilli()) <= SAME_TIME_MILLIS
        ? here
        : Instant.ofEpochMilli(there);
  }
}
