package dev.leasehold.kernel;

import java.security.MessageDigest;
import java.util.List;

/**
 * Takes commands one after the other and says what happens. Deterministic: the same commands with
 * the same stamps give the same events and replies. For one thread.
 */
public final class Kernel {

  private final State state;
  private final Admission admission;
  private final Due due;
  private final Acquiring acquiring;
  private final Renewing renewing;
  private final EndingLeases ending;
  private final Converting converting;
  private final Transferring transferring;
  private final Deriving deriving;
  private final Proving proving;
  private final Pooling pooling;
  private final Reading reading;
  private final Listing listing;
  private final Keeping keeping;
  private final Spaces spaces;
  private final AddingPolicies policies;
  private final Configuring configuring;
  private final Restoring restoring;
  private final Recorded recorded;

  public Kernel() {
    this(Limits.DEFAULT_LEASES_PER_HOLDER);
  }

  public Kernel(int leasesPerHolder) {
    this(new State(), leasesPerHolder);
  }

  private Kernel(State state, int leasesPerHolder) {
    this.state = state;
    this.admission = new Admission(state);
    this.due = new Due(state);
    this.acquiring = new Acquiring(state, leasesPerHolder);
    this.renewing = new Renewing(state);
    this.ending = new EndingLeases(state);
    this.converting = new Converting(state);
    this.transferring = new Transferring(state, acquiring);
    this.deriving = new Deriving(state, acquiring);
    this.proving = new Proving(state);
    this.pooling = new Pooling(state);
    this.reading = new Reading(state);
    this.listing = new Listing(state);
    this.keeping = new Keeping(state);
    this.spaces = new Spaces(state);
    this.policies = new AddingPolicies(state);
    this.configuring = new Configuring(state);
    this.restoring = new Restoring(state);
    this.recorded = new Recorded(state);
  }

  /**
   * Records what has fallen due up to the command's tick, then carries out the command, then grants
   * what that has made free. A tick that lies behind that of the newest event counts as that one.
   */
  public Outcome execute(Stamp given, Command command) {
    long tick = Math.min(Math.max(given.tick(), state.lastTick), Limits.MAX_TICK);
    Stamp stamp = given.at(tick);
    Step step = new Step(state, stamp);
    if (command instanceof Command.Expire expire) {
      boolean now = expire.always() || config().autoExpireEnabled();
      int count = now ? due.record(step, expire.limit()) : 0;
      return step.outcome(new Reply.Swept(count, now && state.nextChangeTick() <= tick));
    }
    if (command instanceof Command.GrantWaiting grant) {
      due.record(step, Integer.MAX_VALUE);
      int count = admission.grant(step, grant.limit());
      return step.outcome(new Reply.Swept(count, nextGrantTick() <= tick));
    }
    if (command instanceof Command.Restore restore && stamp.caller().isAdminOfAll()) {
      return step.outcome(restoring.decide(step, restore, due));
    }
    due.record(step, Integer.MAX_VALUE);
    admission.grantAll(step);
    Reply reply = decide(step, command);
    admission.grantAll(step);
    return step.outcome(reply);
  }

