package dev.leasehold.node.http.lfs;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.Endpoint;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.RequestHeadersBuilder;
import com.linecorp.armeria.common.SessionProtocol;
import com.linecorp.armeria.common.util.EventLoopGroups;
import dev.leasehold.node.operation.codec.JsonReader;
import dev.leasehold.node.operation.codec.MalformedInput;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the server that has the objects where they are. It is asked in the name of this server:
 * nothing that a caller shows goes there, and nothing that this server shows there comes back.
 */
public final class LfsUpstream implements AutoCloseable {

  /** Some five thousand objects; git-lfs asks for a hundred at a time. */
  static final int MAX_REQUEST_BYTES = 512 << 10;

  /** Addresses and headers for as many. */
  private static final int MAX_REPLY_BYTES = 2 << 20;

  /** With the largest replies that is a small part of the heap of a small server. */
  private static final int MAX_AT_A_TIME = 16;

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /** Less than a request may take here, so that the caller is told what was slow. */
  private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(20);

  private static final int MAX_MESSAGE_LENGTH = 300;

  /** The refusals that concern the request; others concern how this server is known there. */
  private static final Set<Integer> TOLD = Set.of(404, 410, 413, 422, 429, 503, 507, 509);

  private static final Logger LOG = LoggerFactory.getLogger(LfsUpstream.class);

  /** The result of a question to the upstream. */
  sealed interface Reply {

    /** The upstream's own words, checked to be JSON without secrets. */
    @SuppressWarnings("ArrayRecordComponent") // passed on as it is, and never compared
    record Objects(byte[] body) implements Reply {}

    record Failed(int status, String message) implements Reply {}
  }

  private final LfsUpstreamAddress address;
  private final ClientFactory factory;
  private final WebClient client;
  private final Semaphore room = new Semaphore(MAX_AT_A_TIME);

  public LfsUpstream(LfsUpstreamAddress address) {
    this.address = address;
    this.factory =
        ClientFactory.builder()
            .workerGroup(EventLoopGroups.newEventLoopGroup(1, "leasehold-lfs-upstream", true), true)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();
    // Every server of git-lfs speaks HTTP/1.1, and not all take an attempt at HTTP/2 well.
    this.client =
        WebClient.builder(
                address.tls() ? SessionProtocol.H1 : SessionProtocol.H1C,
                Endpoint.parse(address.authority()))
            .factory(factory)
            .responseTimeout(REPLY_TIMEOUT)
            .writeTimeout(REPLY_TIMEOUT)
            .maxResponseLength(MAX_REPLY_BYTES)
            .build();
  }

  /** Forwards a batch. The future never fails. */
  CompletableFuture<Reply> batch(String space, byte[] body, Executor executor) {
    String path = address.batchPath(space);
    if (path == null) {
      return CompletableFuture.completedFuture(
          new Reply.Failed(
              HttpStatus.NOT_FOUND.code(), "there are no objects for a space of this name"));
    }
    if (!room.tryAcquire()) {
      return CompletableFuture.completedFuture(
          new Reply.Failed(
              HttpStatus.SERVICE_UNAVAILABLE.code(),
              "too many ask for objects at the same time; try again in a moment"));
    }
    return client
        .execute(HttpRequest.of(headers(path), HttpData.wrap(body)))
        .aggregate()
        .whenComplete((reply, failure) -> room.release())
        .handleAsync(
            (reply, failure) -> reply == null ? unreachable(failure) : checked(reply), executor);
  }

  private RequestHeaders headers(String path) {
    RequestHeadersBuilder headers =
        RequestHeaders.builder(HttpMethod.POST, path)
            .contentType(LfsReplies.LFS_JSON)
            .set(HttpHeaderNames.ACCEPT, LfsReplies.LFS_JSON.toString())
            .set(HttpHeaderNames.USER_AGENT, "leasehold");
    if (!address.authorization().isEmpty()) {
      headers.set(HttpHeaderNames.AUTHORIZATION, address.authorization());
    }
    return headers.build();
  }

  private Reply unreachable(@Nullable Throwable failure) {
    LOG.warn("the upstream of git-lfs, {}, did not answer: {}", address, String.valueOf(failure));
    return new Reply.Failed(
        HttpStatus.BAD_GATEWAY.code(),
        "the server that has the objects did not answer in time, or not at all; try again, and if"
            + " that does not help, tell an admin");
  }

  private Reply checked(AggregatedHttpResponse reply) {
    int status = reply.status().code();
    byte[] body = reply.content().array();
    if (status == HttpStatus.OK.code()) {
      return objects(body);
    }
    LOG.warn("the upstream of git-lfs, {}, answered {}", address, status);
    return TOLD.contains(status)
        ? new Reply.Failed(status, "the server that has the objects says " + status + message(body))
        : new Reply.Failed(
            HttpStatus.BAD_GATEWAY.code(),
            "the server that has the objects answered " + status + "; tell an admin");
  }

  private Reply objects(byte[] body) {
    try {
      return hasSecret(body)
          ? new Reply.Failed(
              HttpStatus.BAD_GATEWAY.code(),
              "the server that has the objects would hand on the credential that it knows this"
                  + " server by; tell an admin, who has to choose one that gives addresses with"
                  + " credentials of their own")
          : new Reply.Objects(body);
    } catch (MalformedInput e) {
      return new Reply.Failed(
          HttpStatus.BAD_GATEWAY.code(),
          "the server that has the objects did not answer with JSON; tell an admin");
    }
  }

  /** Some servers put the header that they were shown into what clients are to send. */
  private boolean hasSecret(byte[] body) throws MalformedInput {
    try (JsonParser parser = LfsBody.FACTORY.createParser(JsonReader.decode(body))) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw MalformedInput.of("body", "no JSON object");
      }
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        boolean isText = token == JsonToken.VALUE_STRING || token == JsonToken.FIELD_NAME;
        if (isText && isSecret(parser.getText())) {
          return true;
        }
      }
      return false;
    } catch (JsonProcessingException e) {
      throw MalformedInput.of("body", "no JSON");
    } catch (IOException e) {
      throw new IllegalStateException("reading from memory cannot fail", e);
    }
  }

  private boolean isSecret(String text) {
    return address.secrets().stream().anyMatch(text::contains);
  }

  private String message(byte[] body) {
    try {
      String message = LfsBody.read(body).value("message");
      return message.isEmpty() || isSecret(message)
          ? ""
          : ": " + message.substring(0, Math.min(message.length(), MAX_MESSAGE_LENGTH));
    } catch (MalformedInput e) {
      return "";
    }
  }

  @Override
  public void close() {
    factory.closeAsync();
  }
}
