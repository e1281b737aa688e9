package dev.leasehold.cli.admin;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.RelativeTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Says what a token is good for. */
@Command(
    name = "introspect",
    description = {
      "Says what a token is good for, by default your own.",
      "Ends with code 6 if it is not valid."
    })
public final class IntrospectToken implements Callable<Integer> {

  private static final int MAX_TOKEN_BYTES = 16 << 10;

  @Parameters(
      paramLabel = "TOKEN",
      arity = "0..1",
      description = "The token; - for standard input, where others cannot see it.")
  private @Nullable String token;

  @Mixin private ServerOptions server;

  @Override
  public Integer call() throws Exception {
    Api api = server.connect();
    Reply reply =
        api.post(
            Address.of("/v1/tokens:introspect"),
            new Body().with("token", subject(api.endpoint().token())));
    Fields answer = reply.fields();
    boolean active = answer.isTrue("active");
    if (server.json()) {
      new Answers(server).json(reply);
    } else if (active) {
      print(answer, reply.now());
    } else {
      server.surroundings().out().println("the token is not valid");
    }
    return (active ? Exit.DONE : Exit.UNAUTHENTICATED).code();
  }

  private String subject(String own) throws IOException {
    if (token == null) {
      return own;
    }
    if (!token.equals("-")) {
      return token;
    }
    byte[] read = server.surroundings().in().readNBytes(MAX_TOKEN_BYTES);
    return new String(read, StandardCharsets.UTF_8).strip();
  }

  private void print(Fields answer, Instant now) {
    StringBuilder text = new StringBuilder();
    text.append(answer.text("sub")).append(", ").append(answer.text("role"));
    text.append(", spaces: ").append(Tokens.spaces(answer));
    if (!answer.text("pool").isEmpty()) {
      text.append(", pool ").append(answer.text("pool"));
    }
    if (!answer.texts("permissions").isEmpty()) {
      text.append(", permissions: ").append(String.join(" ", answer.texts("permissions")));
    }
    text.append(
        answer.has("exp")
            ? ", ends " + RelativeTime.of(Instant.ofEpochSecond(answer.number("exp")), now)
            : ", never ends");
    new Answers(server).say(text.toString());
  }
}
