package dev.leasehold.node.serve;

import com.google.protobuf.Message;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.node.authorise.Admission;
import dev.leasehold.node.authorise.Credentials;
import dev.leasehold.node.authorise.Permission;
import dev.leasehold.node.publish.Figures;
import dev.leasehold.node.sequence.DurableListener;
import dev.leasehold.node.sequence.Sequencer;
import dev.leasehold.node.serve.codec.MalformedInput;
import dev.leasehold.node.serve.waiting.OpenRequest;
import dev.leasehold.node.serve.waiting.Waited;
import dev.leasehold.node.serve.waiting.WaitingRoom;
import dev.leasehold.node.tables.Archive;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Where both surfaces hand in what they have decoded. */
final class Desk {

  /** More parts than any holder's quota has: somebody makes new ones all the time. */
  private static final int MAX_PARTS = 1_000;

  private final Credentials credentials;
  private final Sequencer sequencer;
  private final WaitingRoom waitingRoom;
  private final Office office;
  private final Archive archive;
  private final Figures figures;
  private final Departure departure;

  Desk(
      Credentials credentials,
      Sequencer sequencer,
      WaitingRoom waitingRoom,
      Office office,
      Archive archive,
      Figures figures) {
    this.credentials = credentials;
    this.sequencer = sequencer;
    this.waitingRoom = waitingRoom;
    this.office = office;
    this.archive = archive;
    this.figures = figures;
    this.departure = new Departure(sequencer, office.tick(), office.wallNanos());
  }

  Admission admit(@Nullable String authorization, Operation operation) {
    return admit(authorization, operation.permission());
  }

  Admission admit(@Nullable String authorization, Permission permission) {
    Admission admission = credentials.admit(authorization, ClientCertificate.caller(), permission);
    switch (admission) {
      case Admission.Unauthenticated none -> figures.refused(ProblemCode.UNAUTHENTICATED.name());
      case Admission.Forbidden forbidden -> figures.refused(ProblemCode.FORBIDDEN.name());
      case Admission.Admitted admitted -> {}
    }
    return admission;
  }

  /** Lets the requests that are answered inside arrive together. */
  void together(Runnable answers) {
    sequencer.together(answers);
  }

  void tellWhenAnswered(DurableListener listener) {
    sequencer.addDurableListener(listener);
  }

  /**
   * Carries out a request. The future never fails.
   *
   * @param open whose executor tells the outcome, to keep that off the thread that writes the
   *     journal
   */
  CompletableFuture<Answer> answer(
      Operation operation, Caller caller, Message request, OpenRequest open) {
    return carryOut(operation, caller, request, open).thenApply(this::counted);
  }

  /** Refuses what could not be read. */
  Answer malformed(MalformedInput input) {
    return counted(new Answer.Refused(Problems.malformed(input)));
  }

  private Answer counted(Answer answer) {
    if (answer instanceof Answer.Refused refused) {
      figures.refused(refused.problem().getCode());
    }
    return answer;
  }

  private CompletableFuture<Answer> carryOut(
      Operation operation, Caller caller, Message request, OpenRequest open) {
    try {
      return carryOut(operation.plan().of(caller, request), caller, request, open);
    } catch (MalformedInput e) {
      return refused(Problems.malformed(e));
    } catch (RuntimeException e) {
      return refused(Problems.ofFailure(e));
    }
  }

  private CompletableFuture<Answer> carryOut(
      Call call, Caller caller, Message request, OpenRequest open) {
    return switch (call) {
      case Call.Refuse refuse -> refused(refuse.problem());
      case Call.Answered answered -> CompletableFuture.completedFuture(answered.answer());
      case Call.Consult consult -> carryOut(consult.plan().apply(office), caller, request, open);
      case Call.Submit submit ->
          finish(
              told(
                  Signing.of(submit, request, office.registrar()),
                  sequencer.submit(caller, submit.command()),
                  open));
      case Call.Look look -> finish(lookUp(look, caller, open.executor()));
      case Call.Repeat repeat -> finish(repeat(repeat, caller, open.executor(), 0, 1));
    };
  }

