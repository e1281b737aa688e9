/** Problems: the codes that callers rely on, with their statuses and texts. */
@NullMarked
package dev.leasehold.node.operation.problem;

import org.jspecify.annotations.NullMarked;
