package dev.leasehold.gateway.books;

import dev.leasehold.api.v1.IntrospectTokenRequest;
import dev.leasehold.api.v1.Introspection;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.ProofServiceGrpc;
import dev.leasehold.api.v1.ReserveRequest;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.RefusedException;
import dev.leasehold.client.ServerCalls;
import dev.leasehold.client.meter.Meter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Asks Leasehold, as a gateway, who somebody is and whether a budget carries a call. */
public final class Books {

  /** More agents at once than a gateway has; others are asked for again. */
  private static final int MAX_REMEMBERED = 10_000;

  /** Longer than any token. */
  private static final int MAX_TOKEN = 4_096;

  private static final Set<String> UNITS = Set.of(Meter.TOKENS, Meter.USD_MICROS);

  /** In this order a budget is tried whose units are not known yet. */
  private static final List<Set<String>> ATTEMPTS =
      List.of(UNITS, Set.of(Meter.USD_MICROS), Set.of(Meter.TOKENS));

  private final LeaseholdClient client;
  private final Executor blocking;
  private final Settlements settlements;
  private final Bounded<String, Admission> admissions = new Bounded<>(MAX_REMEMBERED);
  private final Bounded<String, Set<String>> units = new Bounded<>(MAX_REMEMBERED);

  /**
   * Makes books.
   *
   * @param blocking for calls that wait for their answer
   */
  public Books(LeaseholdClient client, Settlements settlements, Executor blocking) {
    this.client = client;
    this.settlements = settlements;
    this.blocking = blocking;
  }

  /** Who shows this token; empty if it is not valid. */
  public CompletableFuture<Optional<Admission>> admit(String ipToken) {
    if (ipToken.isEmpty() || ipToken.length() > MAX_TOKEN || !isToken(ipToken)) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    Admission known = admissions.get(Hash.of(ipToken));
    return known != null
        ? CompletableFuture.completedFuture(Optional.of(known))
        : CompletableFuture.supplyAsync(() -> introspect(ipToken), blocking);
  }

  private Optional<Admission> introspect(String ipToken) {
    Introspection told =
        ServerCalls.ask(
            client,
            ProofServiceGrpc.getIntrospectTokenMethod(),
            IntrospectTokenRequest.newBuilder().setToken(ipToken).build());
    if (!told.getActive() || told.getLeaseId().isEmpty()) {
      return Optional.empty();
    }
    Admission admission =
        new Admission(ipToken, told.getLeaseId(), told.getSub(), told.getProvider());
    admissions.put(Hash.of(ipToken), admission);
    return Optional.of(admission);
  }

  /** Leasehold does not take the token any more. */
  public void forget(Admission admission) {
    admissions.remove(Hash.of(admission.ipToken()));
  }

  /**
   * Sets the most aside that a call may cost, in the units that the budget has. Yields these units.
   *
   * @param most by unit, for all units that calls are counted in
   */
  public CompletableFuture<Set<String>> reserve(
      Admission admission, String id, String model, Map<String, Long> most, Duration timeout) {
    ReserveRequest request =
        ReserveRequest.newBuilder()
            .setLeaseId(admission.leaseId())
            .setRequestId(id)
            .setTimeout(com.google.protobuf.Duration.newBuilder().setSeconds(timeout.toSeconds()))
            .setIpToken(admission.ipToken())
            .putLabels("model", model)
            .putLabels("provider", admission.provider())
            .build();
    Set<String> known = units.get(admission.leaseId());
    if (known != null) {
      return send(request, only(most, known)).thenApply(lease -> known);
    }
    return attempt(admission, request, most, 0, null);
  }

  private CompletableFuture<Set<String>> attempt(
      Admission admission,
      ReserveRequest request,
      Map<String, Long> most,
      int number,
      @Nullable RefusedException first) {
    if (number == ATTEMPTS.size()) {
      return CompletableFuture.failedFuture(
          first == null ? new IllegalStateException("no attempt") : first);
    }
    Set<String> tried = ATTEMPTS.get(number);
    return send(request, only(most, tried))
        .handle(
            (lease, failure) -> {
              if (failure == null) {
                return granted(admission, request.getRequestId(), tried, lease);
              }
              RefusedException refusal = refusal(failure);
              if (refusal == null || !refusal.code().equals("INSUFFICIENT_BUDGET")) {
                return CompletableFuture.<Set<String>>failedFuture(failure);
              }
              RefusedException told = first == null ? refusal : first;
              return attempt(admission, request, most, number + 1, told);
            })
        .thenCompose(outcome -> outcome);
  }

  /** A budget that has another unit beside those that were tried cannot carry that one. */
  private CompletableFuture<Set<String>> granted(
      Admission admission, String id, Set<String> tried, Lease lease) {
    Set<String> has = new TreeSet<>(lease.getBudget().getGrantedMap().keySet());
    has.retainAll(UNITS);
    units.put(admission.leaseId(), has);
    if (tried.containsAll(has)) {
      return CompletableFuture.completedFuture(has);
    }
    settlements.cancel(admission.leaseId(), id);
    Map<String, Long> left = lease.getBudget().getRestMap();
    return CompletableFuture.failedFuture(
        new RefusedException(
            Problem.newBuilder()
                .setCode("INSUFFICIENT_BUDGET")
                .setLeaseId(admission.leaseId())
                .setDetail("the budget has too little left of one of its units")
                .putAllRest(left)
                .build()));
  }

  private CompletableFuture<Lease> send(ReserveRequest request, Map<String, Long> amounts) {
    return client.async().reserve(request.toBuilder().putAllAmounts(amounts).build());
  }

  /** The refusal behind a failure of a future; null if it is another failure. */
  public static @Nullable RefusedException refusal(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause instanceof RefusedException refused ? refused : null;
  }

  private static Map<String, Long> only(Map<String, Long> amounts, Set<String> units) {
    Map<String, Long> some = new TreeMap<>(amounts);
    some.keySet().retainAll(units);
    return some;
  }

  private static boolean isToken(String text) {
    return text.chars()
        .allMatch(
            c ->
                (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || c == '.'
                    || c == '_'
                    || c == '-');
  }
}
