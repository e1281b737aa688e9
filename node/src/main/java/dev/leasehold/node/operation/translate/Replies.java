package dev.leasehold.node.operation.translate;

import static dev.leasehold.node.operation.translate.WireTime.duration;
import static dev.leasehold.node.operation.translate.WireTime.time;

import com.google.protobuf.Message;
import dev.leasehold.api.v1.AcknowledgeNoticesResponse;
import dev.leasehold.api.v1.CheckPathResponse;
import dev.leasehold.api.v1.Config;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListBudgetRequestsResponse;
import dev.leasehold.api.v1.ListLeasesResponse;
import dev.leasehold.api.v1.ListPoliciesResponse;
import dev.leasehold.api.v1.ListPoolsResponse;
import dev.leasehold.api.v1.ListSpacesResponse;
import dev.leasehold.api.v1.ListTokensResponse;
import dev.leasehold.api.v1.Policy;
import dev.leasehold.api.v1.Pool;
import dev.leasehold.api.v1.Setting;
import dev.leasehold.api.v1.Space;
import dev.leasehold.api.v1.Token;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import java.util.Locale;
import java.util.Set;

/** The kernel's outcomes as messages. */
public final class Replies {

  private Replies() {}

  public static Answer toAnswer(Outcome outcome) {
    Stamp stamp = outcome.stamp();
    return switch (outcome.reply()) {
      case Reply.Refused reply -> new Answer.Refused(RefusalProblems.of(reply.refusal()));
      case Reply.OfLease reply -> success(LeaseReplies.lease(stamp, reply.lease()));
      case Reply.Leases reply -> success(leases(stamp, reply));
      case Reply.Checked reply -> success(checked(stamp, reply));
      case Reply.OfToken reply -> success(token(stamp, reply.token()));
      case Reply.Tokens reply ->
          success(
              ListTokensResponse.newBuilder()
                  .addAllTokens(reply.tokens().stream().map(t -> token(stamp, t)).toList())
                  .build());
      case Reply.OfSpace reply -> success(space(reply));
      case Reply.Spaces reply ->
          success(
              ListSpacesResponse.newBuilder()
                  .addAllSpaces(reply.spaces().stream().map(Replies::space).toList())
                  .setNextPageToken(reply.next())
                  .build());
      case Reply.OfRequest reply -> success(BudgetRequests.told(reply.request()));
      case Reply.Requests reply ->
          success(
              ListBudgetRequestsResponse.newBuilder()
                  .addAllRequests(reply.requests().stream().map(BudgetRequests::told).toList())
                  .build());
      case Reply.OfPool reply -> success(pool(stamp, reply.pool()));
      case Reply.Pools reply ->
          success(
              ListPoolsResponse.newBuilder()
                  .addAllPools(reply.pools().stream().map(p -> pool(stamp, p)).toList())
                  .build());
      case Reply.OfPolicy reply -> success(policy(reply.policy()));
      case Reply.Policies reply ->
          success(
              ListPoliciesResponse.newBuilder()
                  .addAllPolicies(reply.policies().stream().map(Replies::policy).toList())
                  .build());
      case Reply.OfSetting reply -> success(setting(reply.setting()));
      case Reply.Settings reply ->
          success(
              Config.newBuilder()
                  .addAllSettings(reply.settings().stream().map(Replies::setting).toList())
                  .build());
      case Reply.Acknowledged reply ->
          success(AcknowledgeNoticesResponse.newBuilder().addAllIds(reply.ids()).build());
      case Reply.OfProvider reply -> throw nobodyAsked(reply);
      case Reply.Providers reply -> throw nobodyAsked(reply);
      case Reply.OfSubscription reply -> throw nobodyAsked(reply);
      case Reply.Subscriptions reply -> throw nobodyAsked(reply);
      case Reply.Restored reply -> throw nobodyAsked(reply);
      case Reply.Swept reply -> throw nobodyAsked(reply);
    };
  }

  private static Answer success(Message message) {
    return new Answer.Success(message);
  }

  private static IllegalStateException nobodyAsked(Reply reply) {
    return new IllegalStateException("told elsewhere, or asked for by nobody: " + reply);
  }

