package dev.leasehold.node.serve;

import com.google.protobuf.Message;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.node.tables.Archive;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;

/** What a request comes to. */
sealed interface Call {

  /** A command for the kernel, and how its outcome is told. */
  record Submit(Command command, Function<Outcome, Answer> tell) implements Call {}

  /** Something that is known without the kernel. */
  record Answered(Answer answer) implements Call {}

  /** Needs the registrar or the credentials to go on. */
  record Consult(Function<Office, Call> plan) implements Call {}

  /** A command that does a part at a time: again until nothing is left, then the sum is told. */
  record Repeat(Command command, IntFunction<Message> tell) implements Call {}

  /** A query for the kernel, which may refuse it, and something to look up in the archive then. */
  record Look(Command query, BiFunction<Archive, Outcome, CompletableFuture<Answer>> lookUp)
      implements Call {}

  record Refuse(Problem problem) implements Call {}
}
