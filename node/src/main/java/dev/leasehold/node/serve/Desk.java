package dev.leasehold.node.serve;

import com.google.protobuf.Message;
import dev.leasehold.kernel.Caller;
import dev.leasehold.node.authorise.Admission;
import dev.leasehold.node.authorise.Credentials;
import dev.leasehold.node.sequence.Sequencer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Where both surfaces hand in what they have decoded. */
final class Desk {

  private final Credentials credentials;
  private final Sequencer sequencer;

  Desk(Credentials credentials, Sequencer sequencer) {
    this.credentials = credentials;
    this.sequencer = sequencer;
  }

  Admission admit(@Nullable String authorization, Operation operation) {
    return credentials.admit(authorization, operation.permission());
  }

  /**
   * Carries out a request. The future never fails.
   *
   * @param executor where the outcome is told, to keep that off the thread that writes the journal
   */
  CompletableFuture<Answer> answer(
      Operation operation, Caller caller, Message request, Executor executor) {
    try {
      return switch (operation.plan().apply(caller, request)) {
        case Call.Refuse refuse ->
            CompletableFuture.completedFuture(new Answer.Refused(refuse.problem()));
        case Call.Submit submit ->
            sequencer
                .submit(caller, submit.command())
                .thenApplyAsync(submit.tell(), executor)
                .exceptionally(failure -> new Answer.Refused(Problems.ofFailure(failure)));
      };
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(new Answer.Refused(Problems.ofFailure(e)));
    }
  }
}
