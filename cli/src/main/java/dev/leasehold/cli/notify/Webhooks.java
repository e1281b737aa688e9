package dev.leasehold.cli.notify;

import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for webhooks, which get events of the service. */
public final class Webhooks {

  private Webhooks() {}

  public static CommandLine commandLine(Surroundings surroundings) {
    return SubscriptionCommands.group(
        surroundings,
        "Posts events to addresses outside; for admins.",
        SubscriptionTexts.WEBHOOKS,
        new Add(),
        new ListAll());
  }

  @Command(
      name = "add",
      description = {
        "Posts events to an address from now on; for admins.",
        "Messages are CloudEvents, signed as Standard Webhooks says; the secret is shown once.",
        "  leasehold webhook add https://example.com/hook --types lease.expired,lease.evicted"
      })
  static final class Add implements Callable<Integer> {

    @Parameters(
        paramLabel = "URL",
        description = "Where to post; - reads it from standard input, for chats.")
    private String url = "";

    @Option(
        names = "--types",
        split = ",",
        paramLabel = "TYPE",
        description = "The types of events, such as lease.expired. Default: all.")
    private List<String> types = List.of();

    @Option(
        names = "--chat",
        description = "It is the incoming webhook of a chat (Slack and compatible).")
    private boolean chat;

    @Option(
        names = "--secret-file",
        paramLabel = "FILE",
        description = "A file with the secret. Default: the server makes one.")
    private @Nullable Path secretFile;

    @Mixin private ServerOptions server;

    @Override
    public Integer call() throws Exception {
      Body body =
          new Body()
              .with("url", SecretInput.of(url, server.surroundings()))
              .with("chat", chat)
              .with("types", types)
              .with("secret", secretFile == null ? null : SecretInput.of(secretFile));
      return SubscriptionTexts.WEBHOOKS.add(server, body);
    }
  }

  @Command(name = "ls", description = "Lists the webhooks, with what was delivered when.")
  static final class ListAll implements Callable<Integer> {

    @Mixin private ServerOptions server;

    @Override
    public Integer call() throws Exception {
      return SubscriptionTexts.WEBHOOKS.list(server, "");
    }
  }
}
