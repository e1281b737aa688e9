package dev.leasehold.node.deliver;

import com.github.f4b6a3.ulid.UlidCreator;
import java.util.Locale;

/**
 * A message to one address, and its state.
 *
 * @param id the same however often it is sent; unique for the subscription
 * @param type the type of the event or the kind of the notice
 * @param body empty once it is delivered or dropped
 * @param nextWallNanos when it is tried next, if it waits; 0 for at once, whatever the clock says
 * @param endedWallNanos when it was delivered, given up or dropped; 0 if it was not
 * @param error the reason for which the last attempt failed; empty if none did
 */
public record Delivery(
    String subscription,
    String id,
    String type,
    int form,
    byte[] body,
    DeliveryState state,
    int attempts,
    long createdWallNanos,
    long nextWallNanos,
    long endedWallNanos,
    String error) {

  /** A message that was not sent yet. */
  static Delivery of(
      String subscription, String id, String type, MessageForm form, byte[] body, long wallNanos) {
    return new Delivery(
        subscription,
        id,
        type,
        form.ordinal(),
        body,
        DeliveryState.WAITING,
        0,
        wallNanos,
        0,
        0,
        "");
  }

  /** A message that says nothing but that it arrives. */
  static Delivery test(String subscription, long wallNanos) {
    String id = "test-" + UlidCreator.getUlid().toString().toLowerCase(Locale.ROOT);
    return of(subscription, id, "test", MessageForm.TEST, new byte[0], wallNanos);
  }

  MessageForm what() {
    return MessageForm.values()[form];
  }

  Delivery sending() {
    return with(DeliveryState.SENDING, attempts, nextWallNanos, 0, error, body);
  }

  Delivery failed(String why, long nextWall) {
    return with(DeliveryState.WAITING, attempts + 1, nextWall, 0, why, body);
  }

  Delivery givenUp(String why, long wall) {
    return with(DeliveryState.FAILED, attempts + 1, 0, wall, why, body);
  }

  Delivery delivered(long wall) {
    return with(DeliveryState.DELIVERED, attempts + 1, 0, wall, "", new byte[0]);
  }

  Delivery dropped(String why, long wall) {
    return with(DeliveryState.DROPPED, attempts, 0, wall, why, new byte[0]);
  }

  Delivery postponed(long nextWall) {
    return with(DeliveryState.WAITING, attempts, nextWall, 0, error, body);
  }

  private Delivery with(
      DeliveryState newState, int count, long next, long ended, String why, byte[] content) {
    return new Delivery(
        subscription, id, type, form, content, newState, count, createdWallNanos, next, ended, why);
  }
}
