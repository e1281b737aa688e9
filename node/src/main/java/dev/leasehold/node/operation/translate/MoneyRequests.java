package dev.leasehold.node.operation.translate;

import static dev.leasehold.node.operation.translate.WireTime.nanosFromZero;
import static dev.leasehold.node.operation.translate.WireValues.amounts;
import static dev.leasehold.node.operation.translate.WireValues.nanosOrUnset;
import static dev.leasehold.node.operation.translate.WireValues.orElse;

import dev.leasehold.api.v1.AdjustReservationRequest;
import dev.leasehold.api.v1.CancelReservationRequest;
import dev.leasehold.api.v1.ConfirmPoolRequest;
import dev.leasehold.api.v1.CreatePoolRequest;
import dev.leasehold.api.v1.DepositRequest;
import dev.leasehold.api.v1.GetPoolRequest;
import dev.leasehold.api.v1.HandshakeRequest;
import dev.leasehold.api.v1.HandshakeResponse;
import dev.leasehold.api.v1.ListPoolsRequest;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.RefreshLeaseRequest;
import dev.leasehold.api.v1.ReserveRequest;
import dev.leasehold.api.v1.SetRecurrenceRequest;
import dev.leasehold.api.v1.SettleRequest;
import dev.leasehold.api.v1.SpendRequest;
import dev.leasehold.api.v1.WithdrawRequest;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.BudgetSpace;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Recurrence;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.config.Provider;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.authorise.DeadToken;
import dev.leasehold.node.authorise.TokenText;
import dev.leasehold.node.keys.ProviderKeys;
import dev.leasehold.node.keys.RecipientKey;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.operation.problem.Problems;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Requests about budgets and the pools that they come from. */
public final class MoneyRequests {

  private MoneyRequests() {}

  /** The IP token is made here, and only its hash goes any further. */
  public static Plan handshake(HandshakeRequest request, Caller caller, OperationContext context)
      throws MalformedInput {
    RecipientKey recipient = recipient(request);
    Optional<Provider> unreadable =
        recipient == null
            ? Optional.empty()
            : context
                .providerKeys()
                .find(request.getProvider())
                .filter(provider -> !context.providerKeys().isReadable(provider));
    if (unreadable.isPresent()) {
      return Plan.refuse(
          Problems.invalid("provider", ProviderRequests.unreadable(unreadable.get())));
    }
    TokenText token = TokenText.random();
    String policy = orElse(request.getPolicy(), Policy.BUDGET.name());
    return new Plan.Submit(
        new BudgetCommand.Handshake(
            context.leaseIds().next(policy),
            policy,
            orElse(request.getPool(), caller.pool()),
            amounts("requested", request.getRequestedMap()),
            nanosOrUnset(request.hasTtl(), request.getTtl()),
            Math.max(-1, nanosFromZero(request.getWait())),
            token.tokenId(),
            token.hash(),
            request.getProvider(),
            request.getRequestId()),
        outcome -> handshaken(outcome, token, recipient, context));
  }

  /** The runtime that the provider's key is for; null if the key was not asked for. */
  private static @Nullable RecipientKey recipient(HandshakeRequest request) throws MalformedInput {
    if (request.getPublicKey().isEmpty()) {
      return null;
    }
    RecipientKey recipient = ProviderRequests.recipient(request.getPublicKey());
    if (request.getProvider().isEmpty()) {
      throw MalformedInput.of("provider", "it is missing: whose key is to be sealed to publicKey?");
    }
    return recipient;
  }

  /**
   * The token, and the provider's key with it, is told unless the lease got none, or got another
   * meanwhile.
   */
  private static Answer handshaken(
      Outcome outcome,
      TokenText token,
      @Nullable RecipientKey recipient,
      OperationContext context) {
    if (!(outcome.reply() instanceof Reply.OfLease reply)) {
      return Replies.toAnswer(outcome);
    }
    HandshakeResponse.Builder told =
        HandshakeResponse.newBuilder().setLease(LeaseReplies.lease(outcome.stamp(), reply.lease()));
    if (context.credentials().isIpToken(token)) {
      told.setIpToken(token.reveal());
      if (recipient != null) {
        sealedKey(reply.lease(), recipient, context.providerKeys()).ifPresent(told::setSealedKey);
      }
    }
    return new Answer.Success(told.build());
  }

  private static Optional<String> sealedKey(
      Lease lease, RecipientKey recipient, ProviderKeys keys) {
    return keys.find(BudgetSpace.providerOf(lease))
        .flatMap(provider -> keys.seal(provider, recipient, lease.id()));
  }

  public static Command spend(SpendRequest request) throws MalformedInput {
    return new BudgetCommand.Spend(
        request.getLeaseId(),
        amounts("amounts", request.getAmountsMap()),
        request.getNote(),
        request.getLabelsMap(),
        request.getRequestId());
  }

