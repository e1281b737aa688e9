package dev.leasehold.cli.command;

import dev.leasehold.cli.display.EventText;
import dev.leasehold.cli.display.LiveView;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Following;
import dev.leasehold.cli.remote.LiveEvent;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Text;
import dev.leasehold.node.publish.EventTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows leases and events live. */
@Command(
    name = "watch",
    description = {
      "Shows leases and what happens to them, live.",
      "On a terminal a list that is kept up to date, elsewhere a line an event. Ctrl-C ends it."
    })
public final class Watch implements Callable<Integer> {

  private static final String PREFIX = "dev.leasehold.";

  @Option(names = "--space", paramLabel = "SPACE", description = "In this space.")
  private @Nullable String space;

  @Option(names = "--holder", paramLabel = "NAME", description = "Of this holder.")
  private @Nullable String holder;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      split = ",",
      description = "Only events of these types, such as lease.granted.")
  private List<String> types = new ArrayList<>();

  @Option(
      names = "--from",
      paramLabel = "POSITION",
      description = "Begin with the events after this position; 0 for all. Default: from now on.")
  private @Nullable Long from;

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "End after so many events. Default: never.")
  private long count = Long.MAX_VALUE;

  @Option(names = "--lines", description = "A line an event on a terminal, too.")
  private boolean lines;

  @Mixin private ServerOptions server;

  @Override
  public Integer call() throws Exception {
    if (count < 1) {
      throw new CallFailedException(Exit.USAGE, "--count: at least one event, not " + count);
    }
    Address address = address();
    Api api = server.connect();
    Surroundings surroundings = server.surroundings();
    Following following = new Following(api, address, surroundings.err());
    if (surroundings.screen().isTerminal() && !server.json() && !lines) {
      new LiveView(api, surroundings, space, holder).show(following, count);
      return 0;
    }
    long[] left = {count};
    following.follow(
        event -> {
          surroundings.out().println(server.json() ? event.json() : line(event, surroundings));
          left[0]--;
          return left[0] > 0 && !surroundings.out().checkError();
        });
    return 0;
  }

  private static String line(LiveEvent event, Surroundings surroundings) {
    return Text.harmless(EventText.line(event.fields(), surroundings.zone()));
  }

  private Address address() throws CallFailedException {
    List<String> full = new ArrayList<>();
    for (String type : types) {
      full.add(PREFIX + known(type.strip().replace(PREFIX, "")));
    }
    return Address.of("/v1/events")
        .with("from", from)
        .with("space", space)
        .with("holder", holder)
        .with("types", String.join(",", full));
  }

  /** Refuses a type that no event has: the server would wait for it for ever. */
  private static String known(String type) throws CallFailedException {
    if (!EventTypes.all().contains(type)) {
      throw new CallFailedException(
          Exit.USAGE,
          "--type: there are no events of type \""
              + type
              + "\", but of "
              + String.join(", ", EventTypes.all()));
    }
    return type;
  }
}
