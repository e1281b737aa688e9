package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Scope;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A request of a caller or of the node to the kernel. Queries are commands that yield no event. */
public sealed interface Command {

  /**
   * Take a lease, all of the scope or nothing.
   *
   * @param leaseId the id that the lease will have
   * @param callersId whether the caller chose that id
   * @param holder the actor that will hold it; someone other than the caller only for an admin
   * @param ttlNanos 0 for the policy's default
   * @param maxRenewals {@link #UNSET} for the policy's own figure
   * @param rare the terms that most requests do not ask for
   */
  record Acquire(
      String leaseId,
      boolean callersId,
      String policy,
      String space,
      Scope scope,
      Mode mode,
      String holder,
      String session,
      long ttlNanos,
      int maxRenewals,
      Map<String, String> labels,
      String requestId,
      RareTerms rare)
      implements Retryable {
    public Acquire {
      labels = sorted(labels);
    }

    /** The labels that the lease will have: its base commit is one of them. */
    public Map<String, String> allLabels() {
      if (rare.baseCommit().isEmpty()) {
        return labels;
      }
      Map<String, String> all = new TreeMap<>(labels);
      all.put(Lease.BASE_COMMIT, rare.baseCommit());
      return Collections.unmodifiableMap(all);
    }

    /** A request without rare terms. */
    public Acquire(
        String leaseId,
        boolean callersId,
        String policy,
        String space,
        Scope scope,
        Mode mode,
        String holder,
        String session,
        long ttlNanos,
        int maxRenewals,
        Map<String, String> labels,
        String requestId) {
      this(
          leaseId,
          callersId,
          policy,
          space,
          scope,
          mode,
          holder,
          session,
          ttlNanos,
          maxRenewals,
          labels,
          requestId,
          RareTerms.NONE);
    }
  }

  /**
   * The terms that few acquires ask for.
   *
   * @param waitNanos how long to wait for others; 0 to be refused at once, {@link #UNSET} to wait
   *     as long as the configuration says
   * @param priority larger goes first among those who wait
   * @param heartbeatNanos 0 for the policy's own
   * @param pool the pool that the budget is drawn from; empty without a budget
   * @param budget as much of it as there is will be granted, in every unit
   * @param baseCommit the commit that the work under a check-out begins with; empty if that is not
   *     told
   */
  record RareTerms(
      long waitNanos,
      int priority,
      long heartbeatNanos,
      @Nullable Authority authority,
      String pool,
      Amounts budget,
      String baseCommit) {

    public static final RareTerms NONE = new RareTerms(0, 0, 0, null, "", Amounts.NONE);

    /** Terms without a base commit. */
    public RareTerms(
        long waitNanos,
        int priority,
        long heartbeatNanos,
        @Nullable Authority authority,
        String pool,
        Amounts budget) {
      this(waitNanos, priority, heartbeatNanos, authority, pool, budget, "");
    }

    public RareTerms withWait(long nanos, int givenPriority) {
      return new RareTerms(
          nanos, givenPriority, heartbeatNanos, authority, pool, budget, baseCommit);
    }

    public RareTerms withHeartbeat(long nanos) {
      return new RareTerms(waitNanos, priority, nanos, authority, pool, budget, baseCommit);
    }

    public RareTerms withAuthority(Authority lists) {
      return new RareTerms(waitNanos, priority, heartbeatNanos, lists, pool, budget, baseCommit);
    }

    public RareTerms withBudget(String fromPool, Amounts requested) {
      return new RareTerms(
          waitNanos, priority, heartbeatNanos, authority, fromPool, requested, baseCommit);
    }

    public RareTerms withBaseCommit(String commit) {
      return new RareTerms(waitNanos, priority, heartbeatNanos, authority, pool, budget, commit);
    }
  }

  int UNSET = Integer.MIN_VALUE;

  /** A request that may carry an id of its caller's, by which a retry of it is recognised. */
  sealed interface Retryable extends Command {
    /** Empty if it has none. */
    String requestId();
  }

