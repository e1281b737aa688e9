package dev.leasehold.node.publish;

import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.event.NoticeEvent;
import dev.leasehold.kernel.event.PoolEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.node.alerts.Alert;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The names under which events are published. */
public final class EventTypes {

  /** The prefix of all names. */
  public static final String PREFIX = "dev.leasehold.";

  private EventTypes() {}

  /** All names but those of alerts. The first word of each comes before the dot on the wire. */
  private enum Name {
    LEASE_GRANTED,
    LEASE_QUEUED,
    LEASE_RENEWED,
    LEASE_HEARTBEAT,
    LEASE_EXPIRED,
    LEASE_RELEASED,
    LEASE_COMPLETED,
    LEASE_CLOSED,
    LEASE_REVOKED,
    LEASE_EVICTED,
    LEASE_FAILED,
    LEASE_ENDING,
    LEASE_REMINDED,
    LEASE_HEARTBEAT_EXCUSED,
    LEASE_ASKED,
    LEASE_COMMIT_RECORDED,
    LEASE_ADVANCED,
    LEASE_TRANSFERRED,
    LEASE_CONVERTED,
    LEASE_CONVERSION_QUEUED,
    LEASE_CONVERSION_FAILED,
    LEASE_EXTENSION_REQUESTED,
    LEASE_EXTENDED,
    LEASE_EXTENSION_DECLINED,
    BUDGET_TOKEN_ISSUED,
    BUDGET_SPENT,
    BUDGET_OVERDRAWN,
    BUDGET_RESERVED,
    BUDGET_ADJUSTED,
    BUDGET_SETTLED,
    BUDGET_OVERRUN,
    BUDGET_THRESHOLD,
    BUDGET_REFRESHED,
    BUDGET_REQUESTED,
    BUDGET_APPROVED,
    BUDGET_DECLINED,
    POOL_CREATED,
    POOL_DEPOSITED,
    POOL_WITHDRAWN,
    POOL_CONFIRMED,
    PROVIDER_ADDED,
    PROVIDER_KEY_ROTATED,
    PROVIDER_KEY_REENCRYPTED,
    PROVIDER_REMOVED,
    SUBSCRIPTION_ADDED,
    SUBSCRIPTION_CONFIRMED,
    SUBSCRIPTION_REENCRYPTED,
    SUBSCRIPTION_REMOVED,
    POOL_RECURRING,
    POOL_TOPPED_UP,
    NOTICES_ACKNOWLEDGED,
    NOTICES_DROPPED,
    POLICY_ADDED,
    MEMORY_PRUNED,
    JOURNAL_RESTORED,
    SPACE_DECLARED,
    TOKEN_ISSUED,
    TOKEN_REVOKED,
    CONFIG_CHANGED;

    final String word = name().toLowerCase(Locale.ROOT).replaceFirst("_", ".").replace('_', '-');
    final String type = PREFIX + word;

    static Name ofEnd(LeaseState state) {
      return valueOf("LEASE_" + state.name());
    }
  }

  /** Every type there is, without the prefix. */
  public static List<String> all() {
    return Stream.concat(
            Arrays.stream(Name.values()).map(name -> name.word),
            Arrays.stream(Alert.Kind.values()).map(EventTypes::wordOf))
        .toList();
  }

  static String nameOf(Alert.Kind kind) {
    return PREFIX + wordOf(kind);
  }

  private static String wordOf(Alert.Kind kind) {
    return "alert." + kind.word();
  }

