package dev.leasehold.cli.notify;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.RelativeTime;
import dev.leasehold.cli.terminal.Table;
import dev.leasehold.cli.terminal.Table.Fit;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Calls the server about webhooks, or about addresses of holders, and prints its answers.
 *
 * @param path where they are on the server
 * @param list the field of a list
 * @param what the word for one of them
 */
record SubscriptionTexts(String path, String list, String what) {

  static final SubscriptionTexts WEBHOOKS =
      new SubscriptionTexts("/v1/webhooks", "webhooks", "webhook");
  static final SubscriptionTexts ADDRESSES =
      new SubscriptionTexts("/v1/addresses", "addresses", "address");

  private Address at(String id, String verb) {
    return Address.of(path + "/", id, verb);
  }

  /** Adds one, and shows its secret if it has one. */
  int add(ServerOptions server, Body body) throws IOException {
    Reply reply = server.connect().post(Address.of(path), body);
    Answers answers = new Answers(server);
    if (server.json()) {
      return answers.json(reply);
    }
    Fields added = reply.fields();
    answers.table(table(List.of(added), reply.now()));
    if (!added.text("secret").isEmpty()) {
      answers.say("its secret, which is not shown again: " + added.text("secret"));
    }
    if (added.has("confirmed") && !added.isTrue("confirmed")) {
      answers.say(
          "a code was sent there; confirm it with: leasehold notify confirm "
              + added.text("id")
              + " CODE");
    }
    return 0;
  }

  int list(ServerOptions server, String holder) throws IOException {
    Address all = Address.of(path);
    Reply reply = server.connect().get(holder.isEmpty() ? all : all.with("holder", holder));
    Answers answers = new Answers(server);
    if (server.json()) {
      return answers.json(reply);
    }
    List<Fields> found = reply.fields().objects(list);
    if (found.isEmpty()) {
      server.surroundings().err().println("leasehold: there are none");
    } else {
      answers.table(table(found, reply.now()));
    }
    return 0;
  }

  /** One of them with what was delivered when, and what failed why. */
  int show(ServerOptions server, String id) throws IOException {
    return print(server, server.connect().get(at(id, "")));
  }

  int post(ServerOptions server, String id, String verb, Body body) throws IOException {
    return print(server, server.connect().post(at(id, verb), body));
  }

  int remove(ServerOptions server, String id) throws IOException {
    Reply reply = server.connect().delete(at(id, ""));
    Answers answers = new Answers(server);
    if (server.json()) {
      return answers.json(reply);
    }
    answers.say(what + " " + id + " is removed, and what waited for it is dropped");
    return 0;
  }

  private int print(ServerOptions server, Reply reply) {
    Answers answers = new Answers(server);
    if (server.json()) {
      return answers.json(reply);
    }
    answers.table(table(List.of(reply.fields()), reply.now()));
    List<Fields> deliveries = reply.fields().object("report").objects("deliveries");
    if (!deliveries.isEmpty()) {
      server.surroundings().out().println();
      answers.table(deliveries(deliveries, reply.now()));
    }
    return 0;
  }

  private Table table(List<Fields> found, Instant now) {
    boolean ofHolders = equals(ADDRESSES);
    Table table = new Table().column("ID", Fit.WHOLE);
    if (ofHolders) {
      table.column("HOLDER", Fit.WHOLE);
    }
    table
        .column("TO", Fit.CUT)
        .column("TOLD", Fit.CUT)
        .column("DELIVERED", Fit.WHOLE)
        .column("WAITING", Fit.OPTIONAL)
        .column("FAILED", Fit.WHOLE)
        .column("WHY", Fit.FOLDED);
    for (Fields one : found) {
      Fields report = one.object("report");
      String to = ofHolders ? one.text("address") : one.text("url");
      List<String> topics = one.texts(ofHolders ? "kinds" : "types");
      String why =
          ofHolders && !one.isTrue("confirmed") ? "not confirmed yet" : report.text("lastError");
      List<String> tail =
          List.of(
              to,
              topics.isEmpty() ? "all" : String.join(", ", topics).replace("dev.leasehold.", ""),
              when(report, "lastDeliveredAt", now),
              report.text("waiting"),
              report.text("failed"),
              why);
      table.row(
          ofHolders
              ? join(List.of(one.text("id"), one.text("holder")), tail)
              : join(List.of(one.text("id")), tail));
    }
    return table;
  }

  private static String[] join(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toArray(String[]::new);
  }

  private static Table deliveries(List<Fields> deliveries, Instant now) {
    Table table =
        new Table()
            .column("MESSAGE", Fit.WHOLE)
            .column("TYPE", Fit.CUT)
            .column("STATE", Fit.WHOLE)
            .column("WHEN", Fit.WHOLE)
            .column("ATTEMPTS", Fit.OPTIONAL)
            .column("WHY", Fit.FOLDED);
    for (Fields delivery : deliveries) {
      boolean waits = delivery.text("state").equals("WAITING");
      table.row(
          delivery.text("id"),
          delivery.text("type").replace("dev.leasehold.", ""),
          delivery.text("state"),
          when(delivery, waits ? "nextAttemptAt" : "endedAt", now),
          delivery.text("attempts"),
          delivery.text("error"));
    }
    return table;
  }

  private static String when(Fields fields, String name, Instant now) {
    Instant time = fields.time(name);
    return time == null ? "never" : RelativeTime.of(time, now);
  }
}
