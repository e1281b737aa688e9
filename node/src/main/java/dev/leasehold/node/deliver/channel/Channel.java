package dev.leasehold.node.deliver.channel;

import dev.leasehold.kernel.notice.Subscription;

/** Delivers messages in one way: as a webhook, to a chat or by mail. Safe for any thread. */
interface Channel {

  /**
   * Returns when the other side has the message. May wait.
   *
   * @param secret of the subscription, in clear
   */
  void send(Subscription to, String secret, Outgoing message) throws DeliveryFailedException;
}
