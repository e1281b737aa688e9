package dev.leasehold.client;

import dev.leasehold.api.v1.Problem;
import dev.leasehold.client.RenewalTrouble.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The listeners for trouble with renewals: told in order, once of each kind until it is over. */
final class TroubleListeners {

  private static final System.Logger LOG = System.getLogger(TroubleListeners.class.getName());

  /** Trouble that was told. A heartbeat that succeeds does not mean that a renewal would. */
  private record Told(RenewalTrouble trouble, boolean ofRenewal) {}

  private final String leaseId;
  private final Executor executor;
  private final List<Consumer<RenewalTrouble>> listeners = new ArrayList<>();
  private final Map<Kind, Told> told = new EnumMap<>(Kind.class);
  private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

  TroubleListeners(String leaseId, Executor executor) {
    this.leaseId = leaseId;
    this.executor = executor;
  }

  synchronized void add(Consumer<RenewalTrouble> listener) {
    listeners.add(listener);
    told.values().forEach(known -> tell(listener, known.trouble));
  }

  void refused(Problem problem, boolean ofRenewal) {
    String text = "the server refuses to renew it: " + problem.getDetail();
    begun(new RenewalTrouble(leaseId, Kind.REFUSED, problem.getCode(), text), ofRenewal);
  }

  /** An attempt has failed, or has not succeeded yet. */
  void failed(Throwable failure, boolean ofRenewal) {
    Problem refusal = WireProblems.refusalIn(failure);
    if (refusal != null) {
      refused(refusal, ofRenewal);
      return;
    }
    // A request that was given up names what it failed on as its cause.
    boolean givenUp =
        failure instanceof NotSentException || failure instanceof OutcomeUnknownException;
    Throwable why = givenUp ? failure.getCause() : failure;
    begun(new RenewalTrouble(leaseId, Kind.UNANSWERED, "", words(why)), ofRenewal);
  }

  private static String words(@Nullable Throwable why) {
    if (why instanceof RefusedException passing) {
      return "the server cannot renew it now: " + passing.problem().getDetail();
    }
    String known = ConnectionFailure.words(why);
    return known.isEmpty() ? "the server does not answer" : known;
  }

  private synchronized void begun(RenewalTrouble trouble, boolean ofRenewal) {
    if (told.putIfAbsent(trouble.kind(), new Told(trouble, ofRenewal)) == null) {
      listeners.forEach(listener -> tell(listener, trouble));
    }
  }

  synchronized void succeeded(boolean renewal) {
    if (told.isEmpty()) {
      return;
    }
    told.values()
        .removeIf(known -> renewal || !known.ofRenewal || known.trouble.kind() == Kind.UNANSWERED);
    if (told.isEmpty()) {
      RenewalTrouble over = new RenewalTrouble(leaseId, Kind.OVER, "", "it is renewed again");
      listeners.forEach(listener -> tell(listener, over));
    }
  }

  private void tell(Consumer<RenewalTrouble> listener, RenewalTrouble trouble) {
    last = last.thenRunAsync(() -> run(listener, trouble), executor);
  }

  private static void run(Consumer<RenewalTrouble> listener, RenewalTrouble trouble) {
    try {
      listener.accept(trouble);
    } catch (RuntimeException | Error e) { // the next is told all the same
      LOG.log(System.Logger.Level.WARNING, "a listener has failed when told: " + trouble.text(), e);
    }
  }
}
