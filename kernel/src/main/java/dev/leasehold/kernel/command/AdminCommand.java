package dev.leasehold.kernel.command;

import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.config.ConfigKey;
import dev.leasehold.kernel.config.EncryptedKey;
import dev.leasehold.kernel.config.ProviderKind;
import dev.leasehold.kernel.policy.Mode;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A command about what all leases share: tokens, providers, policies, spaces and settings. */
public sealed interface AdminCommand extends Command {

  /**
   * Make a credential known. The secret itself never gets here.
   *
   * @param secretHash SHA-256 of the secret, in hexadecimal
   * @param ttlNanos 0 for a token without an end
   * @param pool the pool that its actor may draw on; empty for none
   * @param permissions opaque to the kernel
   */
  record IssueToken(
      String tokenId,
      String actor,
      Role role,
      List<String> spaces,
      String secretHash,
      long ttlNanos,
      String pool,
      List<String> permissions)
      implements AdminCommand {
    public IssueToken {
      spaces = List.copyOf(spaces);
      permissions = List.copyOf(permissions);
    }
  }

  /**
   * @param reason told to whoever still uses the token; may be empty
   */
  record RevokeToken(String tokenId, String reason) implements AdminCommand {}

  record ListTokens() implements AdminCommand, Query {}

  /**
   * A service that agents pay for.
   *
   * @param kind as the caller spells a {@link ProviderKind}
   */
  record AddProvider(String name, String kind, String url, EncryptedKey key)
      implements AdminCommand {}

  /**
   * Another key for a provider.
   *
   * @param version of the key; it is encrypted for this version, which has to follow the last
   */
  record RotateProviderKey(String name, int version, EncryptedKey key) implements AdminCommand {}

  record RemoveProvider(String name) implements AdminCommand {}

  record GetProvider(String name) implements AdminCommand, Query {}

  record ListProviders() implements AdminCommand, Query {}

  /**
   * A new policy, or a new version of one. Terms that are not given are taken from the base.
   *
   * @param base an existing policy; empty for the policy's last version, or {@code file}
   */
  record AddPolicy(
      String name,
      String base,
      @Nullable Long defaultTtlNanos,
      @Nullable Long maxTtlNanos,
      @Nullable Integer maxRenewals,
      @Nullable Long graceNanos,
      @Nullable Long reminderLeadNanos,
      @Nullable Set<Mode> modes,
      @Nullable Boolean signed,
      @Nullable Long heartbeatNanos,
      @Nullable Boolean durableEpochs,
      @Nullable Boolean extensions)
      implements AdminCommand {}

  record ListPolicies() implements AdminCommand, Query {}

  /** Say how a space compares names. Only while it has no lease that keeps others out. */
  record DeclareSpace(String space, boolean caseInsensitive) implements AdminCommand {}

  record GetSpace(String space) implements AdminCommand, Query {}

  /** List the spaces that ignore case, by name, beginning after the given one. */
  record ListSpaces(String after, int pageSize) implements AdminCommand, Query {}

  /** Give a key of {@link ConfigKey} another value. */
  record SetConfig(String key, String value) implements AdminCommand {}

  record GetConfig() implements AdminCommand, Query {}

  /**
   * The state comes from a backup: nothing that was granted since may count.
   *
   * @param atLeastPosition where positions are to go on, if the lift alone does not get there:
   *     above all that others may have given out from the same backup
   */
  record Restore(long atLeastPosition) implements AdminCommand {
    public Restore() {
      this(0);
    }
  }
}