  /** A grant has the same name whether it came at once or after a wait. */
  static String nameOf(Event event) {
    Name name =
        switch (event) {
          case LeaseEvent.Granted e -> Name.LEASE_GRANTED;
          case LeaseEvent.GrantedFromQueue e -> Name.LEASE_GRANTED;
          case LeaseEvent.Queued e -> Name.LEASE_QUEUED;
          case LeaseEvent.Renewed e -> Name.LEASE_RENEWED;
          case LeaseEvent.HeartbeatReceived e -> Name.LEASE_HEARTBEAT;
          case LeaseEvent.HeartbeatExcused e -> Name.LEASE_HEARTBEAT_EXCUSED;
          case LeaseEvent.Expired e -> Name.LEASE_EXPIRED;
          case LeaseEvent.Ended e -> Name.ofEnd(e.state());
          case LeaseEvent.CommitRecorded e -> Name.LEASE_COMMIT_RECORDED;
          case LeaseEvent.EndPlanned e -> Name.LEASE_ENDING;
          case BudgetEvent.IpTokenIssued e -> Name.BUDGET_TOKEN_ISSUED;
          case LeaseEvent.Reminded e -> Name.LEASE_REMINDED;
          case LeaseEvent.Asked e -> Name.LEASE_ASKED;
          case LeaseEvent.Advanced e -> Name.LEASE_ADVANCED;
          case LeaseEvent.Transferred e -> Name.LEASE_TRANSFERRED;
          case LeaseEvent.Converted e -> Name.LEASE_CONVERTED;
          case LeaseEvent.ConversionQueued e -> Name.LEASE_CONVERSION_QUEUED;
          case LeaseEvent.ConversionFailed e -> Name.LEASE_CONVERSION_FAILED;
          case BudgetEvent.Spent e -> Name.BUDGET_SPENT;
          case BudgetEvent.Overdrawn e -> Name.BUDGET_OVERDRAWN;
          case BudgetEvent.Reserved e -> Name.BUDGET_RESERVED;
          case BudgetEvent.Adjusted e -> Name.BUDGET_ADJUSTED;
          case BudgetEvent.Settled e -> Name.BUDGET_SETTLED;
          case BudgetEvent.ThresholdReached e -> Name.BUDGET_THRESHOLD;
          case BudgetEvent.OverrunReported e -> Name.BUDGET_OVERRUN;
          case BudgetEvent.Refreshed e -> Name.BUDGET_REFRESHED;
          case ApprovalEvent.MoreRequested e -> Name.BUDGET_REQUESTED;
          case ApprovalEvent.MoreApproved e -> Name.BUDGET_APPROVED;
          case ApprovalEvent.MoreDeclined e -> Name.BUDGET_DECLINED;
          case ApprovalEvent.ExtensionRequested e -> Name.LEASE_EXTENSION_REQUESTED;
          case ApprovalEvent.ExtensionApproved e -> Name.LEASE_EXTENDED;
          case ApprovalEvent.ExtensionDeclined e -> Name.LEASE_EXTENSION_DECLINED;
          case PoolEvent.RecurrenceSet e -> Name.POOL_RECURRING;
          case PoolEvent.ToppedUp e -> Name.POOL_TOPPED_UP;
          case PoolEvent.PoolCreated e -> Name.POOL_CREATED;
          case PoolEvent.PoolChanged e -> e.deposit() ? Name.POOL_DEPOSITED : Name.POOL_WITHDRAWN;
          case PoolEvent.PoolConfirmed e -> Name.POOL_CONFIRMED;
          case AdminEvent.ProviderAdded e -> Name.PROVIDER_ADDED;
          case AdminEvent.ProviderKeyRotated e -> Name.PROVIDER_KEY_ROTATED;
          case AdminEvent.ProviderKeyReencrypted e -> Name.PROVIDER_KEY_REENCRYPTED;
          case AdminEvent.ProviderRemoved e -> Name.PROVIDER_REMOVED;
          case NoticeEvent.Subscribed e -> Name.SUBSCRIPTION_ADDED;
          case NoticeEvent.SubscriptionConfirmed e -> Name.SUBSCRIPTION_CONFIRMED;
          case NoticeEvent.SubscriptionReencrypted e -> Name.SUBSCRIPTION_REENCRYPTED;
          case NoticeEvent.Unsubscribed e -> Name.SUBSCRIPTION_REMOVED;
          case NoticeEvent.NoticesAcknowledged e -> Name.NOTICES_ACKNOWLEDGED;
          case NoticeEvent.NoticesDropped e -> Name.NOTICES_DROPPED;
          case AdminEvent.PolicyAdded e -> Name.POLICY_ADDED;
          case AdminEvent.Pruned e -> Name.MEMORY_PRUNED;
          case AdminEvent.Restored e -> Name.JOURNAL_RESTORED;
          case AdminEvent.SpaceDeclared e -> Name.SPACE_DECLARED;
          case AdminEvent.TokenIssued e -> Name.TOKEN_ISSUED;
          case AdminEvent.TokenRevoked e -> Name.TOKEN_REVOKED;
          case AdminEvent.ConfigChanged e -> Name.CONFIG_CHANGED;
        };
    return name.type;
  }
}
