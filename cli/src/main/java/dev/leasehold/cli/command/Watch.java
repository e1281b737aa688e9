package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Following;
import dev.leasehold.cli.remote.LiveEvent;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what happens while it happens. */
@Command(
    name = "watch",
    description = {
      "Shows leases and what happens to them while it happens, until Ctrl-C.",
      "On a terminal a list that is kept up to date, elsewhere a line an event."
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

  @Mixin private final ServerOptions server;

  public Watch(Surroundings surroundings) {
    server = new ServerOptions(surroundings);
  }

  @Override
  public Integer call() throws Exception {
    Api api = server.connect();
    Surroundings surroundings = server.surroundings();
    Following following = new Following(api, address(), surroundings.err());
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

  private Address address() {
    List<String> full =
        types.stream().map(type -> type.startsWith(PREFIX) ? type : PREFIX + type).toList();
    return Address.of("/v1/events")
        .with("from", from)
        .with("space", space)
        .with("holder", holder)
        .with("types", String.join(",", full));
  }
}
