package dev.leasehold.kernel.command;

import dev.leasehold.kernel.config.EncryptedKey;
import dev.leasehold.kernel.notice.SubscriptionKind;
import java.util.List;

/** A command about what holders and others are told, and about their addresses outside. */
public sealed interface NoticeCommand extends Command {

  /** A holder has read these notices. */
  record AcknowledgeNotices(List<String> ids) implements NoticeCommand {
    public AcknowledgeNotices {
      ids = List.copyOf(ids);
    }
  }

  /**
   * Subscribe an address outside to events or notices. One that a holder adds itself gets nothing
   * before it is confirmed with a code.
   *
   * @param kind as the caller spells a {@link SubscriptionKind}
   * @param holder the holder whose notices are told; empty for events of the service
   * @param codeHash SHA-256 of the code, in hexadecimal
   */
  record Subscribe(
      String id,
      String kind,
      String holder,
      String address,
      List<String> topics,
      String quietHours,
      EncryptedKey secret,
      String codeHash)
      implements NoticeCommand {
    public Subscribe {
      topics = List.copyOf(topics);
    }
  }

  /** Confirms an address with the code that was sent to it, which only its reader knows. */
  record ConfirmSubscription(String id, String codeHash) implements NoticeCommand {}

  record Unsubscribe(String id) implements NoticeCommand {}

  record GetSubscription(String id) implements NoticeCommand, Query {}

  /**
   * @param ofService whether the webhooks of the service are listed, and no holder's addresses
   * @param holder the holder whose subscriptions are listed; empty for all that the caller sees
   */
  record ListSubscriptions(boolean ofService, String holder) implements NoticeCommand, Query {}
}
