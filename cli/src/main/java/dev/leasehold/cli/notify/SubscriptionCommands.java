package dev.leasehold.cli.notify;

import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The commands about one existing webhook or address: show, rm, test and resend. */
final class SubscriptionCommands {

  private SubscriptionCommands() {}

  static void addTo(
      Map<String, Object> commands, SubscriptionTexts told, Surroundings surroundings) {
    commands.put("show", new Show(told, surroundings));
    commands.put("rm", new Remove(told, surroundings));
    commands.put("test", new Test(told, surroundings));
    commands.put("resend", new Resend(told, surroundings));
  }

  @Command(name = "show", description = "Shows what was delivered when, and what failed why.")
  static final class Show implements Callable<Integer> {

    @Parameters(paramLabel = "ID", description = "Its id, as ls shows it.")
    private String id = "";

    @Mixin private final ServerOptions server;
    private final SubscriptionTexts told;

    Show(SubscriptionTexts told, Surroundings surroundings) {
      this.told = told;
      server = new ServerOptions(surroundings);
    }

    @Override
    public Integer call() throws Exception {
      return told.show(server, id);
    }
  }

  @Command(name = "rm", description = "Removes it; nothing is sent there any more.")
  static final class Remove implements Callable<Integer> {

    @Parameters(paramLabel = "ID", description = "Its id, as ls shows it.")
    private String id = "";

    @Mixin private final ServerOptions server;
    private final SubscriptionTexts told;

    Remove(SubscriptionTexts told, Surroundings surroundings) {
      this.told = told;
      server = new ServerOptions(surroundings);
    }

    @Override
    public Integer call() throws Exception {
      return told.remove(server, id);
    }
  }

  @Command(
      name = "test",
      description = {"Sends a message that says nothing but that it arrives.", "Look with show."})
  static final class Test implements Callable<Integer> {

    @Parameters(paramLabel = "ID", description = "Its id, as ls shows it.")
    private String id = "";

    @Mixin private final ServerOptions server;
    private final SubscriptionTexts told;

    Test(SubscriptionTexts told, Surroundings surroundings) {
      this.told = told;
      server = new ServerOptions(surroundings);
    }

    @Override
    public Integer call() throws Exception {
      return told.post(server, id, ":test", new Body());
    }
  }

  @Command(
      name = "resend",
      description = {
        "Sends again what could not be delivered.",
        "Messages are tried for a day or so; after that they wait for this."
      })
  static final class Resend implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "ID", description = "Its id, as ls shows it.")
    private String id = "";

    @Parameters(
        index = "1..*",
        paramLabel = "MESSAGE",
        description = "Messages that failed, as show names them. Default: all.")
    private List<String> messages = List.of();

    @Mixin private final ServerOptions server;
    private final SubscriptionTexts told;

    Resend(SubscriptionTexts told, Surroundings surroundings) {
      this.told = told;
      server = new ServerOptions(surroundings);
    }

    @Override
    public Integer call() throws Exception {
      Body body = new Body();
      return told.post(
          server, id, ":resend", messages.isEmpty() ? body : body.with("deliveries", messages));
    }
  }
}