  private Reply decide(Step step, Command command) {
    return switch (command) {
      case Command.Acquire acquire -> acquiring.decide(step, acquire);
      case Command.Renew renew -> renewing.renew(step, renew);
      case Command.Heartbeat beat -> renewing.heartbeat(step, beat);
      case Command.Release release -> ending.release(step, release);
      case Command.Complete complete -> ending.complete(step, complete);
      case Command.Close close -> ending.close(step, close);
      case Command.Revoke revoke -> ending.revoke(step, revoke);
      case Command.ReleaseAll all -> ending.releaseAll(step, all);
      case Command.GiveUp giveUp -> ending.giveUp(step, giveUp);
      case Command.Advance advance -> proving.advance(step, advance);
      case Command.Validate validate -> proving.validate(step, validate);
      case Command.Transfer transfer -> transferring.decide(step, transfer);
      case Command.Convert convert -> converting.decide(step, convert);
      case Command.Derive derive -> deriving.decide(step, derive);
      case Command.Spend spend -> Spending.spend(step, spend);
      case Command.Reserve reserve -> Reserving.reserve(step, reserve);
      case Command.Settle settle -> Reserving.settle(step, settle);
      case Command.Cancel cancel -> Reserving.cancel(step, cancel);
      case Command.Adjust adjust -> Reserving.adjust(step, adjust);
      case Command.Refresh refresh -> Refreshing.refresh(step, refresh);
      case Command.CreatePool create -> pooling.create(step, create);
      case Command.Deposit deposit -> pooling.deposit(step, deposit);
      case Command.Withdraw withdraw -> pooling.withdraw(step, withdraw);
      case Command.ConfirmPool confirm -> pooling.confirm(step, confirm);
      case Command.GetPool get -> pooling.get(step, get);
      case Command.ListPools list -> pooling.list(step);
      case Command.AddPolicy add -> policies.add(step, add);
      case Command.ListPolicies list -> policies.list();
      case Command.SetConfig set -> configuring.set(step, set);
      case Command.GetConfig get -> configuring.get();
      case Command.AcknowledgeNotices ack -> keeping.acknowledge(step, ack);
      case Command.Prune prune -> keeping.prune(step, prune);
      case Command.DeclareSpace declare -> spaces.declare(step, declare);
      case Command.IssueToken issue -> keeping.issue(step, issue);
      case Command.RevokeToken revoke -> keeping.revoke(step, revoke);
      case Command.ListTokens list -> keeping.list(step);
      case Command.Restore restore ->
          Step.refuse(new Refusal.Forbidden("only an admin may restore a backup"));
      case Command.GetLease get -> reading.get(step.caller(), get);
      case Command.ListLeases list -> listing.list(step.caller(), list);
      case Command.Check check -> reading.check(step, check);
      case Command.InTheWay way -> reading.inTheWay(step, way);
      case Command.GetSpace get -> spaces.get(step.caller(), get);
      case Command.ListSpaces list -> spaces.list(step.caller(), list);
      case Command.Expire expire -> throw new IllegalStateException("carried out before");
      case Command.GrantWaiting grant -> throw new IllegalStateException("carried out before");
    };
  }

  /** Recovery: what has happened happens again, in the same way. */
  public void replay(Event event) {
    state.apply(event);
  }

  /** What the events say, whatever time it is. */
  public Recorded recorded() {
    return recorded;
  }

  /**
   * The leases that an outcome has changed, each once, as they are after it. To be asked for right
   * after the command was carried out. What was forgotten since is left out.
   */
  public List<Lease> concerned(Outcome outcome) {
    return Concerned.by(outcome, state);
  }

  /** The same for an event that was replayed just now. */
  public List<Lease> concerned(Event replayed) {
    return Concerned.by(replayed, state);
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
   * When something will next have to be recorded by {@link Command.Expire} or {@link
   * Command.GrantWaiting}; {@link Long#MAX_VALUE} if nothing will, or that is switched off.
   */
  public long nextDueTick() {
    return config().autoExpireEnabled() ? nextChangeTick() : Long.MAX_VALUE;
  }

  /** When time will next end or change a lease, be it recorded only with the next command. */
  public long nextEndTick() {
    return state.nextChangeTick();
  }

  /** When somebody who waits may next be granted; 0 if that may be already. */
  public long nextGrantTick() {
    return state.waiting.nextLookTick();
  }

  /** Whether time will change something, be it recorded only with the next command. */
  public boolean isTimeAwaited() {
    return nextChangeTick() != Long.MAX_VALUE;
  }

  /** When time will next change something, be it recorded only with the next command. */
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
    return state.ended.size() + state.endedAccounts.size();
  }

  /** Of those, the ones without a budget: what {@link Command.Prune} begins with. */
  public int endedWithoutBudgetCount() {
    return state.ended.size();
  }

  /** Credentials that were issued and not revoked. */
  public List<Token> tokens() {
    return List.copyOf(state.tokens.values());
  }

  /** The newest version of each. */
  public List<Policy> policies() {
    return state.policies.newest();
  }

  /** Notices that a holder has not acknowledged yet, the oldest first. */
  public List<Notice> notices(String holderName, int limit) {
    return notices(new Caller(holderName, Role.AGENT, List.of()), limit);
  }

  /**
   * Notices that go with every reply to the caller until it acknowledges them, the oldest first. A
   * token for some spaces is told of the leases that it reaches.
   */
  public List<Notice> notices(Caller caller, int limit) {
    Holder holder = state.holders.get(caller.actor());
    return holder == null || holder.notices.isEmpty()
        ? List.of()
        : holder.notices.stream()
            .map(slip -> slip.notice)
            .filter(caller::reaches)
            .limit(Math.max(0, limit))
            .toList();
  }

  /** The whole state in canonical form: equal states give equal bytes. */
  public byte[] snapshot() {
    return Snapshot.write(state);
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
    return MessageDigest.isEqual(sha256, UsedId.sha256().digest(snapshot()))
        || MessageDigest.isEqual(sha256, stateHash());
  }
}
