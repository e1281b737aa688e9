package dev.leasehold.cli.command;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.naming.LeaseArgument;
import dev.leasehold.cli.naming.LeaseByPath;
import dev.leasehold.cli.naming.LeaseChoice;
import dev.leasehold.cli.naming.LeaseOptions;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Releases leases. */
@Command(name = "release", description = "Lets go of leases, or gives up waiting for them.")
public final class Release implements Callable<Integer> {

  @Parameters(
      paramLabel = "LEASE",
      arity = "0..*",
      description =
          "Its id, or those of several; what is refused of them does not stop the others. Default: "
              + LeaseArgument.VARIABLE
              + ".")
  private List<String> leases = new ArrayList<>();

  @Mixin private final LeaseByPath byPath = new LeaseByPath();

  @Option(
      names = "--reason",
      paramLabel = "REASON",
      description = "completed, aborted or voluntary, for the record. Default: voluntary.")
  private @Nullable String reason;

  @Option(
      names = "--after",
      paramLabel = "DURATION",
      description = "How much longer it keeps others out. Default: not at all.")
  private @Nullable String after;

  @Mixin private final IdempotencyKey requestId = new IdempotencyKey();

  @Mixin private ServerOptions server;

  @Override
  public Integer call() throws Exception {
    List<String> ids = ids();
    if (ids.equals(List.of(""))) {
      throw LeaseArgument.missing();
    }
    Api api = server.connect();
    if (ids.size() == 1) {
      return new Answers(server).sentence(api, release(api, ids.get(0)));
    }
    Answers answers = new Answers(server);
    int code = 0;
    Reply last = null;
    for (String id : ids) {
      try {
        last = release(api, id);
        answers.outcome(last);
      } catch (CallFailedException e) {
        if (e.problem() == null && !id.isEmpty()) {
          throw e;
        }
        answers.refusal(id.isEmpty() ? "\"\"" : id, e.problem(), String.valueOf(e.getMessage()));
        code = code == 0 ? e.exit().code() : code;
      }
    }
    if (last != null && !server.json()) {
      answers.notices(api, last);
    }
    return code;
  }

  private List<String> ids() throws IOException {
    if (byPath.isGiven()) {
      if (!leases.isEmpty()) {
        throw LeaseChoice.notBoth();
      }
      return List.of(byPath.id(server, true));
    }
    String running = server.surroundings().variable(LeaseArgument.VARIABLE);
    List<String> ids = leases.isEmpty() ? List.of(running) : leases;
    if (ids.size() > 1 && requestId.given() != null) {
      throw new CallFailedException(Exit.USAGE, "--request-id is for one lease only");
    }
    return ids;
  }

  private Reply release(Api api, String id) throws IOException {
    if (id.isEmpty()) {
      throw LeaseArgument.missing();
    }
    return api.post(
        Address.of("/v1/leases/", id, ":release"),
        new Body()
            .with("reason", LeaseOptions.upper(reason))
            .with("after", after)
            .with("requestId", requestId.given()));
  }
}
