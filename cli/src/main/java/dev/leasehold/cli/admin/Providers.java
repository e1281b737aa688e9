package dev.leasehold.cli.admin;

import dev.leasehold.cli.command.Group;
import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Columns;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Table;
import dev.leasehold.cli.terminal.Table.Fit;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for providers, whose keys go in and do not come out. */
public final class Providers {

  private static final String PATH = "/v1/providers/";

  private Providers() {}

  /**
   * @param rekey the one of these commands that works on the files of a server
   */
  public static CommandLine commandLine(Surroundings surroundings, Object rekey) {
    return Group.of(
        surroundings,
        "Keeps providers and their keys, which are never shown again.",
        new AddProvider(),
        new RotateKey(),
        new ListProviders(),
        new RemoveProvider(),
        rekey);
  }

  @Command(
      name = "add",
      description = {
        "Adds a provider; for admins.",
        "The key is read from standard input or from a file.",
        "  leasehold provider add openai --kind openai --url https://api.openai.com < key.txt"
      })
  static final class AddProvider implements Callable<Integer> {

    @Parameters(paramLabel = "NAME", description = "Its name, which handshakes say.")
    private String name = "";

    @Option(
        names = "--kind",
        required = true,
        paramLabel = "KIND",
        description = "openai or anthropic: the manner of its API.")
    private String kind = "";

    @Option(
        names = "--url",
        required = true,
        paramLabel = "URL",
        description = "Where its API is, such as https://api.openai.com.")
    private String url = "";

    @Mixin private final KeyInput key = new KeyInput();
    @Mixin private ServerOptions server;

    @Override
    public Integer call() throws Exception {
      Body body =
          new Body()
              .with("name", name)
              .with("kind", kind)
              .with("url", url)
              .with("key", key.read(server.surroundings()));
      return print(server, server.connect().post(Address.of("/v1/providers"), body));
    }
  }

  @Command(
      name = "rotate",
      description = {
        "Gives a provider another key; for admins.",
        "Whoever was given the old one still has it: end it at the provider when they have not."
      })
  static final class RotateKey implements Callable<Integer> {

    @Parameters(paramLabel = "NAME", description = "The provider.")
    private String name = "";

    @Mixin private final KeyInput key = new KeyInput();
    @Mixin private ServerOptions server;

    @Override
    public Integer call() throws Exception {
      Body body = new Body().with("key", key.read(server.surroundings()));
      return print(server, server.connect().post(Address.of(PATH, name, ":rotate"), body));
    }
  }

  @Command(name = "ls", description = "Lists the providers, without their keys.")
  static final class ListProviders implements Callable<Integer> {

    @Mixin private ServerOptions server;

    @Override
    public Integer call() throws Exception {
      Reply reply = server.connect().get(Address.of("/v1/providers"));
      return print(server, reply, reply.fields().objects("providers"));
    }
  }

  @Command(
      name = "rm",
      description = {
        "Removes a provider with its key; for admins.",
        "Leases that were given for it stay, and no gateway calls it any more."
      })
  static final class RemoveProvider implements Callable<Integer> {

    @Parameters(paramLabel = "NAME", description = "The provider.")
    private String name = "";

    @Mixin private ServerOptions server;

    @Override
    public Integer call() throws Exception {
      Reply reply = server.connect().delete(Address.of(PATH, name, ""));
      String done = "provider " + name + " is removed, and its key with it";
      return new Answers(server).print(reply, answers -> answers.say(done));
    }
  }

  private static int print(ServerOptions server, Reply reply) {
    return print(server, reply, List.of(reply.fields()));
  }

  private static int print(ServerOptions server, Reply reply, List<Fields> providers) {
    return new Answers(server)
        .print(reply, answers -> answers.table(table(providers, reply.now())));
  }

  private static Table table(List<Fields> providers, Instant now) {
    return new Columns<Fields>()
        .with("PROVIDER", Fit.WHOLE, provider -> provider.text("name"))
        .with("KIND", Fit.WHOLE, provider -> provider.text("kind"))
        .with("URL", Fit.CUT, provider -> provider.text("url"))
        .with("KEY", Fit.WHOLE, Providers::key)
        .with("CHANGED", Fit.OPTIONAL, provider -> provider.when("keyChangedAt", now, ""))
        .of(providers);
  }

  private static String key(Fields provider) {
    return provider.isTrue("keyReadable")
        ? "version " + provider.text("keyVersion")
        : "unreadable; rotate it";
  }
}
