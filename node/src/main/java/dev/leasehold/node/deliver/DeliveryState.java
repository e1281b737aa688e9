package dev.leasehold.node.deliver;

/** The state of a message. The order is that of the numbers in the file. */
public enum DeliveryState {
  WAITING,
  DELIVERED,
  /** It was tried often enough: a dead letter. */
  FAILED,
  /** It was no news any more. */
  DROPPED,
  /** It is on its way; after a crash it waits again. */
  SENDING
}
