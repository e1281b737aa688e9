package dev.leasehold.cli.naming;

import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.ServerOptions;
import java.io.IOException;
import picocli.CommandLine.Mixin;

/** Names a lease, by its id or by the path that it is on. */
public final class LeaseChoice {

  @Mixin private final LeaseArgument lease = new LeaseArgument();
  @Mixin private final LeaseByPath byPath = new LeaseByPath();

  /**
   * @param own whether a lease that is named by its path has to be the caller's
   */
  public String id(ServerOptions server, boolean own) throws IOException {
    return isByPath() ? byPath.id(server, own) : lease.id(server.surroundings());
  }

  /** The id of a lease of anybody; a path that nobody holds names the last lease on it. */
  public String idOrLast(ServerOptions server) throws IOException {
    return isByPath() ? byPath.idOrLast(server) : lease.id(server.surroundings());
  }

  private boolean isByPath() throws CallFailedException {
    if (byPath.isGiven() && lease.isGiven()) {
      throw notBoth();
    }
    return byPath.isGiven();
  }

  public static CallFailedException notBoth() {
    return new CallFailedException(
        Exit.USAGE, "name the lease by its id or by --space and --path, not by both");
  }
}
