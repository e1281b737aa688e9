package dev.leasehold.cli.command;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Text;
import java.io.IOException;
import picocli.CommandLine.Option;

/** Prints a lease that was just granted: in full, or its id alone. */
final class NewLease {

  @Option(
      names = {"-q", "--quiet"},
      description = "Print the lease's id and nothing else, for scripts.")
  private boolean quiet;

  int print(ServerOptions server, Api api, Reply reply) throws IOException {
    if (!quiet || server.json()) {
      return new Answers(server).card(api, reply);
    }
    server.surroundings().out().println(Text.harmless(reply.fields().text("leaseId")));
    return 0;
  }
}
