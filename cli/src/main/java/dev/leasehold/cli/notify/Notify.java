package dev.leasehold.cli.notify;

import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for addresses that get a holder's notices. */
public final class Notify {

  private Notify() {}

  public static CommandLine commandLine(Surroundings surroundings) {
    return SubscriptionCommands.group(
        surroundings,
        "Sends a holder's notices to addresses: mail, webhooks, chats.",
        SubscriptionTexts.ADDRESSES,
        new Add(),
        new Confirm(),
        new ListAll());
  }

  @Command(
      name = "add",
      description = {
        "Sends your notices to an address.",
        "Your own have to be in a domain that the setting notice_domains names, and you confirm"
            + " each with a code that is sent there. An admin adds any address for anybody, at"
            + " once.",
        "  leasehold notify add --mail ann@example.com --holder ann --kinds reminder,evicted"
      })
  static final class Add implements Callable<Integer> {

    /** One of them. */
    static final class Where {
      @Option(names = "--mail", paramLabel = "ADDRESS", description = "A mail address.")
      private @Nullable String mail;

      @Option(
          names = "--webhook",
          paramLabel = "URL",
          description = "Where signed CloudEvents are posted.")
      private @Nullable String webhook;

      @Option(
          names = "--chat",
          paramLabel = "URL",
          description =
              "The incoming webhook of a chat (Slack and compatible); - reads it from standard"
                  + " input.")
      private @Nullable String chat;
    }

    @ArgGroup(multiplicity = "1")
    private Where where = new Where();

    @Option(
        names = "--kinds",
        split = ",",
        paramLabel = "KIND",
        description = "The kinds of notices, such as reminder,evicted. Default: all.")
    private List<String> kinds = List.of();

    @Option(
        names = "--holder",
        paramLabel = "HOLDER",
        description = "Whose notices. Default: your own.")
    private String holder = "";

    @Option(
        names = "--quiet",
        paramLabel = "HOURS",
        description =
            "Hours in which news waits, such as '22:00-07:00 Europe/Berlin'; reminders,"
                + " announcements and evictions do not.")
    private String quiet = "";

    @Mixin private ServerOptions server;

    @Override
    public Integer call() throws Exception {
      Body body =
          new Body()
              .with("mail", where.mail)
              .with("webhook", where.webhook)
              .with(
                  "chat",
                  where.chat == null ? null : SecretInput.of(where.chat, server.surroundings()))
              .with("kinds", kinds)
              .with("holder", holder)
              .with("quietHours", quiet);
      return SubscriptionTexts.ADDRESSES.add(server, body);
    }
  }

  @Command(name = "confirm", description = "Confirms an address with the code that was sent there.")
  static final class Confirm implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "ID", description = "Its id, as ls shows it.")
    private String id = "";

    @Parameters(index = "1", paramLabel = "CODE", description = "The code, in any case.")
    private String code = "";

    @Mixin private ServerOptions server;

    @Override
    public Integer call() throws Exception {
      return SubscriptionTexts.ADDRESSES.post(
          server, id, ":confirm", new Body().with("code", code));
    }
  }

  @Command(name = "ls", description = "Lists addresses, with what was delivered when.")
  static final class ListAll implements Callable<Integer> {

    @Option(names = "--holder", paramLabel = "HOLDER", description = "Only this holder's.")
    private String holder = "";

    @Mixin private ServerOptions server;

    @Override
    public Integer call() throws Exception {
      return SubscriptionTexts.ADDRESSES.list(server, holder);
    }
  }
}
