package dev.leasehold.node.deliver;

import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.notice.NoticeKind;
import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.kernel.policy.Durations;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.deliver.channel.DeliveryFailedException;
import dev.leasehold.node.deliver.channel.Outgoing;
import dev.leasehold.node.publish.LeaseLookup;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;

/**
 * Composes the text of messages at the moment they leave, which may be long after they were queued.
 */
public record Composer(Wording words, LeaseLookup leases, LongSupplier tick) {

  /**
   * The message; empty if it is no news any more.
   *
   * @param code that confirms the address, for the message that tells it
   */
  Optional<Outgoing> compose(Subscription to, String code, Delivery delivery)
      throws DeliveryFailedException {
    String id = "msg_" + to.id() + "_" + delivery.id();
    try {
      return switch (delivery.what()) {
        case EVENT ->
            Optional.of(
                new Outgoing(
                    id, "", "", "", words.event(delivery.body(), leases, tick.getAsLong())));
        case TEXT -> Optional.of(text(id, new String(delivery.body(), StandardCharsets.UTF_8)));
        case ENDING_TEXT -> ending(id, EndingText.read(delivery.body()));
        case NOTICE -> notice(id, to, NoticeBytes.read(delivery.body()));
        case CONFIRMATION -> Optional.of(confirmation(id, to, code, delivery));
        case TEST -> Optional.of(test(id, to, delivery));
      };
    } catch (CompletionException e) {
      throw DeliveryFailedException.forNow("the server could not look at the lease");
    }
  }

  private static Outgoing text(String id, String text) {
    return new Outgoing(id, "", text, "", new byte[0]);
  }

  private Optional<Outgoing> ending(String id, EndingText made) {
    return leases
        .find(made.leaseId())
        .join()
        .filter(lease -> !isOver(lease, made.endTick(), tick.getAsLong()))
        .map(lease -> text(id, made.text()));
  }

  private Optional<Outgoing> notice(String id, Subscription to, Notice made) {
    long now = tick.getAsLong();
    Notice notice = made;
    if (made.kind().isDroppedAfterLease()) {
      Lease lease = leases.find(made.leaseId()).join().orElse(null);
      boolean isReminder = made.kind() == NoticeKind.REMINDER;
      long endTick = isReminder ? made.tick() + made.leftNanos() : Long.MAX_VALUE;
      if (lease == null || isOver(lease, endTick, now)) {
        return Optional.empty();
      }
      notice = made.within(lease);
    }
    String sentence = notice.textAt(now);
    String text = sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1) + ".";
    return Optional.of(
        new Outgoing(
            id,
            subject(notice, now),
            text,
            notice.leaseId(),
            words.notice(to.holder(), notice, sentence)));
  }

  /** Whether the lease has ended, or lasts longer than until the end that was told. */
  private static boolean isOver(Lease lease, long toldEndTick, long now) {
    long left = lease.remainingNanos(now);
    return lease.state() != LeaseState.ACTIVE || left == 0 || left > toldEndTick - now;
  }

  /** Says what happened to what, before anybody opens the mail. */
  private static String subject(Notice notice, long now) {
    String what = notice.path() + " in " + notice.space();
    String left = "in " + Durations.words(notice.leftNanosAt(now));
    return switch (notice.kind()) {
      case REMINDER -> "Your lease on " + what + " ends " + left;
      case ENDING -> "Your lease on " + what + " will be taken away " + left;
      case RECEIVED -> "The lease on " + what + " is yours now";
      case GRANTED -> "Your lease on " + what + " was granted";
      case EXPIRED -> "Your lease on " + what + " has expired";
      case REVOKED, EVICTED -> "Your lease on " + what + " was taken away";
      case ENDED -> "Your lease on " + what + " has ended";
      case QUESTION -> notice.by() + " asks for your lease on " + what;
      case THRESHOLD -> "Your lease on " + what + " has spent " + notice.amounts();
      case REQUEST -> notice.by() + " asks for more budget";
      case APPROVED -> "Your lease on " + what + " got the budget you asked for";
      case DECLINED -> "Your lease on " + what + " does not get the budget you asked for";
      case EXTENSION_REQUEST -> notice.by() + " asks to extend the lease on " + what;
      case EXTENDED -> "Your lease on " + what + " was extended";
      case EXTENSION_DECLINED -> "Your lease on " + what + " is not extended";
      case OVERRUN -> "A cost under the lease on " + what + " was reported too late";
      case LATE_COMMIT -> notice.by() + " checked in late on " + what;
    };
  }

  private Outgoing confirmation(String id, Subscription to, String code, Delivery delivery) {
    String text =
        ("%s wants notices of Leasehold to be sent here. If that is you, confirm it with: leasehold"
                + " notify confirm %s %s (the code is good for a day). If it is not, do nothing:"
                + " nothing else is sent.")
            .formatted(to.addedBy(), to.id(), code);
    return aboutAddress(
        id, "Confirm this address for notices of Leasehold", text, to, "confirmation", delivery);
  }

  private Outgoing test(String id, Subscription to, Delivery delivery) {
    String text = "This is a test of the address " + to.id() + ". It works; nothing is to be done.";
    return aboutAddress(id, "A test of notices of Leasehold", text, to, "test", delivery);
  }

  private Outgoing aboutAddress(
      String id, String subject, String text, Subscription to, String type, Delivery delivery) {
    byte[] json =
        words.aboutAddress(to.id(), type, delivery.id(), text, delivery.createdWallNanos());
    return new Outgoing(id, subject, text, "", json);
  }
}
