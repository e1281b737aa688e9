package dev.leasehold.kernel;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.RevokedToken;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.access.Token;
import dev.leasehold.kernel.codec.Snapshot;
import dev.leasehold.kernel.codec.StateCopy;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.config.Config;
import dev.leasehold.kernel.config.Provider;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.lease.Expiring;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.notice.NoticeKind;
import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.queue.QueueGrants;
import dev.leasehold.kernel.state.Facts;
import dev.leasehold.kernel.state.Holder;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import dev.leasehold.kernel.state.UsedId;
import dev.leasehold.kernel.view.Ending;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Takes commands one after the other and says what happens. Deterministic: the same commands with
 * the same stamps give the same events and replies. For one thread.
 */
public final class Kernel {

  private final State state;
  private final Expiring expiring;
  private final QueueGrants queueGrants;
  private final Dispatch dispatch;
  private final Consumer<Event> apply;
  private final RecordedState recorded;

  public Kernel() {
    this(Limits.DEFAULT_LEASES_PER_HOLDER);
  }

  public Kernel(int leasesPerHolder) {
    this(new State(), leasesPerHolder);
  }

  private Kernel(State state, int leasesPerHolder) {
    this.state = state;
    this.expiring = new Expiring(state);
    this.queueGrants = new QueueGrants(state);
    this.dispatch = new Dispatch(state, expiring, queueGrants, leasesPerHolder);
    this.apply = dispatch::apply;
    this.recorded = new RecordedState(state);
  }

  /**
   * Records what has fallen due up to the command's tick, then carries out the command, then grants
   * what that has made free. A tick that lies behind that of the newest event counts as that one.
   */
  public Outcome execute(Stamp given, Command command) {
    long tick = Math.min(Math.max(given.tick(), state.lastTick), Limits.MAX_TICK);
    Stamp stamp = given.at(tick);
    Step step = new Step(state, stamp, apply);
    step.dropNotices();
    if (command instanceof NodeCommand.Expire expire) {
      boolean now = expire.always() || config().autoExpireEnabled();
      int count = now ? expiring.record(step, expire.limit()) : 0;
      return step.outcome(new Reply.Swept(count, now && state.nextChangeTick() <= tick));
    }
    if (command instanceof NodeCommand.GrantWaiting grant) {
      expiring.record(step, Integer.MAX_VALUE);
      int count = queueGrants.grant(step, grant.limit());
      return step.outcome(new Reply.Swept(count, nextGrantTick() <= tick));
    }
    if (command instanceof AdminCommand.Restore restore && stamp.caller().isAdminOfAll()) {
      return step.outcome(dispatch.decide(step, restore));
    }
    expiring.record(step, Integer.MAX_VALUE);
    queueGrants.grantAll(step);
    Reply reply = dispatch.decide(step, command);
    queueGrants.grantAll(step);
    return step.outcome(reply);
  }

  /** Applies a recorded event again, for recovery. */
  public void replay(Event event) {
    dispatch.apply(event);
  }

  /** Applies a recorded event again and returns what it did to which leases. */
  public List<Fact> replayToFacts(Event event) {
    List<Fact> facts = new ArrayList<>(1);
    Facts.apply(event, state, apply, facts);
    return facts;
  }

  /** The state as events have recorded it, whatever time it is. */
  public RecordedState recorded() {
    return recorded;
  }

  /** The position of the newest event; 0 before the first. */
  public long lastPosition() {
    return state.lastPosition;
  }

  /** The tick of the newest event; 0 before the first. */
  public long lastTick() {
    return state.lastTick;
  }

  /**
   * When something will next have to be recorded by {@link NodeCommand.Expire} or {@link
   * NodeCommand.GrantWaiting}; {@link Long#MAX_VALUE} if nothing will, or that is switched off.
   */
  public long nextDueTick() {
    return config().autoExpireEnabled() ? nextChangeTick() : Long.MAX_VALUE;
  }

  /** When time will next end or change a lease, also while automatic expiry is off. */
  public long nextEndTick() {
    return state.nextChangeTick();
  }

  /** The tick from which a wait may be granted; 0 if one may be already. */
  public long nextGrantTick() {
    return state.waiting.nextLookTick();
  }

  /** Whether time will change something, even if only the next command records it. */
  public boolean isTimeAwaited() {
    return nextChangeTick() != Long.MAX_VALUE;
  }

  /** When time will next change something, even if only the next command records it. */
  public long nextChangeTick() {
    return Math.min(nextEndTick(), nextGrantTick());
  }

  /** The settings as they are now. */
  public Config config() {
    return state.settings.config();
  }

  /** Leases that keep others out or wait: active, in grace or pending. */
  public int livingCount() {
    return state.deadlines.size();
  }

