package dev.leasehold.node.http.lfs;

import com.google.protobuf.Message;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.node.operation.Dispatcher;
import dev.leasehold.node.operation.Operation;
import dev.leasehold.node.operation.Operations;
import dev.leasehold.node.operation.translate.Answer;
import dev.leasehold.node.waiting.OpenRequest;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A request of a caller who has access to its space. */
record LfsRequest(Dispatcher dispatcher, Caller caller, String space, OpenRequest open) {

  /** Carries out an operation that every surface has; refusals are told as they are. */
  <T extends Message> CompletableFuture<LfsAnswer> ask(
      Message request, Class<T> reply, Function<T, CompletableFuture<LfsAnswer>> then) {
    return ask(request)
        .thenCompose(
            answer ->
                switch (answer) {
                  case Answer.Success success -> then.apply(reply.cast(success.message()));
                  case Answer.Refused refused ->
                      CompletableFuture.completedFuture(LfsAnswer.refused(refused.problem()));
                });
  }

  CompletableFuture<Answer> ask(Message request) {
    Operation operation = Objects.requireNonNull(Operations.of(request));
    return dispatcher.answer(operation, caller, request, open);
  }
}
