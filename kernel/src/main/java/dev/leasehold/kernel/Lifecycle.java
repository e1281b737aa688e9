package dev.leasehold.kernel;

/** What events do to leases: how they come, change and end. */
final class Lifecycle {

  private final State state;

  Lifecycle(State state) {
    this.state = state;
  }

  void granted(Event.Granted e) {
    Holding holding = make(e.claim(), e.position());
    grant(holding, e, e.epoch(), e.deadlineTick(), e.budget());
    state.enliven(holding);
    if (!e.claim().wish().parentId().isEmpty()) {
      state.notices.tellReceived(holding, e, "");
    }
  }

  void queued(Event.Queued e) {
    Holding holding = make(e.claim(), e.position());
    Wait wait = new Wait(e.position(), e.tick(), e.waitDeadlineTick(), e.priority(), false);
    holding.queue(wait, e.claim().wish(), e.wallNanos());
    state.enliven(holding);
    state.waiting.add(holding, wait);
  }

  void admitted(Event.Admitted e) {
    Holding holding = state.known(e.leaseId());
    state.waiting.leave(holding);
    grant(holding, e, e.epoch(), e.deadlineTick(), e.budget());
    state.deadlines.moved(holding);
    holding.specials().unclaimed = true;
  }

  private Holding make(Event.Claim claim, long position) {
    Policy policy = state.policies.find(claim.policy(), claim.policyVersion());
    Holding holding =
        new Holding(
            claim, position, policy, state.space(claim.space()), state.holder(claim.holder()));
    if (!claim.wish().parentId().isEmpty()) {
      Holding parent = state.known(claim.wish().parentId());
      holding.specials().parent = parent;
      parent.specials().children.add(holding);
      parent.beat(state.lastTick);
    }
    state.remember(holding);
    state.remember(claim.request(), holding);
    return holding;
  }

  private void grant(Holding holding, Event e, long epoch, long deadlineTick, Amounts budget) {
    holding.grant(e.position(), epoch, e.tick(), e.wallNanos(), deadlineTick);
    holding.space.block(holding);
    state.epochs.reach(holding);
    if (!budget.isNothing()) {
      state.funds.open(holding, budget);
    }
  }

  void renewed(Event.Renewed e) {
    Holding holding = active(e);
    holding.renew(e.deadlineTick(), e.ttlNanos(), e.renewalCount(), e.tick(), e.wallNanos());
    touched(holding, e, e.request());
    if (holding.isReminderOpen()) {
      state.deadlines.moved(holding);
    }
  }

  void beaten(Event.Beaten e) {
    touched(active(e), e, e.request());
  }

  /** Shows nothing of the holder, so a grant that it has not claimed stays unclaimed. */
  void heartbeatExcused(Event.HeartbeatExcused e) {
    active(e).specials().heartbeatDeadlineTick = e.deadlineTick();
  }

  void advanced(Event.Advanced e) {
    Holding holding = active(e);
    holding.advance(e.epoch());
    state.epochs.reach(holding);
    touched(holding, e, e.request());
  }

  void refreshed(Event.Refreshed e) {
    Holding holding = held(e);
    holding.refresh(e.deadlineTick(), e.tick(), e.wallNanos());
    state.funds.drawMore(holding, e);
    state.deadlines.moved(holding);
  }

  private void touched(Holding holding, Event e, Event.Request request) {
    holding.beat(e.tick());
    state.remember(request, holding);
  }

  void expired(Event.Expired e) {
    Holding holding = active(e);
    if (holding.renewalCount() != e.renewalCount()) {
      throw new IllegalStateException("an expiry that a renewal has defeated: " + holding.id);
    }
    long wall =
        e.cause() == ExpiryCause.TIME
            ? holding.lease().expiresWallNanos()
            : e.wallNanos() - (e.tick() - e.endedTick());
    String cause = e.cause() == ExpiryCause.TIME ? "" : e.cause().name();
    state.notices.tellEnded(holding, e, NoticeKind.EXPIRED, cause);
    leaveQueue(holding);
    holding.end(
        LeaseState.EXPIRED, new Ending(e.endedTick(), wall, e.cause(), "", "", e.graceEndTick()));
    if (e.graceEndTick() == 0) {
      free(holding);
    } else {
      state.deadlines.moved(holding);
    }
  }

  void ended(Event.Ended e) {
    Holding holding = state.known(e.leaseId());
    if (!holding.isLiving()) {
      throw new IllegalStateException("an end of a lease that has ended: " + holding.id);
    }
    boolean kept = holding.isBlocking();
    Ending before = holding.ending();
    long wall = e.wallNanos() - (e.tick() - e.endedTick());
    Ending ending =
        before == null
            ? new Ending(e.endedTick(), wall, null, e.reason(), e.endedBy(), 0)
            : before.graceOver(e.reason(), e.endedBy());
    boolean news = before == null && e.state() != LeaseState.FAILED;
    if (news && !e.endedBy().equals(holding.holder.name)) {
      state.notices.tellEnded(holding, e, NoticeKind.ofEnd(e.state()), e.reason());
    } else {
      state.notices.leaseEnded(holding);
    }
    leaveQueue(holding);
    holding.end(e.state(), ending);
    state.remember(e.request(), holding);
    if (kept) {
      free(holding);
    } else {
      state.lay(holding);
    }
  }