  /** Leases that wait, conversions counted. */
  public int waitingCount() {
    return state.waiting.count();
  }

  /** Leases that have ended and are still remembered, but for parts of living trees. */
  public int endedCount() {
    return state.forgettable.leases.size() + state.forgettable.accounts.size();
  }

  /** Ended leases without a budget, with which {@link NodeCommand.Prune} begins. */
  public int endedWithoutBudgetCount() {
    return state.forgettable.leases.size();
  }

  /** The first epoch of resources of any space that have none of their own. */
  public long epochFloor() {
    return state.epochs.base;
  }

  /** Credentials that were issued and not revoked. */
  public List<Token> tokens() {
    return List.copyOf(state.tokens.values());
  }

  /** Credentials that were revoked with a reason not long ago, the oldest first. */
  public List<RevokedToken> revokedTokens() {
    return state.revokedTokens.all();
  }

  /** The tokens that are good for one living lease alone, in the order of their ids. */
  public List<Token> ipTokens() {
    return state.ipTokens.all();
  }

  /** Tokens of leases that have ended not long ago, the oldest first. */
  public List<RevokedToken> endedIpTokens() {
    return state.ipTokens.ended.all();
  }

  /** The providers in the order of their names, with their keys as they are stored. */
  public List<Provider> providers() {
    return List.copyOf(state.providers.values());
  }

  /** The subscriptions in the order of their ids, with their secrets as they are stored. */
  public List<Subscription> subscriptions() {
    return List.copyOf(state.subscriptions.values());
  }

  /** The newest version of each policy. */
  public List<Policy> policies() {
    return state.policies.newest();
  }

  /** Notices that a holder has not acknowledged yet, the oldest first. */
  public List<Notice> notices(String holderName, int limit) {
    return notices(new Caller(holderName, Role.AGENT, List.of()), limit);
  }

  /**
   * Notices that go with every reply to the caller until it acknowledges them, the oldest first. A
   * token for some spaces is told of the leases that it reaches. If there are too many, questions
   * are told after the others.
   */
  public List<Notice> notices(Caller caller, int limit) {
    Holder holder = state.holders.get(caller.actor());
    if (holder == null || holder.notices.isEmpty()) {
      return List.of();
    }
    Stream<Notice> reached =
        holder.notices.stream().map(slip -> asOfNow(slip.notice)).filter(caller::reaches);
    long most = Math.max(0, limit);
    return holder.hasQuestions()
        ? reached
            .sorted(Comparator.comparing(notice -> notice.kind() == NoticeKind.QUESTION))
            .limit(most)
            .sorted(Comparator.comparingLong(Notice::position))
            .toList()
        : reached.limit(most).toList();
  }

  /**
   * A notice of an expiry asks for a refresh or a close only while these are possible, a reminder
   * for what ends such a lease, and that of an extension promises no more than the lease has.
   */
  private Notice asOfNow(Notice notice) {
    if (notice.kind() == NoticeKind.REMINDER) {
      LeaseRecord reminded = state.leases.find(notice.leaseId());
      return reminded == null ? notice : notice.under(reminded.policy.name());
    }
    if (notice.kind() == NoticeKind.EXTENDED) {
      LeaseRecord extended = state.leases.find(notice.leaseId());
      return extended == null ? notice : notice.within(extended.lease());
    }
    if (notice.kind() != NoticeKind.EXPIRED || notice.leftNanos() == 0) {
      return notice;
    }
    LeaseRecord record = state.leases.find(notice.leaseId());
    if (record == null) {
      return notice.withoutGrace();
    }
    if (record.isInGrace()) {
      return notice;
    }
    Ending ending = record.ending();
    boolean byHolder = ending == null || ending.endedBy().equals(record.holder.name);
    return byHolder ? notice.settled() : notice.withoutGrace();
  }

  /** The whole state in canonical form: equal states give equal bytes. */
  public byte[] snapshot() {
    return Snapshot.write(state);
  }

  /** Begins a snapshot that is made in pieces, between commands; an earlier one is given up. */
  public StateCopy copy() {
    return StateCopy.begin(state);
  }

  public static Kernel restore(byte[] snapshot) {
    return restore(snapshot, Limits.DEFAULT_LEASES_PER_HOLDER);
  }

  public static Kernel restore(byte[] snapshot, int leasesPerHolder) {
    return new Kernel(Snapshot.read(snapshot), leasesPerHolder);
  }

  /**
   * SHA-256 of the state, in a form that stays, so that hashes that were written down stay true.
   */
  public byte[] stateHash() {
    return UsedId.sha256().digest(Snapshot.hashed(state));
  }

  /** Whether it is the hash of this state, or of its snapshot as it is or was made. */
  public boolean isHashOfState(byte[] sha256) {
    return Snapshot.isHashOf(state, sha256);
  }
}