  private CompletableFuture<Answer> told(
      Call.Submit submit, CompletableFuture<Outcome> outcome, OpenRequest open) {
    return WaitingRoom.mayWait(submit.command())
        ? outcome.thenComposeAsync(queued -> waited(submit, queued, open), open.executor())
        : outcome.thenComposeAsync(
            decided -> {
              show(decided, open);
              return departure.tell(submit, decided, open.executor());
            },
            open.executor());
  }

  /** Whoever reads that it holds a lease acts on it. */
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

  private CompletableFuture<Answer> waited(Call.Submit submit, Outcome outcome, OpenRequest open) {
    if (!(outcome.reply() instanceof Reply.OfLease reply)) {
      return departure.tell(submit, outcome, open.executor());
    }
    CompletableFuture<Waited> wait = waitingRoom.stay(outcome, reply.lease(), open);
    Caller caller = outcome.stamp().caller();
    if (!credentials.isStillValid(caller)) {
      waitingRoom.endWaits(caller);
    }
    return wait.thenCompose(
        waited ->
            inTheWay(waited, open.executor())
                .thenCompose(
                    others -> toldAfterWait(submit, outcome, waited, others, open.executor())));
  }

  private CompletableFuture<Answer> toldAfterWait(
      Call.Submit submit, Outcome queued, Waited waited, List<Lease> inTheWay, Executor executor) {
    if (!credentials.isStillValid(queued.stamp().caller())) {
      return CompletableFuture.completedFuture(takeBack(waited.lease().id()));
    }
    Problem problem = WaitAnswers.problem(submit.command(), waited, inTheWay);
    return problem == null
        ? departure.tell(submit, WaitAnswers.outcome(queued, waited), executor)
        : CompletableFuture.completedFuture(
            InBand.attach(
                new Answer.Refused(problem), queued.notices(), office.tick().getAsLong()));
  }

  /** Who has waited in vain wants to know for whom. */
  private CompletableFuture<List<Lease>> inTheWay(Waited waited, Executor executor) {
    return WaitAnswers.isTimeout(waited)
        ? sequencer
            .submit(Caller.REGISTRAR, new Command.InTheWay(waited.lease().id()))
            .handleAsync(
                (outcome, failure) ->
                    outcome != null && outcome.reply() instanceof Reply.Checked checked
                        ? checked.conflicts()
                        : List.of(),
                executor)
        : CompletableFuture.completedFuture(List.of());
  }

  /** Whose token was revoked while it waited is told nothing, and keeps nothing that it got. */
  private Answer takeBack(String leaseId) {
    CompletableFuture<Outcome> unused =
        sequencer.submit(Caller.REGISTRAR, new Command.GiveUp(leaseId));
    return new Answer.Refused(Problems.unauthenticated());
  }

  private static CompletableFuture<Answer> refused(Problem problem) {
    return CompletableFuture.completedFuture(new Answer.Refused(problem));
  }

  private static CompletableFuture<Answer> finish(CompletableFuture<Answer> answer) {
    return answer.exceptionally(failure -> new Answer.Refused(Problems.ofFailure(failure)));
  }

  private CompletableFuture<Answer> lookUp(Call.Look look, Caller caller, Executor executor) {
    return sequencer
        .submit(caller, look.query())
        .thenComposeAsync(
            outcome ->
                outcome.reply() instanceof Reply.Refused
                    ? CompletableFuture.completedFuture(Replies.tell(outcome))
                    : look.lookUp().apply(archive, outcome),
            executor);
  }

  private CompletableFuture<Answer> repeat(
      Call.Repeat repeat, Caller caller, Executor executor, int before, int part) {
    return sequencer
        .submit(caller, repeat.command())
        .thenComposeAsync(
            outcome -> {
              if (!(outcome.reply() instanceof Reply.Swept swept)) {
                return CompletableFuture.completedFuture(Replies.tell(outcome));
              }
              int sum = before + swept.count();
              if (swept.more() && part == MAX_PARTS) {
                return refused(Problems.of(ProblemCode.UNAVAILABLE, tooMany(sum)));
              }
              return swept.more()
                  ? repeat(repeat, caller, executor, sum, part + 1)
                  : CompletableFuture.completedFuture(new Answer.Success(repeat.tell().apply(sum)));
            },
            executor);
  }

  private static String tooMany(int sum) {
    return sum + " are done and there are always more; stop what makes them first";
  }
}
