package dev.leasehold.node.deliver;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.EventNotice;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.event.NoticeEvent;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.kernel.notice.SubscriptionKind;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.node.publish.LeaseIdentity;
import dev.leasehold.node.publish.Publication;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says which addresses are told of a publication, and makes the messages to them. */
public record Routing(Subscribers subscribers, Wording words) {

  List<Delivery> of(Publication publication, long wallNanos) {
    Subscribers.Routes routes = subscribers.now();
    List<Delivery> made = new ArrayList<>();
    tellService(publication, routes.ofService(), wallNanos, made);
    if (publication instanceof Publication.OfEvent published) {
      confirm(published.event(), routes.unconfirmed(), wallNanos, made);
      tellHolders(published, routes.byHolder(), wallNanos, made);
    }
    return made;
  }

  private void tellService(
      Publication publication, List<Subscription> told, long wallNanos, List<Delivery> made) {
    for (Subscription to : told) {
      if (publication.position() > to.addedPosition() && to.wants(publication.type())) {
        made.add(toService(to, publication, wallNanos));
      }
    }
  }

  private Delivery toService(Subscription to, Publication publication, long wallNanos) {
    MessageForm form = MessageForm.EVENT;
    byte[] body;
    if (to.kind() == SubscriptionKind.CHAT) {
      String text = words.sentence(publication);
      Optional<EndingText> ending = EndingText.of(publication, text);
      form = ending.isPresent() ? MessageForm.ENDING_TEXT : MessageForm.TEXT;
      body = ending.map(EndingText::write).orElse(text.getBytes(StandardCharsets.UTF_8));
    } else {
      body = words.keep(publication);
    }
    return Delivery.of(to.id(), idOf(publication), publication.type(), form, body, wallNanos);
  }

  /** A slash does not survive the path of a URL. */
  private static String idOf(Publication publication) {
    return switch (publication) {
      case Publication.OfEvent published -> Long.toString(published.position());
      case Publication.OfAlert raised -> raised.alert().id().replace('/', '-');
    };
  }

  private static void confirm(
      Event event, List<Subscription> unconfirmed, long wallNanos, List<Delivery> made) {
    if (event instanceof NoticeEvent.Subscribed subscribed
        && unconfirmed.stream().anyMatch(s -> s.id().equals(subscribed.subscription().id()))) {
      made.add(
          Delivery.of(
              subscribed.subscription().id(),
              Long.toString(event.position()),
              "confirmation",
              MessageForm.CONFIRMATION,
              new byte[0],
              wallNanos));
    }
  }

  private void tellHolders(
      Publication.OfEvent published,
      Map<String, List<Subscription>> byHolder,
      long wallNanos,
      List<Delivery> made) {
    EventNotice told = byHolder.isEmpty() ? null : noticeOf(published, false);
    if (told == null) {
      return;
    }
    List<Subscription> listening = listening(told, byHolder);
    // Words for the path take a while, and most notices go to nobody outside.
    EventNotice worded = listening.isEmpty() ? null : noticeOf(published, true);
    for (Subscription to : listening) {
      if (worded != null) {
        made.add(
            Delivery.of(
                to.id(),
                worded.notice().id(),
                worded.notice().kind().name(),
                MessageForm.NOTICE,
                NoticeBytes.write(worded.notice().under(policyOf(published))),
                wallNanos));
      }
    }
  }

  private static String policyOf(Publication.OfEvent published) {
    LeaseIdentity lease = published.lease();
    return lease == null ? "" : lease.policy();
  }

  private List<Subscription> listening(EventNotice told, Map<String, List<Subscription>> byHolder) {
    Notice notice = told.notice();
    return toldOf(told, byHolder).stream()
        .filter(to -> notice.position() > to.addedPosition())
        .filter(to -> to.wants(notice.kind().name()) && to.hasAccessTo(notice.space()))
        .toList();
  }

  private List<Subscription> toldOf(EventNotice told, Map<String, List<Subscription>> byHolder) {
    if (!told.notice().kind().isForAdmins()) {
      return told.holders().stream()
          .distinct()
          .flatMap(holder -> byHolder.getOrDefault(holder, List.of()).stream())
          .toList();
    }
    return byHolder.entrySet().stream()
        .filter(entry -> subscribers.isAdmin(entry.getKey(), told.notice().tick()))
        .flatMap(entry -> entry.getValue().stream())
        // An admin's token for some spaces, or an agent's, says what its addresses are told.
        .filter(to -> to.spaces().isEmpty())
        .toList();
  }

  /** A late commit says itself all that is told of it: its lease may be forgotten. */
  private static @Nullable EventNotice noticeOf(Publication.OfEvent published, boolean withPath) {
    LeaseIdentity lease = published.lease();
    if (published.event() instanceof LeaseEvent.CommitRecorded recorded) {
      return EventNotice.of(recorded, recorded.holder(), recorded.space(), recorded.path());
    }
    return lease == null
        ? null
        : EventNotice.of(
            published.event(),
            lease.holder(),
            lease.space(),
            withPath ? pathOf(lease.scope()) : "");
  }

  private static String pathOf(List<String> patterns) {
    return Scope.parse(patterns, List.of()) instanceof Scope.Parsed.Valid valid
        ? EventNotice.pathOf(valid.scope())
        : String.join(", ", patterns);
  }
}
