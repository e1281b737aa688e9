package dev.leasehold.kernel.event;

import dev.leasehold.kernel.config.EncryptedKey;
import dev.leasehold.kernel.notice.Subscription;
import java.util.List;

/** A change of what holders and others have been told, or of their addresses outside. */
public sealed interface NoticeEvent extends Event {

  /**
   * @param positions of the notices
   */
  record NoticesAcknowledged(At at, String holder, List<Long> positions) implements NoticeEvent {}

  /**
   * A holder had as many notices as there may be, and lost some of the space with the most.
   *
   * @param positions of the notices
   */
  record NoticesDropped(At at, String holder, List<Long> positions) implements NoticeEvent {}

  /** An address outside was subscribed to events or to a holder's notices. */
  record Subscribed(At at, Subscription subscription) implements NoticeEvent {}

  record SubscriptionConfirmed(At at, String id) implements NoticeEvent {}

  record Unsubscribed(At at, String id, String removedBy) implements NoticeEvent {}

  /** A subscription has the same secret, encrypted anew. */
  record SubscriptionReencrypted(At at, String id, EncryptedKey secret) implements NoticeEvent {}
}