  private void leaveQueue(Holding holding) {
    if (holding.waiting() != null) {
      state.waiting.remove(holding);
    }
  }

  /** It keeps nobody out any more and gives back its money. */
  private void free(Holding holding) {
    holding.space.unblock(holding);
    state.waiting.lookAround(holding.space, holding.scope, holding.mode());
    state.funds.close(holding);
    state.lay(holding);
  }

  void endPlanned(Event.EndPlanned e) {
    Holding holding = active(e);
    PlannedEnd end = e.end();
    if (end.state() == holding.policy.endedByAdmin()) {
      holding.specials().announcedEnd = end;
      state.notices.tell(holding, e, NoticeKind.ENDING, end.reason(), end.tick() - e.tick());
    } else {
      leaveQueue(holding);
      holding.beat(e.tick());
      holding.specials().delayedRelease = end;
    }
    state.remember(e.request(), holding);
    state.deadlines.moved(holding);
  }

  void reminded(Event.Reminded e) {
    Holding holding = active(e);
    holding.specials().reminded = true;
    state.notices.tell(holding, e, NoticeKind.REMINDER, "", e.leftNanos());
  }

  void converted(Event.Converted e) {
    Holding holding = active(e);
    boolean waited = holding.waiting() != null;
    if (waited) {
      state.waiting.leave(holding);
    }
    holding.space.unblock(holding);
    boolean stronger = e.mode() == Mode.EXCLUSIVE;
    holding.convert(e.mode(), stronger ? e.position() : holding.fencingToken(), e.epoch());
    holding.space.block(holding);
    state.epochs.reach(holding);
    if (!stronger) {
      state.waiting.lookAround(holding.space, holding.scope, Mode.EXCLUSIVE);
    }
    if (!waited) {
      touched(holding, e, e.request());
    }
  }

  void conversionQueued(Event.ConversionQueued e) {
    Holding holding = active(e);
    Wait wait = new Wait(e.position(), e.tick(), e.waitDeadlineTick(), 0, true);
    holding.specials().wait = wait;
    state.waiting.add(holding, wait);
    touched(holding, e, e.request());
    state.deadlines.moved(holding);
  }

  void conversionFailed(Event.ConversionFailed e) {
    Holding holding = active(e);
    state.waiting.remove(holding);
    if (e.reason().equals(Endings.CANCELLED)) {
      touched(holding, e, e.request());
    }
  }

  void transferred(Event.Transferred e) {
    Holding old = active(e);
    Lease before = old.lease();
    Event.Wish wish =
        new Event.Wish(
            before.particulars().heartbeatNanos(),
            before.particulars().authority(),
            "",
            Amounts.NONE,
            "",
            "",
            0);
    Event.Claim claim =
        new Event.Claim(
            e.newLeaseId(),
            false,
            before.policy().name(),
            before.policy().version(),
            before.space(),
            before.scope(),
            before.mode(),
            e.toHolder(),
            "",
            before.ttlNanos(),
            before.maxRenewals(),
            before.labels(),
            e.request(),
            wish);
    Holding next = make(claim, e.position());
    next.inherit(old, e.position(), e.epoch(), e.tick(), e.wallNanos());
    handOnFamily(old, next);
    state.notices.leaseEnded(old);
    old.space.unblock(old);
    old.end(
        LeaseState.RELEASED,
        new Ending(e.tick(), e.wallNanos(), null, "TRANSFERRED", old.holder.name, 0));
    state.lay(old);
    next.space.block(next);
    state.enliven(next);
    state.epochs.reach(next);
    state.notices.tellReceived(next, e, e.note());
  }

  private static void handOnFamily(Holding old, Holding next) {
    Specials special = old.specialsOrNull();
    if (special == null) {
      return;
    }
    if (special.parent != null) {
      next.specials().parent = special.parent;
      special.parent.specials().children.add(next);
    }
    for (Holding child : special.children) {
      child.specials().parent = next;
      next.specials().children.add(child);
    }
    special.children.clear();
    next.specials().livingChildren = special.livingChildren;
    special.livingChildren = 0;
  }

  private Holding active(Event.OfLease e) {
    Holding holding = state.known(e.leaseId());
    if (!holding.isActive()) {
      throw new IllegalStateException("an event on a lease that is not active: " + holding.id);
    }
    return holding;
  }

  private Holding held(Event.OfLease e) {
    Holding holding = state.known(e.leaseId());
    if (!holding.isBlocking()) {
      throw new IllegalStateException("an event on a lease that is not held: " + holding.id);
    }
    return holding;
  }
}
