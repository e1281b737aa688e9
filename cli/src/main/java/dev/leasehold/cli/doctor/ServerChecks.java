package dev.leasehold.cli.doctor;

import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Endpoint;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.RelativeTime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Checks whether the server answers, agrees on the time, is ready and accepts the caller. */
final class ServerChecks {

  /** Clocks further apart than this mislead people who compare times. */
  private static final Duration NOTICEABLE_SKEW = Duration.ofSeconds(5);

  private static final Duration LARGE_SKEW = Duration.ofMinutes(1);

  /** A healthy server answers in milliseconds, and a person waits for the findings. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final ServerOptions options;
  private final InstantSource clock;
  private boolean answers;

  ServerChecks(ServerOptions options) {
    this.options = options;
    this.clock = options.surroundings().clock();
  }

  List<Finding> all() throws IOException {
    List<Finding> findings = new ArrayList<>();
    String url;
    try {
      url = options.url();
    } catch (CallFailedException e) {
      return List.of(bad(e));
    }
    Api anonymous = new Api(options.anonymousEndpoint(), clock, PATIENCE);
    try {
      Reply reply = anonymous.get(Address.of("/healthz"));
      answers = true;
      findings.add(Finding.good("a server answers at " + url));
      findings.add(skew(reply.now(), clock.instant()));
      findings.add(ready(anonymous));
      findings.add(token());
    } catch (CallFailedException e) {
      findings.add(bad(e));
    }
    if (url.startsWith("http://") && !Endpoint.isLoopback(url)) {
      findings.add(
          Finding.doubtful(
              "tokens travel in clear to " + url, "give the server a certificate and use https"));
    }
    return findings;
  }

  boolean serverAnswers() {
    return answers;
  }

  private static Finding ready(Api anonymous) throws IOException {
    try {
      Reply reply = anonymous.get(Address.of("/readyz"));
      return Finding.good("it is ready, role " + reply.fields().text("role"));
    } catch (CallFailedException e) {
      return bad(e);
    }
  }

  private Finding token() throws IOException {
    try {
      Endpoint endpoint = options.endpoint();
      if (endpoint.token().isEmpty()) {
        Reply unused =
            new Api(endpoint, clock, PATIENCE).get(Address.of("/v1/leases").with("pageSize", 1));
        return Finding.good("your certificate " + endpoint.tokenSource() + " lets you in");
      }
      Reply reply =
          new Api(endpoint, clock, PATIENCE)
              .post(
                  Address.of("/v1/tokens:introspect"), new Body().with("token", endpoint.token()));
      return Finding.good(
          "the token from "
              + endpoint.tokenSource()
              + " makes you "
              + reply.fields().text("sub")
              + ", "
              + reply.fields().text("role"));
    } catch (CallFailedException e) {
      return bad(e);
    }
  }

  static Finding skew(Instant there, Instant here) {
    Duration skew = Duration.between(here, there).abs();
    String said =
        "the server's clock is "
            + RelativeTime.length(skew)
            + (there.isAfter(here) ? " ahead of" : " behind")
            + " this one";
    String advice =
        "set both clocks, for example with chrony; leases do not depend on them, times that are"
            + " shown and tokens of an issuer do";
    if (skew.compareTo(LARGE_SKEW) > 0) {
      return Finding.bad(said, advice);
    }
    return skew.compareTo(NOTICEABLE_SKEW) > 0
        ? Finding.doubtful(said, advice)
        : Finding.good("its clock and this one agree");
  }

  /** Splits the sentence of a failure: its advice stands behind the first semicolon. */
  private static Finding bad(CallFailedException failure) {
    String sentence = String.valueOf(failure.getMessage());
    int advice = sentence.indexOf("; ");
    return advice < 0
        ? Finding.bad(sentence, "")
        : Finding.bad(sentence.substring(0, advice), sentence.substring(advice + 2));
  }
}
