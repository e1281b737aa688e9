package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.ServerOptions;
import java.io.IOException;
import picocli.CommandLine.Mixin;

/** Which lease: by its id, or by what it is on. */
final class LeaseChoice {

  @Mixin private final LeaseArgument lease = new LeaseArgument();
  @Mixin private final LeaseByPath byPath = new LeaseByPath();

  /**
   * @param own whether a lease that is named by its path has to be the caller's
   */
  String id(ServerOptions server, boolean own) throws IOException {
    if (!byPath.isGiven()) {
      return lease.id(server.surroundings());
    }
    if (lease.isGiven()) {
      throw notBoth();
    }
    return byPath.id(server, own);
  }

  static CallFailedException notBoth() {
    return new CallFailedException(
        Exit.USAGE, "name the lease by its id or by --space and --path, not by both");
  }
}
