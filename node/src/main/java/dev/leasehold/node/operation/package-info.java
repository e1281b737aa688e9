/**
 * The operations, whatever way in a request took: the table of all of them, the dispatcher that
 * carries a request out, and the wording of its answer.
 *
 * <p>Start at {@link dev.leasehold.node.operation.Operations} and {@link
 * dev.leasehold.node.operation.Dispatcher}.
 */
@NullMarked
package dev.leasehold.node.operation;

import org.jspecify.annotations.NullMarked;
