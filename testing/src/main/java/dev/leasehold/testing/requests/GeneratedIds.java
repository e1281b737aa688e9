package dev.leasehold.testing.requests;

import dev.leasehold.kernel.Command;

/** The same request with another id for the lease it would make, as the gateway gives one. */
public final class GeneratedIds {

  private GeneratedIds() {}

  public static Command.Handshake with(Command.Handshake c, String id, String tokenId) {
    return new Command.Handshake(
        id,
        c.policy(),
        c.pool(),
        c.requested(),
        c.ttlNanos(),
        c.waitNanos(),
        tokenId,
        c.secretHash(),
        c.requestId());
  }

  public static Command.Transfer with(Command.Transfer c, String id) {
    return new Command.Transfer(c.leaseId(), id, c.toHolder(), c.note(), c.requestId());
  }

  public static Command.Derive with(Command.Derive c, String id) {
    return new Command.Derive(
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

  public static Command.Acquire with(Command.Acquire c, String id) {
    return new Command.Acquire(
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
