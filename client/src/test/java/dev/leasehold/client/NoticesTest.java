package dev.leasehold.client;

import static dev.leasehold.client.Samples.lease;
import static dev.leasehold.client.Samples.notice;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.Notice;
import dev.leasehold.api.v1.StreamRequest.RequestCase;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Notices of the server reach the listener once and are acknowledged after that. */
@Timeout(180)
class NoticesTest {

  private final ScriptedServer server = new ScriptedServer();
  private final LeaseholdClient client =
      server.client(new MovedTiming(), ClientOptions.builder().token("secret").build());
  private final Queue<String> heard = new ConcurrentLinkedQueue<>();

  @AfterEach
  void close() {
    server.close();
    client.close();
  }

  private void replyWith(String... ids) {
    Lease.Builder lease = lease("any");
    for (String id : ids) {
      lease.addNotices(notice(id, Notice.Kind.REMINDER, "any"));
    }
    var asked = client.async().get(GetLeaseRequest.newBuilder().setLeaseId("any").build());
    server.next(RequestCase.GET).answer(lease.build());
    asked.join();
  }

  @Test
  void eachIsHeardOnceInItsOrderAndAcknowledged() {
    client.onNotice(notice -> heard.add(notice.getId()));
    replyWith("1", "2");
    ScriptedServer.Asked first = server.next(RequestCase.ACKNOWLEDGE);
    assertThat(first.request().getAcknowledge().getIdsList()).startsWith("1");
    first.acknowledge();
    if (first.request().getAcknowledge().getIdsCount() == 1) {
      ScriptedServer.Asked second = server.next(RequestCase.ACKNOWLEDGE);
      assertThat(second.request().getAcknowledge().getIdsList()).containsExactly("2");
      second.acknowledge();
    }

    replyWith("2", "3");

    await().until(() -> heard.size() == 3);
    assertThat(heard).containsExactly("1", "2", "3");
  }

  @Test
  void whatAListenerFailedOnIsNotAcknowledged() {
    client.onNotice(
        notice -> {
          heard.add(notice.getId());
          if (notice.getId().equals("1")) {
            throw new IllegalStateException("from a listener");
          }
        });

    replyWith("1", "2");

    ScriptedServer.Asked asked = server.next(RequestCase.ACKNOWLEDGE);
    assertThat(asked.request().getAcknowledge().getIdsList()).containsExactly("2");
    asked.acknowledge();
    replyWith("1");
    assertThat(heard).containsExactly("1", "2");
  }

  @Test
  void anAcknowledgementThatWasRefusedIsRepeatedWhenTheNoticeComesAgain() {
    client.onNotice(notice -> heard.add(notice.getId()));
    replyWith("1");
    server.next(RequestCase.ACKNOWLEDGE).refuse("QUOTA_EXCEEDED", "");

    replyWith("1");

    ScriptedServer.Asked again = server.next(RequestCase.ACKNOWLEDGE);
    assertThat(again.request().getAcknowledge().getIdsList()).containsExactly("1");
    assertThat(heard).containsExactly("1");
  }

  @Test
  void withoutAListenerNothingIsAcknowledgedAndALaterOneHearsIt() {
    replyWith("1");
    assertThat(server.hasRequest()).isFalse();

    client.onNotice(notice -> heard.add(notice.getId()));
    replyWith("1");

    server.next(RequestCase.ACKNOWLEDGE);
    assertThat(heard).containsExactly("1");
  }
}
