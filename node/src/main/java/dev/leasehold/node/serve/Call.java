package dev.leasehold.node.serve;

import dev.leasehold.api.v1.Problem;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Outcome;
import java.util.function.Function;

/** What a request comes to. */
sealed interface Call {

  /** A command for the kernel, and how its outcome is told. */
  record Submit(Command command, Function<Outcome, Answer> tell) implements Call {}

  record Refuse(Problem problem) implements Call {}
}
