package dev.leasehold.node.operation;

import com.google.protobuf.Message;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.node.authorise.AccessDecision;
import dev.leasehold.node.authorise.Credentials;
import dev.leasehold.node.authorise.Permission;
import dev.leasehold.node.metrics.Figures;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.problem.Problems;
import dev.leasehold.node.operation.translate.Answer;
import dev.leasehold.node.operation.translate.OperationContext;
import dev.leasehold.node.operation.translate.Plan;
import dev.leasehold.node.operation.translate.Replies;
import dev.leasehold.node.sequence.Sequencer;
import dev.leasehold.node.waiting.OpenRequest;
import dev.leasehold.node.waiting.WaitResult;
import dev.leasehold.node.waiting.WaitingRoom;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * Carries out requests, whichever way in they took: translates, submits to the sequencer, waits
 * where the lease does, and words the answer.
 */
public record Dispatcher(
    OperationContext context,
    Credentials credentials,
    Sequencer sequencer,
    FreshReplies replies,
    WaitingRoom waitingRoom,
    Figures figures) {

  /**
   * Stops a bulk command that finds new leases as fast as it ends them; what a holder's quota lets
   * it have fits into fewer parts.
   */
  private static final int MAX_PARTS = 1_000;

  private static final Reply.Checked NOBODY = new Reply.Checked(List.of());

  public AccessDecision admit(PresentedCredential shown, Permission permission) {
    AccessDecision admission =
        credentials.admit(shown.authorization(), shown.certified(), permission);
    if (admission instanceof AccessDecision.Refused refused) {
      figures.refused(Problems.of(refused).getCode());
    }
    return admission;
  }

  /**
   * Carries out a request. The future never fails.
   *
   * @param open its executor tells the outcome, to keep that off the thread that writes the journal
   */
  public CompletableFuture<Answer> answer(
      Operation operation, Caller caller, Message request, OpenRequest open) {
    CompletableFuture<Answer> answer;
    try {
      answer =
          carryOut(operation.translation().plan(request, caller, context), caller, request, open);
    } catch (MalformedInput e) {
      answer = refused(Problems.malformed(e));
    } catch (RuntimeException e) {
      answer = refused(Problems.ofFailure(e));
    }
    return answer.thenApply(this::counted);
  }

  /** Refuses what could not be read. */
  public Answer malformed(MalformedInput input) {
    return counted(new Answer.Refused(Problems.malformed(input)));
  }

  private Answer counted(Answer answer) {
    if (answer instanceof Answer.Refused refused) {
      figures.refused(refused.problem().getCode());
    }
    return answer;
  }

  private CompletableFuture<Answer> carryOut(
      Plan plan, Caller caller, Message request, OpenRequest open) {
    return switch (plan) {
      case Plan.Answered answered -> CompletableFuture.completedFuture(answered.answer());
      case Plan.Submit submit ->
          finish(
              answerWhenDecided(
                  SignaturesInReplies.of(submit, request, context.signer()),
                  sequencer.submit(caller, submit.command()),
                  open));
      case Plan.LookUp look -> finish(lookUp(look, caller, open.executor()));
      case Plan.Repeat repeat -> finish(repeat(repeat, caller, open.executor(), 0, 1));
    };
  }

  private CompletableFuture<Answer> answerWhenDecided(
      Plan.Submit submit, CompletableFuture<Outcome> outcome, OpenRequest open) {
    return WaitingRoom.mayWait(submit.command())
        ? outcome.thenComposeAsync(queued -> answerAfterWait(submit, queued, open), open.executor())
        : outcome.thenComposeAsync(
            decided -> {
              show(decided, open);
              return replies.answer(submit, decided, open.executor());
            },
            open.executor());
  }

  /** Takes note of the leases that the reply shows to their holder, who acts on them. */
  private void show(Outcome outcome, OpenRequest open) {
    String reader = outcome.stamp().caller().actor();
    switch (outcome.reply()) {
      case Reply.OfLease reply when reply.lease().isHeldBy(reader) ->
          waitingRoom.show(reply.lease(), open);
      case Reply.Leases reply ->
          reply.leases().stream()
              .filter(lease -> lease.isHeldBy(reader))
              .forEach(lease -> waitingRoom.show(lease, open));
      default -> {}
    }
  }

  private CompletableFuture<Answer> answerAfterWait(
      Plan.Submit submit, Outcome outcome, OpenRequest open) {
    if (!(outcome.reply() instanceof Reply.OfLease reply)) {
      return replies.answer(submit, outcome, open.executor());
    }
    Caller caller = outcome.stamp().caller();
    BooleanSupplier valid = () -> credentials.isStillValid(caller, open.authorization());
    CompletableFuture<WaitResult> wait = waitingRoom.stay(outcome, reply.lease(), open, valid);
    if (!caller.tokenId().isEmpty() && !valid.getAsBoolean()) {
      waitingRoom.endWaits(caller);
    }
    return wait.thenCompose(
        result ->
            inTheWay(caller, result, open.executor())
                .thenCompose(others -> answerWaitResult(submit, outcome, result, others, open)));
  }

  private CompletableFuture<Answer> answerWaitResult(
      Plan.Submit submit,
      Outcome queued,
      WaitResult result,
      Reply.Checked inTheWay,
      OpenRequest open) {
    Caller caller = queued.stamp().caller();
    if (!credentials.isStillValid(caller, open.authorization())) {
      // A caller whose credential ended while it waited is told that alone, and keeps nothing.
      waitingRoom.takeBack(result.lease().id(), caller);
      return refused(Problems.unauthenticated(credentials.dead(open.authorization())));
    }
    Problem problem = WaitAnswers.problem(submit.command(), queued, result, inTheWay, caller);
    return problem == null
        ? replies.answer(submit, WaitAnswers.outcome(queued, result), open.executor())
        : CompletableFuture.completedFuture(withNotices(new Answer.Refused(problem), queued));
  }

  /** Names the leases that a timed-out waiter was waiting for, with what it may see of them. */
  private CompletableFuture<Reply.Checked> inTheWay(
      Caller caller, WaitResult result, Executor executor) {
    return WaitAnswers.isTimeout(result)
        ? sequencer
            .submit(caller, new NodeCommand.InTheWay(result.lease().id()))
            .handleAsync(
                (outcome, failure) ->
                    outcome != null && outcome.reply() instanceof Reply.Checked checked
                        ? checked
                        : NOBODY,
                executor)
        : CompletableFuture.completedFuture(NOBODY);
  }

  private static CompletableFuture<Answer> refused(Problem problem) {
    return CompletableFuture.completedFuture(new Answer.Refused(problem));
  }

  private static CompletableFuture<Answer> finish(CompletableFuture<Answer> answer) {
    return answer.exceptionally(failure -> new Answer.Refused(Problems.ofFailure(failure)));
  }

  private CompletableFuture<Answer> lookUp(Plan.LookUp look, Caller caller, Executor executor) {
    return sequencer
        .submit(caller, look.command())
        .thenComposeAsync(
            outcome ->
                (outcome.reply() instanceof Reply.Refused
                        ? CompletableFuture.completedFuture(Replies.toAnswer(outcome))
                        : look.lookUp().apply(outcome))
                    .thenApply(answer -> withNotices(answer, outcome)),
            executor);
  }

  private Answer withNotices(Answer answer, Outcome outcome) {
    return NoticesInReplies.attach(answer, outcome.notices(), context.tick().getAsLong());
  }

  private CompletableFuture<Answer> repeat(
      Plan.Repeat repeat, Caller caller, Executor executor, int before, int part) {
    return sequencer
        .submit(caller, repeat.command())
        .thenComposeAsync(
            outcome -> {
              if (!(outcome.reply() instanceof Reply.Swept swept)) {
                return CompletableFuture.completedFuture(Replies.toAnswer(outcome));
              }
              int sum = before + swept.count();
              if (swept.more() && part == MAX_PARTS) {
                return refused(Problems.of(ProblemCode.UNAVAILABLE, tooMany(sum)));
              }
              return swept.more()
                  ? repeat(repeat, caller, executor, sum, part + 1)
                  : CompletableFuture.completedFuture(
                      new Answer.Success(repeat.reply().apply(sum)));
            },
            executor);
  }

  private static String tooMany(int sum) {
    return sum + " are done and there are always more; stop what makes them first";
  }
}
