package dev.leasehold.kernel;

import dev.leasehold.kernel.access.Token;
import dev.leasehold.kernel.budget.BudgetRequest;
import dev.leasehold.kernel.budget.Pool;
import dev.leasehold.kernel.config.Provider;
import dev.leasehold.kernel.config.Setting;
import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.view.Lease;
import java.util.List;

/** The kernel's reply to a command. */
public sealed interface Reply {

  /**
   * The lease after the step, or as it is.
   *
   * @param asked the id of the request that the command has made, at first or when it was repeated;
   *     empty if it made none
   */
  record OfLease(Lease lease, String asked) implements Reply {
    public OfLease(Lease lease) {
      this(lease, "");
    }
  }

  /**
   * @param nextPosition where to go on; 0 if there is nothing more
   */
  record Leases(List<Lease> leases, long nextPosition) implements Reply {}

  /**
   * The leases and waits in the way of a path; the path is free if there are none.
   *
   * @param seesLeasesOfOthers whether the caller sees the leases of others, and may ask for them
   */
  record Checked(List<Lease> conflicts, boolean seesLeasesOfOthers) implements Reply {
    public Checked(List<Lease> conflicts) {
      this(conflicts, true);
    }
  }

  /** A step of the node's own: how many leases it changed and whether more are due. */
  record Swept(int count, boolean more) implements Reply {}

  record OfToken(Token token) implements Reply {}

  record Tokens(List<Token> tokens) implements Reply {}

  record OfSpace(String space, boolean caseInsensitive) implements Reply {}

  /**
   * @param next the name to go on after; empty if there is nothing more
   */
  record Spaces(List<OfSpace> spaces, String next) implements Reply {}

  record OfPool(Pool pool) implements Reply {}

  record Pools(List<Pool> pools) implements Reply {}

  record OfProvider(Provider provider) implements Reply {}

  record Providers(List<Provider> providers) implements Reply {}

  record OfSubscription(Subscription subscription) implements Reply {}

  record Subscriptions(List<Subscription> subscriptions) implements Reply {}

  record OfRequest(BudgetRequest request) implements Reply {}

  record Requests(List<BudgetRequest> requests) implements Reply {}

  record OfPolicy(Policy policy) implements Reply {}

  /** The newest version of each policy. */
  record Policies(List<Policy> policies) implements Reply {}

  /**
   * @param ids those that were there and are acknowledged now
   */
  record Acknowledged(List<String> ids) implements Reply {}

  /** The state was made safe to go on from. */
  record Restored(int endedLeases) implements Reply {}

  record OfSetting(Setting setting) implements Reply {}

  /** The settings, one for each key. */
  record Settings(List<Setting> settings) implements Reply {}

  record Refused(Refusal refusal) implements Reply {}
}