  /** Asks and changes nothing, but that what has fallen due is recorded first. */
  sealed interface Query extends Command {}

  /** A copy whose order shows the same everywhere. */
  private static Map<String, String> sorted(Map<String, String> labels) {
    return labels.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(labels));
  }

  /** Move the deadline to {@code ttlNanos} from now; 0 for the lease's own ttl. */
  record Renew(String leaseId, long ttlNanos, String requestId) implements Retryable {}

  /** The holder is alive. Moves nothing but the heartbeat's deadline. */
  record Heartbeat(String leaseId, String requestId) implements Retryable {}

  /**
   * The holder lets go, or gives up waiting. An empty reason means voluntary.
   *
   * @param afterNanos how much longer it keeps others out
   */
  record Release(String leaseId, String reason, long afterNanos, String requestId)
      implements Retryable {

    /** Empty if there is no such reason. */
    public Optional<ReleaseReason> knownReason() {
      return reason.isEmpty() ? Optional.of(ReleaseReason.VOLUNTARY) : ReleaseReason.parse(reason);
    }
  }

  /** Check-in: the work under a check-out is done. */
  record Complete(String leaseId, String commit, String requestId) implements Retryable {}

  /**
   * A check-in came after its lease had ended, and the kernel has forgotten the lease. Sequenced by
   * the node, which knows it.
   *
   * @param lease as it was when it was forgotten, or later
   */
  record RecordCommit(Lease lease, String commit) implements Command {}

  /** End a budget lease, also one that has expired and is in grace. */
  record Close(String leaseId, String requestId) implements Retryable {}

  /**
   * An admin takes the lease away.
   *
   * @param noticeNanos how long the holder has to finish; 0 for none
   * @param keepToken whether the token stays valid that a budget lease was drawn with
   */
  record Revoke(
      String leaseId, String reason, long noticeNanos, boolean keepToken, String requestId)
      implements Retryable {

    /** A revocation that takes the token away as well. */
    public Revoke(String leaseId, String reason, long noticeNanos, String requestId) {
      this(leaseId, reason, noticeNanos, false, requestId);
    }
  }

  /**
   * An admin takes away all that a holder has and waits for, at most {@code limit} leases.
   *
   * @param keepToken as in {@link Revoke}
   */
  record ReleaseAll(String holder, String reason, int limit, boolean keepToken) implements Command {

    /** A revocation that takes tokens away as well. */
    public ReleaseAll(String holder, String reason, int limit) {
      this(holder, reason, limit, false);
    }
  }

  /** Adds one to the epoch if it is the expected one. */
  record Advance(String leaseId, long expectedEpoch, String requestId) implements Retryable {}

  /**
   * Check whether an act under the lease is allowed.
   *
   * @param epoch the epoch that the act carries; {@link #NO_EPOCH} to leave epochs out
   * @param lenient whether any epoch passes that is not smaller than the last processed
   * @param lastProcessedEpoch {@link #NO_EPOCH} if none was
   * @param path a plain path that the scope must hold; these four are empty where not asked
   */
  record Validate(
      String leaseId,
      long epoch,
      boolean lenient,
      long lastProcessedEpoch,
      String path,
      String tool,
      String namespace,
      String workId)
      implements Query {}

  long NO_EPOCH = -1;

  /**
   * Hand the lease on, in one step.
   *
   * @param newLeaseId the id that the lease will have with its new holder
   */
  record Transfer(String leaseId, String newLeaseId, String toHolder, String note, String requestId)
      implements Retryable {}

  /** Change the mode; to exclusive, after waiting at most {@code waitNanos} for other readers. */
  record Convert(String leaseId, Mode mode, long waitNanos, String requestId)
      implements Retryable {}

  /**
   * Give a part of the lease to another.
   *
   * @param childId the id that the derived lease will have
   * @param scope null for the parent's
   * @param mode null for the parent's
   * @param authority null for the parent's
   * @param budget out of the parent's rest, all of it or nothing
   * @param ttlNanos 0 for the parent's own
   */
  record Derive(
      String parentId,
      String childId,
      String holder,
      String session,
      @Nullable Scope scope,
      @Nullable Mode mode,
      @Nullable Authority authority,
      Amounts budget,
      long ttlNanos,
      String requestId)
      implements Retryable {}

  /**
   * Nobody can be told about this wait any more, or about the grant it led to: the wait fails, and
   * a grant that its holder has not used is taken back. Sequenced by the node.
   *
   * @param why becomes the reason of a wait that fails; a grant that its caller has gone from is
   *     {@code UNCLAIMED}
   */
  record GiveUp(String leaseId, Why why) implements Command {

    /** The reason for which nobody can be told. */
    public enum Why {
      /** The caller that asked has gone. */
      DISCONNECTED,
      /** The token that it was asked for with was revoked. */
      TOKEN_REVOKED,
      /** The token that it was asked for with has come to its end. */
      TOKEN_EXPIRED
    }
  }

  /**
   * An agent asks for its right to spend, and for a token that is good for it alone. Space and path
   * follow from the agent ({@link BudgetSpace}).
   *
   * @param leaseId the id that the lease will have
   * @param ttlNanos 0 for the policy's default
   * @param waitNanos how long to wait for others; 0 to be refused at once
   * @param tokenId the id of the IP token
   * @param secretHash SHA-256 of the IP token's secret, in hexadecimal
   * @param provider the provider that the agent will call; empty if it does not say
   */
  record Handshake(
      String leaseId,
      String policy,
      String pool,
      Amounts requested,
      long ttlNanos,
      long waitNanos,
      String tokenId,
      String secretHash,
      String provider,
      String requestId)
      implements Retryable {

    /** A handshake for no certain provider. */
    public Handshake(
        String leaseId,
        String policy,
        String pool,
        Amounts requested,
        long ttlNanos,
        long waitNanos,
        String tokenId,
        String secretHash,
        String requestId) {
      this(
          leaseId,
          policy,
          pool,
          requested,
          ttlNanos,
          waitNanos,
          tokenId,
          secretHash,
          "",
          requestId);
    }
  }

  /**
   * Spend from a lease's budget. An amount beyond the rest is refused whole.
   *
   * @param labels say what it was spent on, such as a model and a provider
   */
  record Spend(
      String leaseId, Amounts amounts, String note, Map<String, String> labels, String requestId)
      implements Retryable {
    public Spend {
      labels = sorted(labels);
    }

    /** A spend without labels. */
    public Spend(String leaseId, Amounts amounts, String note, String requestId) {
      this(leaseId, amounts, note, Map.of(), requestId);
    }
  }

  /**
   * Set aside what a call may cost. The request id is the reservation's own id.
   *
   * @param timeoutNanos when an unsettled reservation returns; 0 for the default
   * @param labels say what it is for, and count for the settlement as well
   */
  record Reserve(
      String leaseId,
      Amounts amounts,
      long timeoutNanos,
      Map<String, String> labels,
      String requestId)
      implements Retryable {
    public Reserve {
      labels = sorted(labels);
    }

    /** A reservation without labels. */
    public Reserve(String leaseId, Amounts amounts, long timeoutNanos, String requestId) {
      this(leaseId, amounts, timeoutNanos, Map.of(), requestId);
    }
  }

  /**
   * A gateway reserves for the lease of an IP token that it was shown.
   *
   * @param ipTokenId of that token, whose secret was right; empty if it was not
   */
  record ReserveFor(Reserve reserve, String ipTokenId) implements Retryable {
    @Override
    public String requestId() {
      return reserve.requestId();
    }
  }

  /**
   * The call is over and cost this much.
   *
   * @param labels say what it was spent on; they are added to the labels of the reservation and go
   *     before them
   */
  record Settle(String leaseId, String reservationId, Amounts amounts, Map<String, String> labels)
      implements Command {
    public Settle {
      labels = sorted(labels);
    }

    /** A settlement with the labels of its reservation. */
    public Settle(String leaseId, String reservationId, Amounts amounts) {
      this(leaseId, reservationId, amounts, Map.of());
    }
  }

  /** The call never took place. */
  record Cancel(String leaseId, String reservationId) implements Command {}

  /** The call will cost more or less than was set aside. */
  record Adjust(String leaseId, String reservationId, Amounts amounts, String requestId)
      implements Retryable {}

  /** More budget and more time for a lease that is active or in grace. */
  record Refresh(String leaseId, Amounts requested, String requestId) implements Retryable {}

  /** Ask admins for more budget than the lease has. */
  record RequestMore(String leaseId, Amounts amounts, String justification, String requestId)
      implements Retryable {}

  /**
   * Ask admins for more time than the lease has, where its policy allows that.
   *
   * @param ttlNanos how much longer, counted from the end that the lease has when it is approved
   */
  record RequestExtension(String leaseId, long ttlNanos, String justification, String requestId)
      implements Retryable {}

  /**
   * Give what was asked for: the pool gets what it lacks and the lease the amounts, or the lease
   * more time.
   *
   * @param ttlNanos how much more time, at most what was asked for; 0 for all of that
   */
  record ApproveRequest(String id, String reason, long ttlNanos) implements Command {

    /** An approval of all that was asked for. */
    public ApproveRequest(String id, String reason) {
      this(id, reason, 0);
    }
  }

  record DeclineRequest(String id, String reason) implements Command {}

  /**
   * List requests for more budget and for more time.
   *
   * @param leaseId all of this lease; empty for the open ones of all that the caller may see
   */
  record ListRequests(String leaseId) implements Query {}

  /**
   * @param recurrence null for a pool that is filled by hand
   */
  record CreatePool(
      String poolId, Amounts amounts, @Nullable Recurrence recurrence, String requestId)
      implements Retryable {

    /** A pool that is filled by hand. */
    public CreatePool(String poolId, Amounts amounts, String requestId) {
      this(poolId, amounts, null, requestId);
    }
  }

  /**
   * Have a pool topped up, or no more.
   *
   * @param recurrence null to end it
   */
  record SetRecurrence(String poolId, @Nullable Recurrence recurrence, String requestId)
      implements Retryable {}

  /**
   * Top a pool up for a period. Sequenced by the node, which knows the time zone.
   *
   * @param period its name, which sorts behind those before it
   */
  record TopUp(String poolId, String period) implements Command {}

  record Deposit(String poolId, Amounts amounts, String reason, String requestId)
      implements Retryable {}

  record Withdraw(String poolId, Amounts amounts, String reason, String requestId)
      implements Retryable {}

  /** After a restore: this much was spent in all, and the pool may grant again. */
  record ConfirmPool(String poolId, Amounts spent, String requestId) implements Retryable {}

  record GetPool(String poolId) implements Query {}

  record ListPools() implements Query {}

  /**
   * A service that agents pay for.
   *
   * @param kind as the caller spells a {@link ProviderKind}
   */
  record AddProvider(String name, String kind, String url, EncryptedKey key) implements Command {}

  /**
   * Another key for a provider.
   *
   * @param version of the key; it is encrypted for this version, which has to follow the last
   */
  record RotateProviderKey(String name, int version, EncryptedKey key) implements Command {}

  record RemoveProvider(String name) implements Command {}

  /** The key that a provider has, encrypted anew. Sequenced by the node. */
  record ReencryptProviderKey(String name, int version, EncryptedKey key) implements Command {}

  record GetProvider(String name) implements Query {}

  record ListProviders() implements Query {}

  /**
   * Subscribe an address outside to events or notices. One that a holder adds itself gets nothing
   * before it is confirmed with a code.
   *
   * @param kind as the caller spells a {@link SubscriptionKind}
   * @param holder the holder whose notices are told; empty for events of the service
   * @param codeHash SHA-256 of the code, in hexadecimal
   */
  record Subscribe(
      String id,
      String kind,
      String holder,
      String address,
      List<String> topics,
      String quietHours,
      EncryptedKey secret,
      String codeHash)
      implements Command {
    public Subscribe {
      topics = List.copyOf(topics);
    }
  }

  /** Confirms an address with the code that was sent to it, which only its reader knows. */
  record ConfirmSubscription(String id, String codeHash) implements Command {}

  record Unsubscribe(String id) implements Command {}

  /** The secret that a subscription has, encrypted anew. Sequenced by the node. */
  record ReencryptSubscription(String id, EncryptedKey secret) implements Command {}

  record GetSubscription(String id) implements Query {}

  /**
   * @param ofService whether the webhooks of the service are listed, and no holder's addresses
   * @param holder the holder whose subscriptions are listed; empty for all that the caller sees
   */
  record ListSubscriptions(boolean ofService, String holder) implements Query {}

  /** Ask the holder of a lease for it. It is told; nothing else changes. */
  record Ask(String leaseId, String note, String requestId) implements Retryable {}

  /** A holder has read these notices. */
  record AcknowledgeNotices(List<String> ids) implements Command {
    public AcknowledgeNotices {
      ids = List.copyOf(ids);
    }
  }

  /**
   * A new policy, or a new version of one. Terms that are not given are taken from the base.
   *
   * @param base an existing policy; empty for the policy's last version, or {@code file}
   */
  record AddPolicy(
      String name,
      String base,
      @Nullable Long defaultTtlNanos,
      @Nullable Long maxTtlNanos,
      @Nullable Integer maxRenewals,
      @Nullable Long graceNanos,
      @Nullable Long reminderLeadNanos,
      @Nullable Set<Mode> modes,
      @Nullable Boolean signed,
      @Nullable Long heartbeatNanos,
      @Nullable Boolean durableEpochs,
      @Nullable Boolean extensions)
      implements Command {

    /** A policy with the extensions of its base. */
    public AddPolicy(
        String name,
        String base,
        @Nullable Long defaultTtlNanos,
        @Nullable Long maxTtlNanos,
        @Nullable Integer maxRenewals,
        @Nullable Long graceNanos,
        @Nullable Long reminderLeadNanos,
        @Nullable Set<Mode> modes,
        @Nullable Boolean signed,
        @Nullable Long heartbeatNanos,
        @Nullable Boolean durableEpochs) {
      this(
          name,
          base,
          defaultTtlNanos,
          maxTtlNanos,
          maxRenewals,
          graceNanos,
          reminderLeadNanos,
          modes,
          signed,
          heartbeatNanos,
          durableEpochs,
          null);
    }
  }

  record ListPolicies() implements Query {}

  record GetSpace(String space) implements Query {}

  /** List the spaces that ignore case, by name, beginning after the given one. */
  record ListSpaces(String after, int pageSize) implements Query {}

  /** Name those that keep a wait from being granted, or did until now. Sent by the node alone. */
  record InTheWay(String leaseId) implements Query {}

  /** Give a key of {@link ConfigKey} another value. */
  record SetConfig(String key, String value) implements Command {}

  record GetConfig() implements Query {}

  /**
   * The state comes from a backup: nothing that was granted since may count.
   *
   * @param atLeastPosition where positions are to go on, if the lift alone does not get there:
   *     above all that others may have given out from the same backup
   */
  record Restore(long atLeastPosition) implements Command {
    public Restore() {
      this(0);
    }
  }

  /**
   * Record what has ended by time alone, at most {@code limit} changes. Grants nothing: it may be
   * stamped with a tick that has passed, and nobody is granted anything for a time at which nobody
   * could be told. Sequenced by the node.
   *
   * @param always also while that is switched off: a command is about to be carried out
   */
  record Expire(int limit, boolean always) implements Command {
    /** Records nothing while recording by time alone is switched off. */
    public Expire(int limit) {
      this(limit, false);
    }
  }

  /**
   * Grant what has become free to those who wait for it, at most {@code limit}. Sequenced by the
   * node, at the tick of its clock.
   */
  record GrantWaiting(int limit) implements Command {}

  /** Forget leases that ended before the tick, at most {@code limit}. Sequenced by the node. */
  record Prune(long endedBeforeTick, int limit) implements Command {}

  /** Say how a space compares names. Only while it has no lease that keeps others out. */
  record DeclareSpace(String space, boolean caseInsensitive) implements Command {}

  /**
   * Make a credential known. The secret itself never gets here.
   *
   * @param secretHash SHA-256 of the secret, in hexadecimal
   * @param ttlNanos 0 for a token without an end
   * @param pool the pool that its actor may draw on; empty for none
   * @param permissions opaque to the kernel
   */
  record IssueToken(
      String tokenId,
      String actor,
      Role role,
      List<String> spaces,
      String secretHash,
      long ttlNanos,
      String pool,
      List<String> permissions)
      implements Command {
    public IssueToken {
      spaces = List.copyOf(spaces);
      permissions = List.copyOf(permissions);
    }

    /** A token without permissions. */
    public IssueToken(
        String tokenId,
        String actor,
        Role role,
        List<String> spaces,
        String secretHash,
        long ttlNanos,
        String pool) {
      this(tokenId, actor, role, spaces, secretHash, ttlNanos, pool, List.of());
    }
  }

  /**
   * @param reason told to whoever still uses the token; may be empty
   */
  record RevokeToken(String tokenId, String reason) implements Command {}

  record GetLease(String leaseId) implements Query {}

  /**
   * @param path a plain path that the lease's scope must match; empty for any
   * @param scope the exact scope that the lease must have; null for any
   * @param states empty for PENDING and ACTIVE
   * @param afterPosition only leases made later: where the last page ended
   */
  record ListLeases(
      String space,
      String path,
      @Nullable Scope scope,
      String holder,
      String policy,
      List<LeaseState> states,
      String requestId,
      int pageSize,
      long afterPosition)
      implements Query {
    public ListLeases {
      states = List.copyOf(states);
    }

    /** A list of leases of any scope. */
    public ListLeases(
        String space,
        String path,
        String holder,
        String policy,
        List<LeaseState> states,
        String requestId,
        int pageSize,
        long afterPosition) {
      this(space, path, null, holder, policy, states, requestId, pageSize, afterPosition);
    }

    /** The one holder whose leases the caller can find in this list; empty if those of several. */
    public String holderFor(Caller caller, AgentsSee setting) {
      boolean ownOnly = setting == AgentsSee.OWN || !requestId.isEmpty();
      return caller.role() == Role.AGENT && ownOnly ? caller.actor() : holder;
    }

    /** Whether a lease is what was asked for, state and path left out. */
    public boolean isWanted(Caller caller, Lease lease) {
      return (space.isEmpty() || lease.space().equals(space))
          && (holder.isEmpty() || lease.isHeldBy(holder))
          && (policy.isEmpty() || lease.policy().name().equals(policy))
          && (requestId.isEmpty() || isRequestOf(caller, lease));
    }

    /** Request ids of others are not shown, so they find nothing either. */
    private boolean isRequestOf(Caller caller, Lease lease) {
      return lease.requestId().equals(requestId) && caller.seesAllOf(lease.holder());
    }
  }

  /**
   * Name the leases and waits that would keep an acquire with these terms from being granted now.
   *
   * @param ttlNanos 0 for the policy's default
   * @param waitNanos how long the acquire would wait; the check itself does not
   */
  record Check(String space, Scope scope, Mode mode, String policy, long ttlNanos, long waitNanos)
      implements Query {

    /** A check for an acquire under the usual terms. */
    public Check(String space, Scope scope, Mode mode) {
      this(space, scope, mode, Policy.FILE.name(), 0, 0);
    }
  }

  record ListTokens() implements Query {}

  /** Take a place in the order of all commands, and nothing else. Sequenced by the node. */
  record TakeTurn() implements Query {}
}
