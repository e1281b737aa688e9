package dev.leasehold.kernel;

/**
 * What events do that concern no single lease: forgetting, restoring, spaces, credentials,
 * settings.
 */
final class Upkeep {

  private final State state;

  Upkeep(State state) {
    this.state = state;
  }

  void pruned(Event.Pruned e) {
    for (int left = e.leases(); left > 0; left--) {
      forget(state.ended.removeFirst());
    }
    for (int left = e.accounts(); left > 0; left--) {
      forget(state.endedAccounts.removeFirst());
    }
    for (int left = e.notices(); left > 0; left--) {
      state.dropIfUnknown(state.notices.dropOldest().holder);
    }
  }

  private void forget(Holding holding) {
    if (holding.hasCallersId()) {
      state.usedIds.add(UsedId.of(holding.id));
    }
    state.requests.forget(holding);
    state.epochs.forget(holding);
    state.leases.remove(holding.id);
    Holding parent = holding.parent();
    if (parent != null) {
      parent.specials().children.remove(holding);
    }
    holding.forget();
    state.births.countForgotten();
    holding.holder.remove(holding);
    state.dropIfUnknown(holding.holder);
    holding.space.countRemembered(-1);
    state.dropIfUnknown(holding.space);
  }

  void acknowledged(Event.NoticesAcknowledged e) {
    Holder holder = state.holder(e.holder());
    for (long position : e.positions()) {
      Notices.Slip slip = Notices.find(holder, position);
      if (slip == null) {
        throw new IllegalStateException("a notice that is not there: " + position);
      }
      state.notices.drop(slip);
    }
    state.dropIfUnknown(holder);
  }

  /**
   * Every lease ends next; nobody knows what was spent since the backup. Epochs rise with the
   * positions, so that two restores with different lifts give different epochs as well.
   */
  void restored(long positionLift) {
    state.epochs.lift(
        Math.max(Limits.RESTORE_EPOCH_LIFT, positionLift >> Limits.RESTORE_EPOCH_SHIFT));
    state.funds.pools.values().forEach(pool -> pool.open = false);
  }

  void declared(Event.SpaceDeclared e) {
    Space space = state.space(e.space());
    state.declare(space, e.caseInsensitive());
    state.dropIfUnknown(space);
    state.epochs.merge(e.space());
  }

  /** Tokens that are over make room for new ones. */
  void issued(Event.TokenIssued e) {
    state.tokens.values().removeIf(token -> !token.isValidAt(e.tick()));
    state.tokens.put(e.token().id(), e.token());
  }

  void configured(Event.ConfigChanged e) {
    ConfigKey key = Settings.known(e.key());
    state.settings.put(new Setting(key, e.value(), e.wallNanos(), e.changedBy()));
  }
}
