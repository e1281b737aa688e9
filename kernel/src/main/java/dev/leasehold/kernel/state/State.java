package dev.leasehold.kernel.state;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Token;
import dev.leasehold.kernel.access.Visibility;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.BudgetRequest;
import dev.leasehold.kernel.config.Provider;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.Lease;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The whole state of the kernel: leases, queue, money, tokens and settings. Events alone change it,
 * each in the slice that decides it.
 */
public final class State {

  public long lastPosition;
  public long lastTick;

  /** Told of leases before they change; null while nobody copies the state. */
  public BeforeChange.@Nullable Listener changeListener;

  public final LeaseTable leases = new LeaseTable();
  public final LeasesByBirth births = new LeasesByBirth();
  public final Deadlines deadlines = new Deadlines();
  public final RequestIds requests = new RequestIds();
  public final WaitQueue waiting = new WaitQueue();
  public final Notices notices = new Notices();
  public final RecentQuestions questions = new RecentQuestions();
  public final Epochs epochs = new Epochs();
  public final PolicyBook policies = new PolicyBook();
  public final Settings settings = new Settings();
  public final Map<String, Holder> holders = new HashMap<>();
  public final Map<String, Space> spaces = new HashMap<>();

  /** The spaces that were declared to ignore case, which are few. */
  public final TreeSet<String> caseInsensitive = new TreeSet<>();

  public final Map<String, Token> tokens = new TreeMap<>();
  public final RevokedTokens revokedTokens = new RevokedTokens();
  public final IpTokens ipTokens = new IpTokens();
  private final Map<String, Set<LeaseRecord>> byToken = new HashMap<>();
  public final Accounts accounts = new Accounts();
  public final TreeMap<String, Provider> providers = new TreeMap<>();
  public final TreeMap<String, Subscription> subscriptions = new TreeMap<>();
  public final BudgetRequests budgetRequests = new BudgetRequests();
  public final LateCheckIns lateCheckIns = new LateCheckIns();
  public final ForgettableLeases forgettable = new ForgettableLeases();

  public @Nullable Lease lease(String id) {
    LeaseRecord record = leases.find(id);
    return record == null ? null : record.lease();
  }

  /** A lease that an event or a decision has named, so that it must be there. */
  public LeaseRecord known(String id) {
    LeaseRecord record = leases.find(id);
    if (record == null) {
      throw new IllegalStateException("a lease that is not there: " + id);
    }
    return record;
  }

  /** The lease that is due first, if it is due at the tick. */
  public @Nullable LeaseRecord dueAt(long tick) {
    LeaseRecord first = deadlines.first();
    return first != null && first.dueTick() <= tick ? first : null;
  }

  /** When time will next end or change something, not counting who could be granted then. */
  public long nextChangeTick() {
    LeaseRecord first = deadlines.first();
    long lease = first == null ? Long.MAX_VALUE : first.dueTick();
    return Math.min(lease, accounts.nextDueTick());
  }

  /** Counts the event as the newest, which it can be only if it follows the last. */
  public void moveTo(Event event) {
    boolean follows =
        event instanceof AdminEvent.Restored
            ? event.position() > lastPosition
            : event.position() == lastPosition + 1;
    if (!follows || event.tick() < lastTick) {
      throw new IllegalStateException(
          "event " + event.position() + " cannot follow event " + lastPosition);
    }
    lastPosition = event.position();
    lastTick = event.tick();
  }

  /** A lease that the caller's token does not reach is not there for it, whatever its state. */
  public @Nullable LeaseRecord inReach(Caller caller, String leaseId) {
    LeaseRecord record = leases.find(leaseId);
    if (record == null || caller.hasAccessTo(record.space.name)) {
      return record;
    }
    boolean ownBudget = record.isBudgetLease() && record.holder.name.equals(caller.actor());
    return caller.reaches(record.space.name, ownBudget) ? record : null;
  }

  /** How much of a lease the caller is shown. */
  public Visibility visibilityOf(Caller caller, LeaseRecord record) {
    return caller.visibilityOf(
        record.space.name,
        record.holder.name,
        record.isBudgetLease(),
        settings.config().agentsSee());
  }

  /** The lease of an event that only active leases have. */
  public LeaseRecord active(Event.OfLease e) {
    LeaseRecord record = known(e.leaseId());
    if (!record.isActive()) {
      throw new IllegalStateException("an event on a lease that is not active: " + record.id);
    }
    return record;
  }

  public void remember(Event.Request request, LeaseRecord record) {
    requests.remember(request.caller(), request.requestId(), request.fingerprint(), record);
  }

  /** The holder has used its lease, which counts as a heartbeat. */
  public void touch(LeaseRecord record, Event e, Event.Request request) {
    beat(record, e.tick());
    remember(request, record);
  }

  /**
   * The holder is heard. A heartbeat that a pause has excused counts from the end of that pause,
   * which a crash may have put into the future: then it is due earlier than before.
   */
  public void beat(LeaseRecord record, long tick) {
    record.beat(tick);
    if (record.rare().heartbeatNanos != 0) {
      deadlines.mayHaveMoved(record);
    }
  }

  /** Makes a lease known, without its effects on others. */
  public void remember(LeaseRecord record) {
    leases.add(record);
    births.append(record);
    record.holder.append(record);
    record.space.countRemembered(1);
  }

