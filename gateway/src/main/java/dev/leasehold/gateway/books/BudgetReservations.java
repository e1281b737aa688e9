package dev.leasehold.gateway.books;

import dev.leasehold.api.v1.IntrospectTokenRequest;
import dev.leasehold.api.v1.Introspection;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ProofServiceGrpc;
import dev.leasehold.api.v1.ReserveRequest;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.RefusedException;
import dev.leasehold.client.ServerCalls;
import dev.leasehold.client.meter.Meter;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Asks Leasehold, as a gateway, to introspect IP tokens and to reserve from budgets. */
public final class BudgetReservations {

  /** More agents at once than a gateway has; others are asked for again. */
  private static final int MAX_REMEMBERED = 10_000;

  /** Longer than any token. */
  private static final int MAX_TOKEN = 4_096;

  private static final Set<String> UNITS = Set.of(Meter.TOKENS, Meter.USD_MICROS);

  /** The beginning of the name of a field that has an amount. */
  private static final String AMOUNT_FIELD = "amounts.";

  private final LeaseholdClient client;
  private final Executor blocking;
  private final RecentlyUsed<String, IpTokenBudget> admissions = new RecentlyUsed<>(MAX_REMEMBERED);
  private final RecentlyUsed<String, Set<String>> units = new RecentlyUsed<>(MAX_REMEMBERED);

  /**
   * Makes books.
   *
   * @param blocking for calls that wait for their answer
   */
  public BudgetReservations(LeaseholdClient client, Executor blocking) {
    this.client = client;
    this.blocking = blocking;
  }

  /** Finds the budget and the agent of an IP token; empty if the token is not valid. */
  public CompletableFuture<Optional<IpTokenBudget>> admit(String ipToken) {
    if (ipToken.isEmpty() || ipToken.length() > MAX_TOKEN || !isToken(ipToken)) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    IpTokenBudget known = admissions.get(Hash.of(ipToken));
    return known != null
        ? CompletableFuture.completedFuture(Optional.of(known))
        : CompletableFuture.supplyAsync(() -> introspect(ipToken), blocking);
  }

  private Optional<IpTokenBudget> introspect(String ipToken) {
    Introspection told =
        ServerCalls.ask(
            client,
            ProofServiceGrpc.getIntrospectTokenMethod(),
            IntrospectTokenRequest.newBuilder().setToken(ipToken).build());
    if (!told.getActive() || told.getLeaseId().isEmpty()) {
      return Optional.empty();
    }
    IpTokenBudget admission =
        new IpTokenBudget(ipToken, told.getLeaseId(), told.getSub(), told.getProvider());
    admissions.put(Hash.of(ipToken), admission);
    return Optional.of(admission);
  }

  /** Leasehold does not take the token any more. */
  public void forget(IpTokenBudget admission) {
    admissions.remove(Hash.of(admission.ipToken()));
  }

  /**
   * Sets the most aside that a call may cost, in the units that the budget has. Yields these units.
   *
   * @param most by unit, for all units that calls are counted in
   */
  public CompletableFuture<Set<String>> reserve(
      IpTokenBudget admission, String id, String model, Map<String, Long> most, Duration timeout) {
    ReserveRequest request =
        ReserveRequest.newBuilder()
            .setLeaseId(admission.leaseId())
            .setRequestId(id)
            .setTimeout(com.google.protobuf.Duration.newBuilder().setSeconds(timeout.toSeconds()))
            .setIpToken(admission.ipToken())
            .putLabels("model", model)
            .putLabels("provider", admission.provider())
            .build();
    return attempt(request, most, units.getOrDefault(admission.leaseId(), UNITS));
  }

  /** A budget refuses a unit that it is not counted in, and is asked again without it. */
  private CompletableFuture<Set<String>> attempt(
      ReserveRequest request, Map<String, Long> most, Set<String> tried) {
    return send(request, only(most, tried))
        .handle(
            (lease, failure) -> {
              if (failure == null) {
                return CompletableFuture.completedFuture(counted(lease, tried));
              }
              RefusedException refusal = refusal(failure);
              Set<String> fewer = new TreeSet<>(tried);
              boolean otherUnit =
                  refusal != null
                      && refusal.code().equals("INVALID_INPUT")
                      && refusal.problem().getField().startsWith(AMOUNT_FIELD)
                      && fewer.remove(
                          refusal.problem().getField().substring(AMOUNT_FIELD.length()));
              return otherUnit && !fewer.isEmpty()
                  ? attempt(request, most, fewer)
                  : CompletableFuture.<Set<String>>failedFuture(failure);
            })
        .thenCompose(outcome -> outcome);
  }

  /** Remembers the units of a budget, which may get more of them, and yields those of the call. */
  private Set<String> counted(Lease lease, Set<String> tried) {
    Set<String> has = new TreeSet<>(lease.getBudget().getGrantedMap().keySet());
    has.retainAll(UNITS);
    units.put(lease.getLeaseId(), has);
    return tried;
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
