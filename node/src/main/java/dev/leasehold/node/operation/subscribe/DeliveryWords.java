package dev.leasehold.node.operation.subscribe;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.leasehold.api.v1.CloudEvent;
import dev.leasehold.api.v1.EventData;
import dev.leasehold.kernel.budget.AmountWords;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.policy.Durations;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.deliver.Wording;
import dev.leasehold.node.json.PlainJson;
import dev.leasehold.node.operation.codec.JsonWriter;
import dev.leasehold.node.operation.translate.CloudEvents;
import dev.leasehold.node.operation.translate.WireTime;
import dev.leasehold.node.publish.EventTypes;
import dev.leasehold.node.publish.LeaseLookup;
import dev.leasehold.node.publish.Publication;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/** Messages as CloudEvents: those of events are the ones that watchers get. */
public record DeliveryWords(CloudEvents events) implements Wording {

  /** Keeps of a reminder what was left when it was made. */
  @Override
  public byte[] keep(Publication publication) {
    CloudEvent.Builder event = events.cloudEvent(publication).toBuilder();
    if (publication instanceof Publication.OfEvent published
        && published.event() instanceof LeaseEvent.Reminded reminded) {
      event.getDataBuilder().setLeft(WireTime.duration(reminded.leftNanos()));
    }
    return event.build().toByteArray();
  }

  @Override
  public String sentence(Publication publication) {
    EventData data = events.cloudEvent(publication).getData();
    StringBuilder text =
        new StringBuilder(publication.type().substring(EventTypes.PREFIX.length()));
    append(text, ": lease ", data.getLeaseId());
    append(text, " on ", String.join(", ", data.getScopeList()));
    append(text, " in ", data.getSpace());
    append(text, ", held by ", data.getHolder());
    append(
        text,
        ", ",
        publication instanceof Publication.OfEvent published ? figures(published.event()) : "");
    append(text, ", by ", data.getEndedBy().isEmpty() ? data.getActor() : data.getEndedBy());
    append(text, ": ", data.getReason().isEmpty() ? data.getNote() : data.getReason());
    return text.toString();
  }

  /** How much budget or time an event is about, and which request; empty if it tells none. */
  private static String figures(Event event) {
    return switch (event) {
      case BudgetEvent.ThresholdReached e -> "spent to " + AmountWords.inText(e.share());
      case BudgetEvent.OverrunReported e -> e.amounts().words();
      case ApprovalEvent.MoreRequested e -> e.amounts().words();
      case ApprovalEvent.MoreApproved e -> e.amounts().words();
      case ApprovalEvent.ExtensionRequested e -> longer(e.ttlNanos(), e.position());
      case ApprovalEvent.ExtensionApproved e -> longer(e.ttlNanos(), e.requested());
      case ApprovalEvent.ExtensionDeclined e -> "request " + e.requested();
      default -> "";
    };
  }

  private static String longer(long ttlNanos, long request) {
    return Durations.exactly(ttlNanos) + " longer, request " + request;
  }

  private static void append(StringBuilder text, String before, String value) {
    if (!value.isEmpty()) {
      text.append(before).append(value);
    }
  }

  /** However late a reminder is told, it promises no more than is left then. */
  @Override
  public byte[] event(byte[] kept, LeaseLookup lookup, long tick) {
    try {
      CloudEvent event = CloudEvent.parseFrom(kept);
      return JsonWriter.writeSparsely(
          event.getData().hasLeft() ? withLeft(event.toBuilder(), lookup, tick) : event);
    } catch (InvalidProtocolBufferException e) {
      throw new UncheckedIOException("a message that was not written here", e);
    }
  }

  private static CloudEvent withLeft(CloudEvent.Builder event, LeaseLookup lookup, long tick) {
    EventData.Builder data = event.getDataBuilder();
    long leftNanos = data.getLeft().getSeconds() * Limits.SECOND + data.getLeft().getNanos();
    long endTick = data.getTick() + leftNanos;
    Lease lease = lookup.find(data.getLeaseId()).join().orElse(null);
    long left = lease == null ? 0 : Math.clamp(endTick - tick, 0, lease.remainingNanos(tick));
    if (left == 0) {
      data.clearLeft();
    } else {
      data.setLeft(WireTime.duration(left));
    }
    return event.build();
  }

  @Override
  public byte[] notice(String holder, Notice notice, String text) {
    String kind = notice.kind().name();
    return JsonWriter.writeSparsely(
        started(
                "notice." + kind.toLowerCase(Locale.ROOT),
                notice.id() + "-notice",
                notice.wallNanos())
            .setSubject(notice.leaseId())
            .setData(
                EventData.newBuilder()
                    .setPosition(notice.position())
                    .setTick(notice.tick())
                    .setLeaseId(notice.leaseId())
                    .setSpace(notice.space())
                    .addScope(notice.path())
                    .setHolder(holder)
                    .setReason(notice.reason())
                    .setActor(notice.by())
                    .setKind(kind)
                    .setText(text))
            .build());
  }

  @Override
  public byte[] aboutAddress(
      String subscription, String type, String id, String text, long wallNanos) {
    return JsonWriter.writeSparsely(
        started("address." + type, subscription + "-" + id, wallNanos)
            .setSubject(subscription)
            .setData(EventData.newBuilder().setText(text))
            .build());
  }

  private CloudEvent.Builder started(String type, String id, long wallNanos) {
    return events.begin(EventTypes.PREFIX + type).setId(id).setTime(WireTime.time(wallNanos));
  }

  @Override
  public byte[] chat(String text) {
    return PlainJson.text(Map.of("text", text)).getBytes(StandardCharsets.UTF_8);
  }
}