  /** Makes a lease that nobody has been granted yet. */
  public LeaseRecord make(Claim claim, long position) {
    Policy policy = policies.find(claim.policy(), claim.policyVersion());
    LeaseRecord record =
        new LeaseRecord(claim, position, policy, space(claim.space()), holder(claim.holder()));
    if (!claim.rare().parentId().isEmpty()) {
      LeaseRecord parent = known(claim.rare().parentId());
      record.rareToWrite().parent = parent;
      parent.rareToWrite().children.add(record);
      beat(parent, lastTick);
    }
    remember(record);
    remember(claim.request(), record);
    return record;
  }

  /** Grants the lease: from now on it keeps others out. */
  public void grant(LeaseRecord record, Event e, long epoch, long deadlineTick, Amounts budget) {
    record.grant(e.position(), epoch, e.tick(), e.wallNanos(), deadlineTick);
    record.space.block(record);
    epochs.reach(record);
    if (!budget.isNothing()) {
      accounts.open(record, budget);
    }
  }

  /** The lease keeps nobody out any more and gives back its money. */
  public void free(LeaseRecord record) {
    record.space.unblock(record);
    waiting.recheckOverlapping(record.space, record.scope, record.mode());
    Accounts.close(record);
    endRequests(record);
    countAsEnded(record);
  }

  /** Requests for more end with their lease. */
  public void endRequests(LeaseRecord record) {
    Ending ending = record.ending();
    if (record.rare().approvalRequests.isEmpty() || ending == null) {
      return;
    }
    for (BudgetRequest request : List.copyOf(record.rare().approvalRequests.values())) {
      if (request.isOpen()) {
        decide(request.decided(BudgetRequest.Status.ENDED, "", "", ending.wallNanos()));
      }
    }
  }

  /** Makes a request decided, which admins need not look at any more. */
  public void decide(BudgetRequest decided) {
    budgetRequests.decide(decided);
    notices.dropOfAdmins(adminsOfAll(lastTick), decided.position());
  }

  /** Counts the lease for deadlines and quotas from now on: it waits or keeps others out. */
  public void countAsLiving(LeaseRecord record) {
    record.holder.countLiving(record, 1);
    countChild(record, 1);
    String tokenId = record.rare().tokenId;
    if (!tokenId.isEmpty()) {
      byToken.computeIfAbsent(tokenId, id -> new LinkedHashSet<>()).add(record);
    }
    ipTokens.add(record);
    deadlines.add(record);
  }

  /** Counts the lease as ended: nothing changes it any more, but it may be forgotten. */
  public void countAsEnded(LeaseRecord record) {
    deadlines.remove(record);
    record.holder.countLiving(record, -1);
    countChild(record, -1);
    String tokenId = record.rare().tokenId;
    if (!tokenId.isEmpty()) {
      byToken.computeIfPresent(
          tokenId,
          (id, bound) -> {
            bound.remove(record);
            return bound.isEmpty() ? null : bound;
          });
    }
    forgettable.markTreeOf(record, lastTick);
  }

  private static void countChild(LeaseRecord record, int change) {
    LeaseRecord parent = record.parent();
    if (parent != null) {
      parent.rareToWrite().livingChildren += change;
    }
  }

  /** The leases and waits that end when the token is revoked: their budgets are drawn with it. */
  public Set<LeaseRecord> boundTo(String tokenId) {
    return byToken.getOrDefault(tokenId, Set.of());
  }

  /**
   * The holders that are told of what concerns all spaces: those with an admin's token for all of
   * them.
   */
  public List<Holder> adminsOfAll(long tick) {
    return tokens.values().stream()
        .filter(token -> token.caller().isAdminOfAll() && token.isValidAt(tick))
        .map(Token::actor)
        .sorted()
        .distinct()
        .limit(Limits.MAX_ADMINS_TOLD)
        .map(this::holder)
        .toList();
  }

  public Holder holder(String name) {
    return holders.computeIfAbsent(name, Holder::new);
  }

  public Space space(String name) {
    return spaces.computeIfAbsent(name, Space::new);
  }

  /** Sets how a space compares names. */
  public void declare(Space space, boolean ignoresCase) {
    space.caseInsensitive = ignoresCase;
    if (ignoresCase) {
      caseInsensitive.add(space.name);
    } else {
      caseInsensitive.remove(space.name);
    }
  }

  public void dropIfUnknown(Holder holder) {
    if (holder.isUnknown()) {
      holders.remove(holder.name);
    }
  }

  public void dropIfUnknown(Space space) {
    if (space.isUnknown()) {
      spaces.remove(space.name);
    }
  }

  /** Whether an id may not be given to a lease any more. */
  public boolean isUsed(String leaseId, boolean callersId) {
    return leases.find(leaseId) != null
        || (callersId && forgettable.usedIds.contains(UsedId.of(leaseId)));
  }

  /** A plain path as the space compares names. */
  public Scope.Parsed plainPath(String spaceName, String path) {
    Scope.Parsed parsed = Scope.parse(List.of(), List.of(path));
    return parsed instanceof Scope.Parsed.Valid valid
        ? asCompared(spaceName, valid.scope())
        : parsed;
  }

  /** A scope as the space compares names. */
  public Scope.Parsed asCompared(String spaceName, Scope scope) {
    Space space = spaces.get(spaceName);
    return space != null && space.caseInsensitive
        ? scope.withoutCase()
        : new Scope.Parsed.Valid(scope);
  }
}
