package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.terminal.Surroundings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** Which lease. A command that {@code leasehold run} has started need not name it. */
final class LeaseArgument {

  static final String VARIABLE = "LEASEHOLD_LEASE_ID";

  @Parameters(
      paramLabel = "LEASE",
      arity = "0..1",
      description = "The lease's id. Default: " + VARIABLE + ".")
  private @Nullable String leaseId;

  boolean isGiven() {
    return leaseId != null;
  }

  String id(Surroundings surroundings) throws CallFailedException {
    String id = leaseId != null ? leaseId : surroundings.variable(VARIABLE);
    if (id.isEmpty()) {
      throw missing();
    }
    return id;
  }

  static CallFailedException missing() {
    return new CallFailedException(
        Exit.USAGE, "name the lease by its id; leasehold ls shows those there are");
  }
}
