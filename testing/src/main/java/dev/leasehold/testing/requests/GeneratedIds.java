package dev.leasehold.testing.requests;

import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.LeaseCommand;

/** The same request with another id for the lease it would make, as the gateway gives one. */
public final class GeneratedIds {

  private GeneratedIds() {}

  public static BudgetCommand.Handshake with(BudgetCommand.Handshake c, String id, String tokenId) {
    return new BudgetCommand.Handshake(
        id,
        c.policy(),
        c.pool(),
        c.requested(),
        c.ttlNanos(),
        c.waitNanos(),
        tokenId,
        c.secretHash(),
        "",
        c.requestId());
  }

  public static LeaseCommand.Transfer with(LeaseCommand.Transfer c, String id) {
    return new LeaseCommand.Transfer(c.leaseId(), id, c.toHolder(), c.note(), c.requestId());
  }

  public static LeaseCommand.Derive with(LeaseCommand.Derive c, String id) {
    return new LeaseCommand.Derive(
        c.parentId(),
        id,
        c.holder(),
        c.session(),
        c.scope(),
        c.mode(),
        c.authority(),
        c.budget(),
        c.ttlNanos(),
        c.requestId());
  }

  public static LeaseCommand.Acquire with(LeaseCommand.Acquire c, String id) {
    return new LeaseCommand.Acquire(
        id,
        c.callersId(),
        c.policy(),
        c.space(),
        c.scope(),
        c.mode(),
        c.holder(),
        c.session(),
        c.ttlNanos(),
        c.maxRenewals(),
        c.labels(),
        c.requestId(),
        c.rare());
  }
}
