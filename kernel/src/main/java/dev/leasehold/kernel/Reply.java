package dev.leasehold.kernel;

import java.util.List;

/** What the caller is told. */
public sealed interface Reply {

  /** The lease after the step, or as it is. */
  record OfLease(Lease lease) implements Reply {}

  /**
   * @param nextToken where to go on; 0 if there is nothing more
   */
  record Leases(List<Lease> leases, long nextToken) implements Reply {}

  /** Free means that nothing conflicts. */
  record Checked(List<Lease> conflicts) implements Reply {}

  /** A step of the node's own: how many leases it changed and whether more are due. */
  record Swept(int count, boolean more) implements Reply {}

  record OfToken(Token token) implements Reply {}

  record Tokens(List<Token> tokens) implements Reply {}

  record OfSpace(String space, boolean caseInsensitive) implements Reply {}

  record Refused(Refusal refusal) implements Reply {}
}
