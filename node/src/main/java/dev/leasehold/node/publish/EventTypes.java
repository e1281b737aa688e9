package dev.leasehold.node.publish;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.node.alerts.Alert;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
    List<String> all = new ArrayList<>();
    for (Name name : Name.values()) {
      all.add(name.word);
    }
    for (Alert.Kind kind : Alert.Kind.values()) {
      all.add(wordOf(kind));
    }
    return all;
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
          case Event.Granted e -> Name.LEASE_GRANTED;
          case Event.GrantedFromQueue e -> Name.LEASE_GRANTED;
          case Event.Queued e -> Name.LEASE_QUEUED;
          case Event.Renewed e -> Name.LEASE_RENEWED;
          case Event.HeartbeatReceived e -> Name.LEASE_HEARTBEAT;
          case Event.HeartbeatExcused e -> Name.LEASE_HEARTBEAT_EXCUSED;
          case Event.Expired e -> Name.LEASE_EXPIRED;
          case Event.Ended e -> Name.ofEnd(e.state());
          case Event.CommitRecorded e -> Name.LEASE_COMMIT_RECORDED;
          case Event.EndPlanned e -> Name.LEASE_ENDING;
          case Event.IpTokenIssued e -> Name.BUDGET_TOKEN_ISSUED;
          case Event.Reminded e -> Name.LEASE_REMINDED;
          case Event.Asked e -> Name.LEASE_ASKED;
          case Event.Advanced e -> Name.LEASE_ADVANCED;
          case Event.Transferred e -> Name.LEASE_TRANSFERRED;
          case Event.Converted e -> Name.LEASE_CONVERTED;
          case Event.ConversionQueued e -> Name.LEASE_CONVERSION_QUEUED;
          case Event.ConversionFailed e -> Name.LEASE_CONVERSION_FAILED;
          case Event.Spent e -> Name.BUDGET_SPENT;
          case Event.Overdrawn e -> Name.BUDGET_OVERDRAWN;
          case Event.Reserved e -> Name.BUDGET_RESERVED;
          case Event.Adjusted e -> Name.BUDGET_ADJUSTED;
          case Event.Settled e -> Name.BUDGET_SETTLED;
          case Event.ThresholdReached e -> Name.BUDGET_THRESHOLD;
          case Event.OverrunReported e -> Name.BUDGET_OVERRUN;
          case Event.Refreshed e -> Name.BUDGET_REFRESHED;
          case Event.MoreRequested e -> Name.BUDGET_REQUESTED;
          case Event.MoreApproved e -> Name.BUDGET_APPROVED;
          case Event.MoreDeclined e -> Name.BUDGET_DECLINED;
          case Event.ExtensionRequested e -> Name.LEASE_EXTENSION_REQUESTED;
          case Event.ExtensionApproved e -> Name.LEASE_EXTENDED;
          case Event.ExtensionDeclined e -> Name.LEASE_EXTENSION_DECLINED;
          case Event.RecurrenceSet e -> Name.POOL_RECURRING;
          case Event.ToppedUp e -> Name.POOL_TOPPED_UP;
          case Event.PoolCreated e -> Name.POOL_CREATED;
          case Event.PoolChanged e -> e.deposit() ? Name.POOL_DEPOSITED : Name.POOL_WITHDRAWN;
          case Event.PoolConfirmed e -> Name.POOL_CONFIRMED;
          case Event.ProviderAdded e -> Name.PROVIDER_ADDED;
          case Event.ProviderKeyRotated e -> Name.PROVIDER_KEY_ROTATED;
          case Event.ProviderKeyReencrypted e -> Name.PROVIDER_KEY_REENCRYPTED;
          case Event.ProviderRemoved e -> Name.PROVIDER_REMOVED;
          case Event.Subscribed e -> Name.SUBSCRIPTION_ADDED;
          case Event.SubscriptionConfirmed e -> Name.SUBSCRIPTION_CONFIRMED;
          case Event.SubscriptionReencrypted e -> Name.SUBSCRIPTION_REENCRYPTED;
          case Event.Unsubscribed e -> Name.SUBSCRIPTION_REMOVED;
          case Event.NoticesAcknowledged e -> Name.NOTICES_ACKNOWLEDGED;
          case Event.NoticesDropped e -> Name.NOTICES_DROPPED;
          case Event.PolicyAdded e -> Name.POLICY_ADDED;
          case Event.Pruned e -> Name.MEMORY_PRUNED;
          case Event.Restored e -> Name.JOURNAL_RESTORED;
          case Event.SpaceDeclared e -> Name.SPACE_DECLARED;
          case Event.TokenIssued e -> Name.TOKEN_ISSUED;
          case Event.TokenRevoked e -> Name.TOKEN_REVOKED;
          case Event.ConfigChanged e -> Name.CONFIG_CHANGED;
        };
    return name.type;
  }
}
