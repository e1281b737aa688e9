package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Table;
import dev.leasehold.cli.terminal.Text;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/** Prints what the server answered: as it is for programs, in words for people. */
final class Answers {

  private final ServerOptions server;
  private final Surroundings surroundings;
  private final PrintWriter out;

  Answers(ServerOptions server) {
    this.server = server;
    this.surroundings = server.surroundings();
    this.out = surroundings.out();
  }

  /** A call's reply in one sentence. */
  int sentence(Api api, Reply reply) throws IOException {
    if (server.json()) {
      return json(reply);
    }
    out.println(Text.harmless(LeaseText.sentence(reply.fields(), reply.now())));
    notices(api, reply);
    return 0;
  }

  int card(Api api, Reply reply) throws IOException {
    if (server.json()) {
      return json(reply);
    }
    LeaseCard.lines(reply.fields(), surroundings.screen(), surroundings.zone(), reply.now())
        .forEach(out::println);
    notices(api, reply);
    return 0;
  }

  int json(Reply reply) {
    out.println(reply.json());
    return 0;
  }

  void table(Table table) {
    table.lines(surroundings.screen()).forEach(out::println);
  }

  /** What the holder has to know, and is not told again once a person has seen it. */
  void notices(Api api, Reply reply) throws IOException {
    List<Fields> notices = reply.fields().objects("notices");
    for (Fields notice : notices) {
      surroundings.err().println("leasehold: notice: " + Text.harmless(notice.text("text")));
    }
    if (!notices.isEmpty() && surroundings.errIsTerminal()) {
      List<String> ids = notices.stream().map(notice -> notice.text("id")).toList();
      try {
        Reply unused = api.post(Address.of("/v1/notices:ack"), new Body().with("ids", ids));
      } catch (CallFailedException e) {
        // It is told once more next time; what was asked for has been done.
      }
    }
  }
}
