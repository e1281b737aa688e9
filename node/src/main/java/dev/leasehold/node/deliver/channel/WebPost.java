package dev.leasehold.node.deliver.channel;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.ClientFactoryBuilder;
import com.linecorp.armeria.client.Endpoint;
import com.linecorp.armeria.client.ResponseTimeoutException;
import com.linecorp.armeria.client.UnprocessedRequestException;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.ContentTooLargeException;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.RequestHeadersBuilder;
import com.linecorp.armeria.common.SessionProtocol;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Posts bodies to addresses that others have named. The name is looked up once, every address that
 * it has is checked, and the connection goes to the one that was checked: a name that leads
 * elsewhere the next time changes nothing. Redirects are not followed, and of an answer only the
 * status counts.
 */
final class WebPost implements AutoCloseable {

  /** An answer to a webhook is empty or short. */
  private static final int MAX_ANSWER_BYTES = 64 << 10;

  private static final int HTTPS_PORT = 443;
  private static final int HTTP_PORT = 80;

  private final AddressGuard guard;
  private final HostLookup lookup;
  private final Duration patience;
  private final UnaryOperator<ClientFactoryBuilder> adapted;
  private @Nullable ClientFactory clients;
  private boolean closed;

  /**
   * @param patience for one attempt
   * @param adapted the factory as it is wanted, for example with other trust
   */
  WebPost(
      AddressGuard guard,
      HostLookup lookup,
      Duration patience,
      UnaryOperator<ClientFactoryBuilder> adapted) {
    this.guard = guard;
    this.lookup = lookup;
    this.patience = patience;
    this.adapted = adapted;
  }

  /** Has threads of its own, so that there is none before there is something to post. */
  private synchronized ClientFactory clients() throws DeliveryFailedException {
    if (closed) {
      throw DeliveryFailedException.forNow("the server is stopping");
    }
    if (clients == null) {
      clients =
          adapted
              .apply(
                  ClientFactory.builder()
                      .connectTimeout(patience)
                      .idleTimeout(Duration.ofSeconds(10))
                      .useHttp2Preface(false))
              .build();
    }
    return clients;
  }

  /** Returns when the other side has answered that it has it. */
  void post(String url, Map<String, String> headers, byte[] body) throws DeliveryFailedException {
    HttpStatus status = answer(url, headers, body);
    if (status.isSuccess()) {
      return;
    }
    if (status.code() == HttpStatus.GONE.code()) {
      throw DeliveryFailedException.forGood("the receiver answered 410: it wants no more");
    }
    throw DeliveryFailedException.forNow(
        "the receiver answered "
            + status.code()
            + (status.isRedirection() ? "; redirects are not followed" : ""));
  }

  private HttpStatus answer(String url, Map<String, String> headers, byte[] body)
      throws DeliveryFailedException {
    try {
      URI target = URI.create(url);
      AggregatedHttpResponse answer =
          client(target)
              .execute(headersOf(target, headers), HttpData.wrap(body))
              .aggregate()
              .join();
      return answer.status();
    } catch (CompletionException e) {
      throw DeliveryFailedException.forNow(sentence(unwrapped(e)));
    } catch (RuntimeException e) {
      throw DeliveryFailedException.forNow("the address cannot be used");
    }
  }

  private static RequestHeaders headersOf(URI target, Map<String, String> headers) {
    String query = target.getRawQuery();
    String path = target.getRawPath().isEmpty() ? "/" : target.getRawPath();
    RequestHeadersBuilder builder =
        RequestHeaders.builder(HttpMethod.POST, query == null ? path : path + "?" + query)
            .set(HttpHeaderNames.USER_AGENT, "leasehold")
            .set(HttpHeaderNames.CONTENT_TYPE, "application/json");
    headers.forEach(builder::set);
    return builder.build();
  }

  /** A client for the address that was checked; the other side still sees the name. */
  private WebClient client(URI target) throws DeliveryFailedException {
    boolean tls = target.getScheme().equalsIgnoreCase("https");
    String host = target.getHost();
    if (host == null) {
      throw DeliveryFailedException.forGood("the address names no host");
    }
    int port = target.getPort() > 0 ? target.getPort() : tls ? HTTPS_PORT : HTTP_PORT;
    String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    InetAddress checked = checked(name);
    Endpoint endpoint = Endpoint.of(name, port).withIpAddr(checked.getHostAddress());
    return WebClient.builder(tls ? SessionProtocol.H1 : SessionProtocol.H1C, endpoint)
        .factory(clients())
        .responseTimeout(patience)
        .writeTimeout(patience)
        .maxResponseLength(MAX_ANSWER_BYTES)
        .build();
  }

  /** One of several addresses that must not be reached is enough to refuse the name. */
  private InetAddress checked(String host) throws DeliveryFailedException {
    List<InetAddress> addresses;
    try {
      addresses = lookup.find(host);
    } catch (UnknownHostException e) {
      throw DeliveryFailedException.forNow("the name of the host is not known");
    }
    if (addresses.isEmpty()) {
      throw DeliveryFailedException.forNow("the name of the host is not known");
    }
    if (!addresses.stream().allMatch(guard::allows)) {
      throw DeliveryFailedException.forNow(guard.advice());
    }
    return addresses.get(0);
  }

  private static Throwable unwrapped(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof CompletionException || cause instanceof UnprocessedRequestException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  private String sentence(Throwable cause) {
    return switch (cause) {
      case ResponseTimeoutException e ->
          "the receiver did not answer within " + patience.toMillis() / 1_000.0 + " s";
      case ContentTooLargeException e -> "the receiver answered with too much";
      case SSLException e when isOfCertificate(e) ->
          "the receiver's certificate is not trusted, is out of date, or is of another host";
      case SSLException e -> "the receiver does not speak TLS as it should";
      default -> "the receiver cannot be reached";
    };
  }

  private static boolean isOfCertificate(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && !(cause instanceof GeneralSecurityException)) {
      cause = cause.getCause();
    }
    return cause instanceof GeneralSecurityException;
  }

  @Override
  public void close() {
    ClientFactory made;
    synchronized (this) {
      closed = true;
      made = clients;
    }
    if (made != null) {
      made.close();
    }
  }
}
