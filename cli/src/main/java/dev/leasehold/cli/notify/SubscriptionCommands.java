package dev.leasehold.cli.notify;

import dev.leasehold.cli.command.Group;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The commands about one existing webhook or address: show, rm, test and resend. */
final class SubscriptionCommands {

  private final SubscriptionTexts told;

  private SubscriptionCommands(SubscriptionTexts told) {
    this.told = told;
  }

  /** The group of these commands, behind those that webhooks or addresses have of their own. */
  static CommandLine group(
      Surroundings surroundings, String description, SubscriptionTexts told, Object... own) {
    return Group.of(
        surroundings,
        description,
        Stream.concat(Stream.of(own), new SubscriptionCommands(told).all()).toArray());
  }

  private Stream<Object> all() {
    return Stream.of(new Show(), new Remove(), new Test(), new Resend());
  }

  /** The one that a command is about, and its server. */
  static final class Subject {

    @Parameters(index = "0", paramLabel = "ID", description = "Its id, as ls shows it.")
    private String id = "";

    @Mixin private ServerOptions server;
  }

  @Command(name = "show", description = "Shows what was delivered when, and what failed why.")
  final class Show implements Callable<Integer> {

    @Mixin private final Subject subject = new Subject();

    @Override
    public Integer call() throws Exception {
      return told.show(subject.server, subject.id);
    }
  }

  @Command(name = "rm", description = "Removes it; nothing is sent there any more.")
  final class Remove implements Callable<Integer> {

    @Mixin private final Subject subject = new Subject();

    @Override
    public Integer call() throws Exception {
      return told.remove(subject.server, subject.id);
    }
  }

  @Command(
      name = "test",
      description = {"Sends a message that says nothing but that it arrives.", "Look with show."})
  final class Test implements Callable<Integer> {

    @Mixin private final Subject subject = new Subject();

    @Override
    public Integer call() throws Exception {
      return told.post(subject.server, subject.id, ":test", new Body());
    }
  }

  @Command(
      name = "resend",
      description = {
        "Sends again what could not be delivered.",
        "Messages are tried for a day or so; after that they wait for this."
      })
  final class Resend implements Callable<Integer> {

    @Mixin private final Subject subject = new Subject();

    @Parameters(
        index = "1..*",
        paramLabel = "MESSAGE",
        description = "Messages that failed, as show names them. Default: all.")
    private List<String> messages = List.of();

    @Override
    public Integer call() throws Exception {
      return told.post(
          subject.server, subject.id, ":resend", new Body().with("deliveries", messages));
    }
  }
}
