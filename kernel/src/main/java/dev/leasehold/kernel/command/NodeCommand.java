package dev.leasehold.kernel.command;

import dev.leasehold.kernel.config.EncryptedKey;
import dev.leasehold.kernel.view.Lease;

/**
 * A step that the node takes by itself. Callers cannot ask for one, but for {@link Expire}, which
 * an admin may ask for.
 */
public sealed interface NodeCommand extends Command {

  /**
   * Record what has ended by time alone, at most {@code limit} changes. Grants nothing: it may be
   * stamped with a tick that has passed, and nobody is granted anything for a time at which nobody
   * could be told.
   *
   * @param always also while that is switched off: a command is about to be carried out
   */
  record Expire(int limit, boolean always) implements NodeCommand {
    /** Records nothing while recording by time alone is switched off. */
    public Expire(int limit) {
      this(limit, false);
    }
  }

  /**
   * Grant what has become free to those who wait for it, at most {@code limit}, at the tick of the
   * node's clock.
   */
  record GrantWaiting(int limit) implements NodeCommand {}

  /** Forget leases that ended before the tick, at most {@code limit}. */
  record Prune(long endedBeforeTick, int limit) implements NodeCommand {}

  /**
   * Nobody can be told about this wait any more, or about the grant it led to: the wait fails, and
   * a grant that its holder has not used is taken back.
   *
   * @param why becomes the reason of a wait that fails; a grant that its caller has gone from is
   *     {@code UNCLAIMED}
   */
  record GiveUp(String leaseId, Why why) implements NodeCommand {

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

  /** Name those that keep a wait from being granted, or did until now. */
  record InTheWay(String leaseId) implements NodeCommand, Query {}

  /**
   * A check-in came after its lease had ended, and the kernel has forgotten the lease. The node
   * knows it.
   *
   * @param lease as it was when it was forgotten, or later
   */
  record RecordCommit(Lease lease, String commit) implements NodeCommand {}

  /**
   * Top a pool up for a period. The node knows the time zone in which it begins.
   *
   * @param period its name, which sorts behind those before it
   */
  record TopUp(String poolId, String period) implements NodeCommand {}

  /** The key that a provider has, encrypted anew. */
  record ReencryptProviderKey(String name, int version, EncryptedKey key) implements NodeCommand {}

  /** The secret that a subscription has, encrypted anew. */
  record ReencryptSubscription(String id, EncryptedKey secret) implements NodeCommand {}

  /** Take a place in the order of all commands, and nothing else. */
  record TakeTurn() implements NodeCommand, Query {}
}
