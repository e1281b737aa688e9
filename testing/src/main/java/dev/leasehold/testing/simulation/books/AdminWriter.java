package dev.leasehold.testing.simulation.books;

import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Event;
import java.util.List;

/** Writes down what events say that concern no single lease. */
final class AdminWriter {

  private final Ledger ledger;

  AdminWriter(Ledger ledger) {
    this.ledger = ledger;
  }

  void write(Event event, Cause cause) {
    switch (event) {
      case Event.PoolCreated e -> {
        ledger.money.created(e);
        ledger.requests.pool(e.poolId(), e.request(), cause, e.tick());
      }
      case Event.PoolChanged e -> {
        ledger.money.changed(e);
        ledger.requests.pool(e.poolId(), e.request(), cause, e.tick());
      }
      case Event.PoolConfirmed e -> {
        ledger.money.confirmed(e);
        ledger.requests.pool(e.poolId(), e.request(), cause, e.tick());
      }
      case Event.RecurrenceSet e -> {
        ledger.money.recurs(e);
        ledger.requests.pool(e.poolId(), e.request(), cause, e.tick());
      }
      case Event.ToppedUp e -> ledger.money.toppedUp(e);
      case Event.NoticesAcknowledged e -> ledger.notices.dropped(e.holder(), e.positions());
      case Event.NoticesDropped e -> ledger.notices.dropped(e.holder(), e.positions());
      case Event.PolicyAdded e -> ledger.addPolicy(PolicyFacts.of(e.policy()));
      case Event.Pruned e -> pruned(e);
      case Event.Restored e -> {
        ledger.money.restored();
        ledger.restored = true;
      }
      case Event.SpaceDeclared e -> ledger.waveredSpaces.add(e.space());
      case Event.TokenIssued e -> {
        ledger.tokens.values().removeIf(token -> !token.isValidAt(e.tick()));
        ledger.tokens.put(e.token().id(), e.token());
      }
      case Event.TokenRevoked e -> {
        ledger.tokens.remove(e.tokenId());
        boolean asked =
            cause.command() instanceof Command.RevokeToken c && c.tokenId().equals(e.tokenId());
        ledger.takenAlong = asked ? "" : e.tokenId();
      }
      case Event.ConfigChanged e -> ledger.config.write(e);
      default -> throw new IllegalStateException("written before: " + event);
    }
  }

  private void pruned(Event.Pruned e) {
    List<Entry> plain = ledger.ended.firstPlain(e.leases());
    List<Entry> withMoney = ledger.ended.firstWithMoney(e.accounts());
    ledger.ended.forget(plain.size(), withMoney.size());
    plain.forEach(ledger::forget);
    withMoney.forEach(ledger::forget);
    ledger.notices.forget(ledger.notices.oldest(e.notices()));
  }
}