  private static Message leases(Stamp stamp, Reply.Leases reply) {
    return ListLeasesResponse.newBuilder()
        .addAllLeases(reply.leases().stream().map(l -> LeaseReplies.lease(stamp, l)).toList())
        .setNextPageToken(reply.nextPosition() == 0 ? "" : "" + reply.nextPosition())
        .build();
  }

  private static Message checked(Stamp stamp, Reply.Checked reply) {
    return CheckPathResponse.newBuilder()
        .setFree(reply.conflicts().isEmpty())
        .addAllConflicts(
            Conflicts.of(reply.conflicts(), stamp.caller().actor(), reply.seesLeasesOfOthers()))
        .build();
  }

  private static Space space(Reply.OfSpace reply) {
    return Space.newBuilder()
        .setSpace(reply.space())
        .setCaseInsensitive(reply.caseInsensitive())
        .build();
  }

  /** Every part has all units of the total, so that nobody takes a missing figure for unknown. */
  private static Pool pool(Stamp stamp, dev.leasehold.kernel.budget.Pool pool) {
    Set<String> units = pool.total().asMap().keySet();
    Pool.Builder wire =
        Pool.newBuilder()
            .setId(pool.id())
            .putAllTotal(pool.total().asMap())
            .putAllFree(LeaseReplies.inUnits(units, pool.free()))
            .putAllOutstanding(LeaseReplies.inUnits(units, pool.outstanding()))
            .putAllSpent(LeaseReplies.inUnits(units, pool.spent()))
            .setOpen(pool.open());
    if (pool.recurrence() != null) {
      wire.setRecurrence(Recurrences.of(stamp, pool, pool.recurrence()));
    }
    return wire.build();
  }

  private static Policy policy(dev.leasehold.kernel.policy.Policy policy) {
    return Policy.newBuilder()
        .setName(policy.name())
        .setVersion(policy.version())
        .setDefaultTtl(duration(policy.defaultTtlNanos()))
        .setMaxTtl(duration(policy.maxTtlNanos()))
        .setRenewable(policy.renewable())
        .setMaxRenewals(policy.maxRenewals())
        .setGrace(duration(policy.graceNanos()))
        .setReminderLead(duration(policy.reminderLeadNanos()))
        .addAllModes(
            policy.modes().stream().sorted().map(m -> Lease.Mode.valueOf(m.name())).toList())
        .setSigned(policy.signed())
        .setHeartbeat(duration(policy.heartbeatNanos()))
        .setDurableEpochs(policy.durableEpochs())
        .setExtensions(policy.extensions())
        .setBase(policy.base())
        .setBuiltIn(dev.leasehold.kernel.policy.Policy.BUILT_IN.contains(policy))
        .build();
  }

  private static Setting setting(dev.leasehold.kernel.config.Setting setting) {
    Setting.Builder wire =
        Setting.newBuilder()
            .setKey(setting.key().text())
            .setValue(setting.value())
            .setType(setting.key().type())
            .setDefaultValue(setting.key().defaultValue())
            .setDescription(setting.key().description())
            .setChangedBy(setting.changedBy());
    if (setting.changedWallNanos() != 0) {
      wire.setChangedAt(time(setting.changedWallNanos()));
    }
    return wire.build();
  }

  private static Token token(Stamp stamp, dev.leasehold.kernel.access.Token token) {
    Token.Builder wire =
        Token.newBuilder()
            .setTokenId(token.id())
            .setActor(token.actor())
            .setRole(role(token))
            .setPool(token.pool())
            .addAllPermissions(token.permissions())
            .addAllSpaces(token.spaces())
            .setLeaseId(token.leaseId())
            .setIssuedAt(time(token.issuedWallNanos()));
    if (token.deadlineTick() != 0) {
      wire.setExpiresAt(time(stamp.wallNanos() + token.deadlineTick() - stamp.tick()));
    }
    return wire.build();
  }

  static String role(dev.leasehold.kernel.access.Token token) {
    return token.role().name().toLowerCase(Locale.ROOT);
  }
}
