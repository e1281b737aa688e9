package dev.leasehold.cli.command;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.display.LeaseText;
import dev.leasehold.cli.display.Moments;
import dev.leasehold.cli.display.NoticeList;
import dev.leasehold.cli.naming.FileNames;
import dev.leasehold.cli.naming.ItemPolicies;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists leases. */
@Command(
    name = "ls",
    description = {
      "Lists leases that are held or waited for, now or at a time.",
      "Agents see those in the spaces that their token names, auditors and admins all."
    })
public final class ListLeases implements Callable<Integer> {

  private static final int PAGE_SIZE = 1000;

  /** A table of more is of no use to a person; programs get all. */
  private static final int MOST_ROWS = 100_000;

  @Option(names = "--space", paramLabel = "SPACE", description = "In this space.")
  private @Nullable String space;

  @Option(
      names = "--path",
      paramLabel = "PATH",
      description = "That keep others out of this file or directory, or of anything below it.")
  private @Nullable String path;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "That cover this name in the space, as it is written.")
  private @Nullable String name;

  @Option(
      names = "--root",
      paramLabel = "DIR",
      description =
          "Where names of files begin. Default: LEASEHOLD_ROOT, else the top of the outermost git"
              + " work tree.")
  private @Nullable String root;

  @Option(names = "--holder", paramLabel = "NAME", description = "Of this holder.")
  private @Nullable String holder;

  @Option(names = "--policy", paramLabel = "NAME", description = "Under this policy.")
  private @Nullable String policy;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      split = ",",
      description =
          "In these states: pending, active, expired, released, completed, closed, revoked,"
              + " evicted, failed. Default: pending,active.")
  private List<String> states = new ArrayList<>();

  @Option(names = "--request-id", paramLabel = "ID", description = "Made by this request.")
  private @Nullable String requestId;

  @Option(
      names = "--as-of",
      paramLabel = "TIME",
      description = "As they were then, such as 2026-05-01T12:00:00Z or 2h for two hours ago.")
  private @Nullable String asOf;

  @Mixin private final NoticeList notices = new NoticeList();
  @Mixin private ServerOptions server;

  @Override
  public Integer call() throws Exception {
    if (notices.isWanted()) {
      return notices.print(server);
    }
    Api api = server.connect();
    String covered = covered();
    Answers answers = new Answers(server);
    List<Fields> leases = new ArrayList<>();
    String page = "";
    Reply reply;
    do {
      reply = api.get(address(page, covered));
      if (server.json()) {
        answers.json(reply);
      } else {
        leases.addAll(reply.fields().objects("leases"));
      }
      page = reply.fields().text("nextPageToken");
    } while (!page.isEmpty() && leases.size() < MOST_ROWS);
    if (!server.json()) {
      print(leases, reply, answers, api);
    }
    return 0;
  }

  private void print(List<Fields> leases, Reply reply, Answers answers, Api api)
      throws IOException {
    if (leases.isEmpty()) {
      ItemPolicies.requireExisting(policy, server);
      server.surroundings().err().println("leasehold: there are none");
    } else {
      answers.table(LeaseText.table(leases, reply.now()));
    }
    answers.notices(api, reply);
  }

  /** The plain name that is asked about. */
  private @Nullable String covered() throws IOException {
    if (name != null && path != null) {
      throw new CallFailedException(Exit.USAGE, "--path and --name: give one of them");
    }
    if (path == null) {
      return name == null ? null : FileNames.asWritten(name);
    }
    return ItemPolicies.includes(policy, server)
        ? FileNames.item(path)
        : FileNames.of(root, false, server.surroundings()).subtree(path);
  }

  private Address address(String page, @Nullable String covered) throws CallFailedException {
    Address address =
        Address.of("/v1/leases")
            .with("space", space)
            .with("path", covered)
            .with("holder", holder)
            .with("policy", policy)
            .with("requestId", requestId)
            .with(
                "asOf",
                asOf == null ? null : Moments.of("--as-of", asOf, server.surroundings().clock()))
            .with("pageSize", PAGE_SIZE)
            .with("pageToken", page);
    for (String state : states) {
      if (state.isBlank()) {
        throw new CallFailedException(Exit.USAGE, "--state is empty; leave it out, or name one");
      }
      address.with("state", state.strip().toUpperCase(Locale.ROOT));
    }
    return address;
  }
}
