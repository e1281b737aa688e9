package dev.leasehold.cli.naming;

import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.terminal.Surroundings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/**
 * The argument that names a lease by its id. A command that {@code leasehold run} has started need
 * not name it.
 */
public final class LeaseArgument {

  public static final String VARIABLE = "LEASEHOLD_LEASE_ID";

  @Parameters(
      paramLabel = "LEASE",
      arity = "0..1",
      description = "The lease's id. Default: " + VARIABLE + ".")
  private @Nullable String leaseId;

  public boolean isGiven() {
    return leaseId != null;
  }

  public String id(Surroundings surroundings) throws CallFailedException {
    String id = leaseId != null ? leaseId : surroundings.variable(VARIABLE);
    if (id.isEmpty()) {
      throw missing();
    }
    return id;
  }

  public static CallFailedException missing() {
    return new CallFailedException(
        Exit.USAGE, "name the lease by its id; leasehold ls shows those there are");
  }
}
