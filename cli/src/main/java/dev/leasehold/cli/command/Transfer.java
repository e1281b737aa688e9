package dev.leasehold.cli.command;

import dev.leasehold.cli.naming.LeaseChoice;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.ServerOptions;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Transfers a lease to another holder. */
@Command(
    name = "transfer",
    description = {
      "Hands a lease on in one step, ahead of all who wait.",
      "The new holder's lease has an id of its own."
    })
public final class Transfer implements Callable<Integer> {

  @Mixin private final LeaseChoice lease = new LeaseChoice();

  @Option(names = "--to", paramLabel = "HOLDER", required = true, description = "Who gets it.")
  private String holder = "";

  @Option(names = "--note", paramLabel = "TEXT", description = "What the new holder should know.")
  private @Nullable String note;

  @Mixin private final IdempotencyKey requestId = new IdempotencyKey();

  @Mixin private final NewLease output = new NewLease();
  @Mixin private ServerOptions server;

  @Override
  public Integer call() throws Exception {
    String id = lease.id(server, true);
    Api api = server.connect();
    return output.print(
        server,
        api,
        api.post(
            Address.of("/v1/leases/", id, ":transfer"),
            new Body()
                .with("toHolder", holder)
                .with("note", note)
                .with("requestId", requestId.given())));
  }
}
