package dev.leasehold.node.operation;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.operation.translate.OperationContext;
import dev.leasehold.node.operation.translate.Plan;

/** Says how a request is carried out. Values that the kernel refuses go to the kernel. */
@FunctionalInterface
interface Translation<Q> {

  /**
   * @throws MalformedInput for a value that the kernel has no form for
   */
  Plan plan(Q request, Caller caller, OperationContext context) throws MalformedInput;

  /** A translation that needs nothing but the request, and tells nothing but the outcome. */
  @FunctionalInterface
  interface ToCommand<Q> {
    Command command(Q request) throws MalformedInput;
  }
}
