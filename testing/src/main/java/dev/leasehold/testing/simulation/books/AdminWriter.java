package dev.leasehold.testing.simulation.books;

import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.NoticeEvent;
import dev.leasehold.kernel.event.PoolEvent;
import java.util.List;

/** Writes down what events say that concern no single lease. */
final class AdminWriter {

  private final Ledger ledger;

  AdminWriter(Ledger ledger) {
    this.ledger = ledger;
  }

  void write(Event event, Cause cause) {
    switch (event) {
      case PoolEvent.PoolCreated e -> {
        ledger.money.created(e);
        ledger.requests.pool(e.poolId(), e.request(), cause, e.tick());
      }
      case PoolEvent.PoolChanged e -> {
        ledger.money.changed(e);
        ledger.requests.pool(e.poolId(), e.request(), cause, e.tick());
      }
      case PoolEvent.PoolConfirmed e -> {
        ledger.money.confirmed(e);
        ledger.requests.pool(e.poolId(), e.request(), cause, e.tick());
      }
      case PoolEvent.RecurrenceSet e -> {
        ledger.money.recurs(e);
        ledger.requests.pool(e.poolId(), e.request(), cause, e.tick());
      }
      case PoolEvent.ToppedUp e -> ledger.money.toppedUp(e);
      case NoticeEvent.NoticesAcknowledged e -> ledger.notices.dropped(e.holder(), e.positions());
      case NoticeEvent.NoticesDropped e -> ledger.notices.dropped(e.holder(), e.positions());
      case AdminEvent.PolicyAdded e -> ledger.addPolicy(PolicyFacts.of(e.policy()));
      case AdminEvent.Pruned e -> pruned(e);
      case AdminEvent.Restored e -> {
        ledger.money.restored();
        ledger.restored = true;
      }
      case AdminEvent.SpaceDeclared e -> ledger.waveredSpaces.add(e.space());
      case AdminEvent.TokenIssued e -> {
        ledger.tokens.values().removeIf(token -> !token.isValidAt(e.tick()));
        ledger.tokens.put(e.token().id(), e.token());
      }
      case AdminEvent.TokenRevoked e -> {
        ledger.tokens.remove(e.tokenId());
        boolean asked =
            cause.command() instanceof AdminCommand.RevokeToken c
                && c.tokenId().equals(e.tokenId());
        ledger.takenAlong = asked ? "" : e.tokenId();
      }
      case AdminEvent.ConfigChanged e -> ledger.config.write(e);
      default -> throw new IllegalStateException("written before: " + event);
    }
  }

  private void pruned(AdminEvent.Pruned e) {
    List<Entry> plain = ledger.ended.firstPlain(e.leases());
    List<Entry> withMoney = ledger.ended.firstWithMoney(e.accounts());
    ledger.ended.forget(plain.size(), withMoney.size());
    plain.forEach(ledger::forget);
    withMoney.forEach(ledger::forget);
    ledger.notices.forget(ledger.notices.oldest(e.notices()));
  }
}
