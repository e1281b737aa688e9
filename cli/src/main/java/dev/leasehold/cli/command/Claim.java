package dev.leasehold.cli.command;

import dev.leasehold.api.DurationText;
import dev.leasehold.api.MalformedDurationException;
import dev.leasehold.cli.acquire.FirstFree;
import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.naming.FileNames;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Text;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes the first of several work items that is free. */
@Command(
    name = "claim",
    description = {
      "Takes the first work item that nobody has, in the order given.",
      "Prints the lease's id, a tab and the item: read -r id item <<< \"$(leasehold claim ...)\"",
      "Whether an item is done is yours to know: a lease only says that nobody is at it."
    })
public final class Claim implements Callable<Integer> {

  private static final int MOST_ITEMS = 10_000;
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);

  @Parameters(
      paramLabel = "ITEM",
      arity = "1..*",
      description = "The items; - for a list from standard input, one a line.")
  private List<String> items = new ArrayList<>();

  @Option(names = "--space", paramLabel = "SPACE", required = true, description = "The queue.")
  private String space = "";

  @Option(names = "--policy", paramLabel = "NAME", description = "The terms. Default: work.")
  private String policy = "work";

  @Option(
      names = "--ttl",
      paramLabel = "DURATION",
      description = "How long. Default: the policy's.")
  private @Nullable String ttl;

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      description =
          "If all are held, how long to wait for one of them, at most 1h. One item: in its queue."
              + " Several: they are asked for again every few seconds, so that others may be"
              + " first.")
  private @Nullable String wait;

  @Option(
      names = "--heartbeat",
      paramLabel = "DURATION",
      description = "A holder that is silent for longer loses the item.")
  private @Nullable String heartbeat;

  @Option(names = "--session", paramLabel = "NAME", description = "Which of several workers.")
  private @Nullable String session;

  @Option(
      names = "--label",
      paramLabel = "KEY=VALUE",
      description = "Something to remember, as often as you like.")
  private Map<String, String> labels = new LinkedHashMap<>();

  @Mixin private ServerOptions server;

  @Override
  public Integer call() throws Exception {
    Api api = server.connect();
    Duration patience = patience();
    List<String> wanted = items.equals(List.of("-")) ? read() : items;
    if (wanted.isEmpty()) {
      throw new CallFailedException(Exit.NOT_FOUND, "there are no items to claim");
    }
    // A claim that waits is a worker of its own, even if others have the same token.
    String worker = session == null && !patience.isZero() ? "claim-" + UUID.randomUUID() : session;
    FirstFree free = new FirstFree(wanted, item -> body(item, worker), api, server.surroundings());
    FirstFree.Taken taken = free.take(patience);
    return print(api, taken.reply(), taken.item());
  }

  private Duration patience() throws CallFailedException {
    try {
      Duration patience = wait == null ? Duration.ZERO : DurationText.parse(wait);
      if (patience.compareTo(LONGEST_WAIT) > 0) {
        throw new CallFailedException(Exit.USAGE, "--wait is at most 1h, not " + wait);
      }
      return patience;
    } catch (MalformedDurationException e) {
      throw new CallFailedException(Exit.USAGE, "--wait: " + e.sentence());
    }
  }

  private Body body(String item, @Nullable String worker) throws CallFailedException {
    return new Body()
        .with("policy", policy)
        .with("space", space)
        .with("paths", List.of(FileNames.item(item)))
        .with("ttl", ttl)
        .with("heartbeat", heartbeat)
        .with("session", worker)
        .with("labels", labels);
  }

  private int print(Api api, Reply reply, String item) throws IOException {
    String id = reply.fields().text("leaseId");
    return new Answers(server)
        .printWithNotices(
            api,
            reply,
            answers -> server.surroundings().out().println(Text.harmless(id) + "\t" + item));
  }

  private List<String> read() throws IOException {
    List<String> read = new ArrayList<>();
    BufferedReader in =
        new BufferedReader(
            new InputStreamReader(server.surroundings().in(), StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (!line.isBlank()) {
        read.add(line.strip());
      }
      if (read.size() > MOST_ITEMS) {
        throw new CallFailedException(
            Exit.USAGE, "more than " + MOST_ITEMS + " items; give the first ones only");
      }
    }
    return read;
  }
}
