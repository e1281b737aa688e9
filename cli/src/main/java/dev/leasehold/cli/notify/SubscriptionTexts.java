package dev.leasehold.cli.notify;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Columns;
import dev.leasehold.cli.terminal.Table;
import dev.leasehold.cli.terminal.Table.Fit;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

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
    return new Answers(server).print(reply, answers -> added(answers, reply));
  }

  private void added(Answers answers, Reply reply) {
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
  }

  int list(ServerOptions server, String holder) throws IOException {
    Address all = Address.of(path);
    Reply reply = server.connect().get(holder.isEmpty() ? all : all.with("holder", holder));
    List<Fields> found = reply.fields().objects(list);
    if (found.isEmpty() && !server.json()) {
      server.surroundings().err().println("leasehold: there are none");
      return 0;
    }
    return new Answers(server).print(reply, answers -> answers.table(table(found, reply.now())));
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
    String done = what + " " + id + " is removed, and what waited for it is dropped";
    return new Answers(server).print(reply, answers -> answers.say(done));
  }

  private int print(ServerOptions server, Reply reply) {
    return new Answers(server).print(reply, answers -> shown(answers, reply));
  }

  private void shown(Answers answers, Reply reply) {
    answers.table(table(List.of(reply.fields()), reply.now()));
    List<Fields> deliveries = report(reply.fields()).objects("deliveries");
    if (!deliveries.isEmpty()) {
      answers.line("");
      answers.table(deliveries(deliveries, reply.now()));
    }
  }

  private Table table(List<Fields> found, Instant now) {
    boolean ofHolders = equals(ADDRESSES);
    Columns<Fields> columns = new Columns<Fields>().with("ID", Fit.WHOLE, one -> one.text("id"));
    if (ofHolders) {
      columns.with("HOLDER", Fit.WHOLE, one -> one.text("holder"));
    }
    return columns
        .with("TO", Fit.CUT, one -> one.text(ofHolders ? "address" : "url"))
        .with("TOLD", Fit.CUT, one -> topics(one.texts(ofHolders ? "kinds" : "types")))
        .with("DELIVERED", Fit.WHOLE, one -> report(one).when("lastDeliveredAt", now, "never"))
        .with("WAITING", Fit.OPTIONAL, one -> report(one).text("waiting"))
        .with("FAILED", Fit.WHOLE, one -> report(one).text("failed"))
        .with("WHY", Fit.FOLDED, one -> ofHolders ? ofHolder(one) : report(one).text("lastError"))
        .of(found);
  }

  private static Fields report(Fields one) {
    return one.object("report");
  }

  private static String topics(List<String> topics) {
    return topics.isEmpty() ? "all" : withoutPrefix(String.join(", ", topics));
  }

  private static String withoutPrefix(String types) {
    return types.replace("dev.leasehold.", "");
  }

  private static String ofHolder(Fields address) {
    return address.isTrue("confirmed") ? report(address).text("lastError") : "not confirmed yet";
  }

  private static Table deliveries(List<Fields> deliveries, Instant now) {
    return new Columns<Fields>()
        .with("MESSAGE", Fit.WHOLE, delivery -> delivery.text("id"))
        .with("TYPE", Fit.CUT, delivery -> withoutPrefix(delivery.text("type")))
        .with("STATE", Fit.WHOLE, delivery -> delivery.text("state"))
        .with("WHEN", Fit.WHOLE, delivery -> when(delivery, now))
        .with("ATTEMPTS", Fit.OPTIONAL, delivery -> delivery.text("attempts"))
        .with("WHY", Fit.FOLDED, delivery -> delivery.text("error"))
        .of(deliveries);
  }

  private static String when(Fields delivery, Instant now) {
    boolean waits = delivery.text("state").equals("WAITING");
    return delivery.when(waits ? "nextAttemptAt" : "endedAt", now, "never");
  }
}