  /** The request's id is also the reservation's, and the reply says so. */
  public static Plan reserve(ReserveRequest request, Caller caller, OperationContext context)
      throws MalformedInput {
    BudgetCommand.Reserve reserve =
        new BudgetCommand.Reserve(
            request.getLeaseId(),
            amounts("amounts", request.getAmountsMap()),
            nanosOrUnset(request.hasTimeout(), request.getTimeout()),
            request.getLabelsMap(),
            request.getRequestId());
    String shown = request.getIpToken();
    if (caller.role() == Role.GATEWAY && shown.isEmpty()) {
      throw MalformedInput.of("ipToken", "it is missing: show the IP token of the lease");
    }
    if (caller.role() != Role.GATEWAY && !shown.isEmpty()) {
      throw MalformedInput.of("ipToken", "it is for gateways; send an IP token of yours as Bearer");
    }
    return new Plan.Submit(
        shown.isEmpty() ? reserve : new BudgetCommand.ReserveFor(reserve, idOf(shown, context)),
        outcome ->
            outcome.reply() instanceof Reply.OfLease reply
                ? new Answer.Success(
                    LeaseReplies.builder(outcome.stamp(), reply.lease())
                        .setReservationId(request.getRequestId())
                        .build())
                : refused(outcome, shown, context));
  }

  /** The id of an IP token whose secret is right; empty for any other text. */
  private static String idOf(String shown, OperationContext context) {
    return TokenText.parse(shown)
        .filter(context.credentials()::isIpToken)
        .map(TokenText::tokenId)
        .orElse("");
  }

  /** Tells a gateway why the token that it was shown has ended, if that is known. */
  private static Answer refused(Outcome outcome, String shown, OperationContext context) {
    DeadToken dead =
        outcome.reply() instanceof Reply.Refused(AccessRefusal.TokenNotShown refusal)
            ? context.credentials().deadIpToken(shown)
            : null;
    Answer told = Replies.toAnswer(outcome);
    return dead != null && told instanceof Answer.Refused(Problem problem)
        ? new Answer.Refused(problem.toBuilder().setDetail("ipToken: " + dead.detail()).build())
        : told;
  }

  public static Command settle(SettleRequest request) throws MalformedInput {
    return new BudgetCommand.Settle(
        request.getLeaseId(),
        request.getReservationId(),
        amounts("amounts", request.getAmountsMap()),
        request.getLabelsMap());
  }

  public static Command cancel(CancelReservationRequest request) {
    return new BudgetCommand.Cancel(request.getLeaseId(), request.getReservationId());
  }

  public static Command adjust(AdjustReservationRequest request) throws MalformedInput {
    return new BudgetCommand.Adjust(
        request.getLeaseId(),
        request.getReservationId(),
        amounts("amounts", request.getAmountsMap()),
        request.getRequestId());
  }

  public static Command refresh(RefreshLeaseRequest request) throws MalformedInput {
    return new BudgetCommand.Refresh(
        request.getLeaseId(),
        amounts("requested", request.getRequestedMap()),
        request.getRequestId());
  }

  public static Command createPool(CreatePoolRequest request) throws MalformedInput {
    Amounts amounts = amounts("amounts", request.getAmountsMap());
    return new PoolCommand.CreatePool(
        request.getId(),
        amounts,
        request.hasRecurrence() ? recurrence(request.getRecurrence(), amounts) : null,
        request.getRequestId());
  }

  /** A pool is topped up to what it begins with, unless something else is said. */
  private static Recurrence recurrence(dev.leasehold.api.v1.Recurrence given, Amounts begin)
      throws MalformedInput {
    return Recurrences.of(
        "recurrence.",
        given.getEvery(),
        given.getZone(),
        given.getAmountsCount() == 0
            ? begin
            : amounts("recurrence.amounts", given.getAmountsMap()));
  }

  public static Command setRecurrence(SetRecurrenceRequest request) throws MalformedInput {
    Amounts amounts = amounts("amounts", request.getAmountsMap());
    boolean ends = request.getEvery().isEmpty();
    if (ends && (!amounts.isNothing() || !request.getZone().isEmpty())) {
      throw MalformedInput.of("every", "say how often in every: day, week or month");
    }
    return new PoolCommand.SetRecurrence(
        request.getId(),
        ends ? null : Recurrences.of("", request.getEvery(), request.getZone(), amounts),
        request.getRequestId());
  }

  public static Command listPools(ListPoolsRequest request) {
    return new PoolCommand.ListPools();
  }

  public static Command getPool(GetPoolRequest request) {
    return new PoolCommand.GetPool(request.getId());
  }

  public static Command deposit(DepositRequest request) throws MalformedInput {
    return new PoolCommand.Deposit(
        request.getId(),
        amounts("amounts", request.getAmountsMap()),
        request.getReason(),
        request.getRequestId());
  }

  public static Command withdraw(WithdrawRequest request) throws MalformedInput {
    return new PoolCommand.Withdraw(
        request.getId(),
        amounts("amounts", request.getAmountsMap()),
        request.getReason(),
        request.getRequestId());
  }

  public static Command confirm(ConfirmPoolRequest request) throws MalformedInput {
    return new PoolCommand.ConfirmPool(
        request.getId(), amounts("spent", request.getSpentMap()), request.getRequestId());
  }
}
