package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.EventNotice;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.notice.NoticeKind;
import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.kernel.policy.Limits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Addresses outside that are told of what happens, and the notices that journals make. */
class SubscriptionTest {

  @Test
  void aRestartAndARestoredBackupKeepThem() {
    Script script =
        Script.run(
            """
            admin   set notice_domains value=example.com                     | notice_domains=example.com
            admin   subscribe w topics=dev.leasehold.lease.granted key=l     | subscription=w
            alice:s subscribe x holder=alice kind=mail address=a@example.com | subscription=x
            """);
    List<Subscription> before = script.kernel().subscriptions();

    assertThat(before).hasSize(2);
    assertThat(script.restart().kernel().subscriptions()).isEqualTo(before);
    assertThat(script.recover().kernel().subscriptions()).isEqualTo(before);
    script.then("admin restore | restored=0");
    assertThat(script.kernel().subscriptions()).isEqualTo(before);
  }

  @Test
  void theServiceMayHaveManyAndThereIsABoundForAll() {
    Script script = Script.run("");
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < Limits.MAX_SUBSCRIPTIONS; i++) {
      rows.append(
          "admin subscribe w%d address=https://example.com/%d | subscription=w%d\n"
              .formatted(i, i, i));
    }
    script.then(rows + "admin subscribe more | QUOTA_EXCEEDED");
  }

  /** Everything that holders are told in band, but what a decision depends on beside its event. */
  @Test
  void theJournalAloneMakesTheNoticesThatHoldersAreToldInBand() {
    Script script =
        Script.run(
            """
                admin   create-pool p amounts=usd:90,tokens:900                  | pool=p
                alice   acquire a scope=/1 ttl=1s                                | ACTIVE
                alice   acquire c scope=/3/**,/4 policy=checkout ttl=3h          | ACTIVE
                alice   acquire d scope=/5                                       | ACTIVE
                admin   revoke d reason=stuck                                    | REVOKED
                alice   acquire e scope=/6 policy=checkout                       | ACTIVE
                admin   revoke e reason=flood notice=5m                          | ACTIVE
                alice   acquire f scope=/7/**                                    | ACTIVE
                alice   derive f as=g holder=bob scope=/7/x                      | ACTIVE
                alice   acquire h scope=/8                                       | ACTIVE
                alice   transfer h as=i to=carol note=yours                      | ACTIVE
                bob     ask c note=please                                        | ACTIVE
                alice$p acquire b policy=budget pool=p budget=usd:10 scope=/b    | ACTIVE
                alice$p spend b amounts=usd:8 request=s1                         | ACTIVE
                alice$p request-more b amounts=usd:5 justification=more          | ACTIVE
            5s  alice   get a                                                    | EXPIRED
            6m  alice   get e                                                    | EVICTED
            1h  alice   get c                                                    | ACTIVE
            """);

    Map<String, List<Notice>> inBand = new HashMap<>();
    for (String holder : List.of("alice", "bob", "carol")) {
      inBand.put(holder, Told.notices(script, holder));
    }
    Map<String, List<Notice>> fromJournal = fromJournal(script);
    inBand.forEach(
        (holder, notices) ->
            assertThat(fromJournal.get(holder))
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("ofBudgetLease")
                .containsAll(notices));
    assertThat(inBand.get("alice")).extracting(Notice::kind).contains(NoticeKind.EVICTED);
  }

  private static Map<String, List<Notice>> fromJournal(Script script) {
    Map<String, Claim> claims = new HashMap<>();
    Map<String, String> holders = new HashMap<>();
    Map<String, List<Notice>> told = new HashMap<>();
    for (Event event : script.journal()) {
      if (event instanceof LeaseEvent.Granted e) {
        claims.put(e.leaseId(), e.claim());
        holders.put(e.leaseId(), e.claim().holder());
      }
      if (event instanceof LeaseEvent.Transferred e) {
        claims.put(e.newLeaseId(), claims.get(e.leaseId()));
        holders.put(e.newLeaseId(), e.toHolder());
      }
      Claim claim = event instanceof Event.OfLease e ? claims.get(e.leaseId()) : null;
      EventNotice made =
          claim == null
              ? null
              : EventNotice.of(
                  event,
                  holders.get(((Event.OfLease) event).leaseId()),
                  claim.space(),
                  EventNotice.pathOf(claim.scope()));
      if (made != null) {
        List<String> toldOf = made.holders().isEmpty() ? List.of("") : made.holders();
        toldOf.forEach(
            holder -> told.computeIfAbsent(holder, name -> new ArrayList<>()).add(made.notice()));
      }
    }
    return told;
  }

  @Test
  void aWaiterIsToldOfItsGrantOutside() {
    Script script =
        Script.run(
            """
               alice acquire a scope=/1          | ACTIVE
               bob   acquire b scope=/1 wait=60s | PENDING
            1s alice release a                   | RELEASED
            """);
    LeaseEvent.GrantedFromQueue granted =
        (LeaseEvent.GrantedFromQueue)
            script.journal().stream()
                .filter(LeaseEvent.GrantedFromQueue.class::isInstance)
                .findFirst()
                .get();

    EventNotice told = EventNotice.of(granted, "bob", "s", "/1");

    assertThat(told.holders()).containsExactly("bob");
    assertThat(told.notice().textAt(granted.tick()))
        .isEqualTo(
            "lease b on /1 in s was granted to you and ends in 60 minutes; begin, or release it for"
                + " the next");
    assertThat(Told.to(script, "bob")).as("in band the reply says so").isEmpty();
  }
}
