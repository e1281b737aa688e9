package dev.leasehold.node.operation.subscribe;

import com.google.protobuf.Message;
import dev.leasehold.api.v1.DeliveryReport;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.NoticeCommand;
import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.kernel.refusal.NotFoundRefusal;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.problem.Problems;
import dev.leasehold.node.operation.translate.Answer;
import dev.leasehold.node.operation.translate.OperationContext;
import dev.leasehold.node.operation.translate.Plan;
import dev.leasehold.node.operation.translate.RefusalProblems;
import dev.leasehold.node.operation.translate.Replies;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The requests that webhooks and addresses have in common. What they are told of deliveries is read
 * from the disk, away from the threads that serve requests.
 *
 * @param ids the beginning of the ids, by which one kind is not found as the other
 * @param wire the message that tells of one
 */
record SubscriptionRequests<M extends Message>(String ids, Wire<M> wire) {

  private static final int MAX_RESENT = 1_000;

  /** Writes a subscription as a message, with its report if that is known. */
  @FunctionalInterface
  interface Wire<M> {
    M of(Subscription of, @Nullable DeliveryReport report);
  }

  /** Makes an answer with what is on the disk. */
  @FunctionalInterface
  interface Telling<T> {
    Answer of(T found) throws IOException;
  }

  /** Nothing was sent to it yet, so that the file is not asked: the secret is shown only once. */
  Plan add(NoticeCommand.Subscribe command, Function<M, Message> finished) {
    return new Plan.Submit(
        command,
        outcome ->
            outcome.reply() instanceof Reply.OfSubscription added
                ? new Answer.Success(
                    finished.apply(
                        wire.of(added.subscription(), DeliveryReport.getDefaultInstance())))
                : Replies.toAnswer(outcome));
  }

  Plan list(
      NoticeCommand.ListSubscriptions command,
      OperationContext context,
      Function<List<M>, Message> listed) {
    Telling<Reply.Subscriptions> told =
        found -> {
          List<M> all = new ArrayList<>();
          for (Subscription one : found.subscriptions()) {
            all.add(wire.of(one, SubscriptionReplies.report(one, context.deliveries(), false)));
          }
          return new Answer.Success(listed.apply(all));
        };
    return new Plan.LookUp(
        command,
        outcome ->
            outcome.reply() instanceof Reply.Subscriptions found
                ? context.deliveries().ask(() -> told.of(found))
                : CompletableFuture.completedFuture(Replies.toAnswer(outcome)));
  }

  Plan get(String id, OperationContext context) {
    return ask(id, context, found -> inDetail(found, context));
  }

  Plan delete(String id, OperationContext context) {
    return change(id, new NoticeCommand.Unsubscribe(id), context);
  }

  Plan confirm(String id, String codeHash, OperationContext context) {
    return change(id, new NoticeCommand.ConfirmSubscription(id, codeHash), context);
  }

  Plan resend(String id, List<String> named, OperationContext context) throws MalformedInput {
    if (named.size() > MAX_RESENT) {
      throw MalformedInput.of("deliveries", "there are at most " + MAX_RESENT + " of them");
    }
    return ask(
        id,
        context,
        found -> {
          context.deliveries().resend(found, named);
          return inDetail(found, context);
        });
  }

  Plan test(String id, OperationContext context) {
    return ask(
        id,
        context,
        found -> {
          if (!found.isConfirmed()) {
            return new Answer.Refused(
                Problems.invalid(
                    "id", "it is not confirmed yet, and is sent nothing but the code"));
          }
          if (!context.deliveries().allowsTest(found)) {
            return new Answer.Refused(
                Problems.of(
                    ProblemCode.QUOTA_EXCEEDED, "it was tested just now; try again in 10 seconds"));
          }
          context.deliveries().test(found);
          return inDetail(found, context);
        });
  }

  /** A change that is made is not refused because the file cannot be asked for the report. */
  private Plan change(String id, Command command, OperationContext context) {
    return carryOut(
        id,
        command,
        found ->
            context
                .deliveries()
                .ask(() -> inDetail(found, context))
                .exceptionally(failure -> new Answer.Success(wire.of(found, null))));
  }

  private Answer inDetail(Subscription found, OperationContext context) throws IOException {
    return new Answer.Success(
        wire.of(found, SubscriptionReplies.report(found, context.deliveries(), true)));
  }

  private Plan ask(String id, OperationContext context, Telling<Subscription> told) {
    return carryOut(
        id,
        new NoticeCommand.GetSubscription(id),
        found -> context.deliveries().ask(() -> told.of(found)));
  }

  /** An id of the other kind of thing is refused, whoever asks. */
  private Plan carryOut(
      String id, Command command, Function<Subscription, CompletableFuture<Answer>> told) {
    if (!id.startsWith(ids)) {
      return Plan.refuse(RefusalProblems.of(new NotFoundRefusal.NoSuchSubscription(id)));
    }
    return new Plan.LookUp(
        command,
        outcome ->
            outcome.reply() instanceof Reply.OfSubscription found
                ? told.apply(found.subscription())
                : CompletableFuture.completedFuture(Replies.toAnswer(outcome)));
  }
}
