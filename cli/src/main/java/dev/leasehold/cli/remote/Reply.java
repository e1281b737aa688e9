package dev.leasehold.cli.remote;

import java.io.IOException;
import java.time.Instant;

/**
 * The server's answer to a call.
 *
 * @param json as it was sent, without the line feed at its end
 * @param now the time by the server's clock
 */
public record Reply(Fields fields, String json, Instant now) {

  static Reply of(String body, Instant now) throws IOException {
    return new Reply(Fields.parse(body), body.stripTrailing(), now);
  }
}
