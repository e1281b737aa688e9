package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.event.NoticeEvent;
import dev.leasehold.kernel.event.PoolEvent;

/**
 * The canonical binary form of events: a tag, then the fields in the order of the record. Journals
 * are read for ever, so a tag never changes its meaning: a changed event gets a new one.
 */
public final class EventCodec {

  static final int GRANTED = 1;
  static final int QUEUED = 2;
  static final int GRANTED_FROM_QUEUE = 3;
  static final int RENEWED = 4;
  static final int HEARTBEAT_RECEIVED = 5;
  static final int EXPIRED_UNDATED = 6;
  static final int ENDED = 7;
  static final int END_PLANNED = 8;
  static final int REMINDED = 9;
  static final int ADVANCED = 10;
  static final int TRANSFERRED = 11;
  static final int CONVERTED = 12;
  static final int CONVERSION_QUEUED = 13;
  static final int CONVERSION_FAILED = 14;
  static final int SPENT = 15;
  static final int OVERDRAWN = 16;
  static final int RESERVED = 17;
  static final int ADJUSTED = 18;
  static final int SETTLED = 19;
  static final int REFRESHED = 20;
  static final int POOL_CREATED = 21;
  static final int POOL_CHANGED = 22;
  static final int POOL_CONFIRMED = 23;
  static final int NOTICES_ACKNOWLEDGED = 24;
  static final int POLICY_ADDED = 25;
  static final int PRUNED_TO_A_FLOOR = 26;
  static final int RESTORED = 27;
  static final int SPACE_DECLARED = 28;
  static final int TOKEN_ISSUED = 29;
  static final int TOKEN_REVOKED_SILENTLY = 30;
  static final int CONFIG_CHANGED = 31;
  static final int HEARTBEAT_EXCUSED = 32;
  static final int NOTICES_DROPPED = 33;
  static final int PRUNED = 34;
  static final int EXPIRED = 35;
  static final int TOKEN_REVOKED = 36;
  static final int ENDED_WITH_BUDGET = 37;
  static final int ASKED = 40;
  static final int ASKED_WITH_ID = 41;
  static final int EXPIRED_WITH_BUDGET = 42;
  static final int IP_TOKEN_ISSUED = 43;
  static final int END_PLANNED_WITH_TOKEN = 44;
  static final int OVERRUN_REPORTED = 45;
  static final int THRESHOLD_REACHED = 46;
  static final int PROVIDER_ADDED = 50;
  static final int PROVIDER_KEY_ROTATED = 51;
  static final int PROVIDER_REMOVED = 52;
  static final int PROVIDER_KEY_REENCRYPTED = 53;
  static final int SPENT_WITH_LABELS = 60;
  static final int RESERVED_WITH_LABELS = 61;
  static final int SETTLED_WITH_LABELS = 62;
  static final int MORE_REQUESTED = 63;
  static final int MORE_APPROVED = 64;
  static final int MORE_DECLINED = 65;
  static final int RECURRENCE_SET = 66;
  static final int TOPPED_UP = 67;
  static final int COMMIT_RECORDED = 75;
  static final int SUBSCRIBED = 80;
  static final int SUBSCRIPTION_CONFIRMED = 81;
  static final int UNSUBSCRIBED = 82;
  static final int SUBSCRIPTION_REENCRYPTED = 83;
  static final int EXTENSION_REQUESTED = 84;
  static final int EXTENSION_APPROVED = 85;
  static final int EXTENSION_DECLINED = 86;
  static final int POLICY_WITH_EXTENSIONS_ADDED = 87;

  private EventCodec() {}

  /** Reads one event; malformed bytes are an IllegalArgumentException. */
  public static Event read(BytesIn in) {
    int tag = in.readByte();
    Event.At at = new Event.At(in.readVarint(), in.readVarint(), in.readVarint());
    Event event = LeaseEventCodec.read(tag, at, in);
    event = event != null ? event : BudgetEventCodec.read(tag, at, in);
    event = event != null ? event : ApprovalEventCodec.read(tag, at, in);
    event = event != null ? event : PoolEventCodec.read(tag, at, in);
    event = event != null ? event : NoticeEventCodec.read(tag, at, in);
    event = event != null ? event : AdminEventCodec.read(tag, at, in);
    if (event == null) {
      throw new IllegalArgumentException("no kind of event: " + tag);
    }
    return event;
  }

  public static void write(Event event, BytesOut out) {
    switch (event) {
      case LeaseEvent e -> LeaseEventCodec.write(e, out);
      case BudgetEvent e -> BudgetEventCodec.write(e, out);
      case ApprovalEvent e -> ApprovalEventCodec.write(e, out);
      case PoolEvent e -> PoolEventCodec.write(e, out);
      case NoticeEvent e -> NoticeEventCodec.write(e, out);
      case AdminEvent e -> AdminEventCodec.write(e, out);
    }
  }
}
