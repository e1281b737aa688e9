package dev.leasehold.node.operation.translate;

import com.google.protobuf.Message;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.command.Command;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntFunction;

/** How a request is carried out. */
public sealed interface Plan {

  /** A command for the kernel, and how its outcome is answered. */
  record Submit(Command command, Function<Outcome, Answer> answer) implements Plan {}

  /** Something that is known without the kernel. */
  record Answered(Answer answer) implements Plan {}

  /** A command that does a part at a time: again until nothing is left, then the sum is told. */
  record Repeat(Command command, IntFunction<Message> reply) implements Plan {}

  /** A command for the kernel, which may refuse it, and something to look up on the disk then. */
  record LookUp(Command command, Function<Outcome, CompletableFuture<Answer>> lookUp)
      implements Plan {}

  /** A command whose outcome needs nothing of its request to be told. */
  static Plan submit(Command command) {
    return new Submit(command, Replies::toAnswer);
  }

  static Plan refuse(Problem problem) {
    return new Answered(new Answer.Refused(problem));
  }
}
