package dev.leasehold.cli.command;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.display.Story;
import dev.leasehold.cli.naming.LeaseChoice;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Tells what happened to a lease. */
@Command(
    name = "history",
    description = {
      "Tells what happened to a lease, as a story.",
      "Who did what, when, and why it ended."
    })
public final class History implements Callable<Integer> {

  private static final int PAGE_SIZE = 1000;

  @Mixin private final LeaseChoice lease = new LeaseChoice();
  @Mixin private ServerOptions server;

  @Override
  public Integer call() throws Exception {
    String id = lease.idOrLast(server);
    Api api = server.connect();
    Story story = null;
    String page = "";
    do {
      Reply reply =
          api.get(
              Address.of("/v1/leases/", id, "/history")
                  .with("pageSize", PAGE_SIZE)
                  .with("pageToken", page));
      if (server.json()) {
        new Answers(server).json(reply);
      } else {
        if (story == null) {
          story = begin(api, id, reply);
        }
        story.tell(reply.fields().objects("events"));
      }
      page = reply.fields().text("nextPageToken");
    } while (!page.isEmpty());
    return 0;
  }

  /** The events do not say what the lease is on; the lease does, if it is still known. */
  private Story begin(Api api, String id, Reply first) throws IOException {
    Surroundings surroundings = server.surroundings();
    Story story = new Story(surroundings, first.now());
    List<Fields> events = first.fields().objects("events");
    try {
      story.open(api.get(Address.of("/v1/leases/", id, "")).fields());
    } catch (CallFailedException e) {
      if (e.exit() != Exit.NOT_FOUND || events.isEmpty()) {
        throw e;
      }
    }
    return story;
  }
}
