package dev.leasehold.cli.command;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.naming.LeaseChoice;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.ServerOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows one lease. */
@Command(name = "show", description = "Shows a lease in full, also one that has ended.")
public final class Show implements Callable<Integer> {

  @Mixin private final LeaseChoice lease = new LeaseChoice();
  @Mixin private ServerOptions server;

  @Override
  public Integer call() throws Exception {
    String id = lease.idOrLast(server);
    Api api = server.connect();
    return new Answers(server).card(api, api.get(Address.of("/v1/leases/", id, "")));
  }
}
