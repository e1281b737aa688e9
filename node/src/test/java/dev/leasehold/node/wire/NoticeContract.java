package dev.leasehold.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.leasehold.api.v1.AcknowledgeNoticesRequest;
import dev.leasehold.api.v1.AcknowledgeNoticesResponse;
import dev.leasehold.api.v1.AskLeaseRequest;
import dev.leasehold.api.v1.CheckPathRequest;
import dev.leasehold.api.v1.CheckPathResponse;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.ListLeasesResponse;
import dev.leasehold.api.v1.ListPoliciesRequest;
import dev.leasehold.api.v1.ListPoliciesResponse;
import dev.leasehold.api.v1.Notice;
import dev.leasehold.api.v1.TransferLeaseRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Holders are told in the replies that they read anyway, until they say that they know. */
abstract class NoticeContract extends WireContract {

  NoticeContract(Surface surface) {
    super(surface);
  }

  private static AcknowledgeNoticesRequest.Builder acknowledge(String... ids) {
    return AcknowledgeNoticesRequest.newBuilder().addAllIds(List.of(ids));
  }

  private static ListLeasesResponse list(WireClient client) {
    return client.ask(ListLeasesResponse.class, ListLeasesRequest.newBuilder());
  }

  private static AcknowledgeNoticesResponse acknowledged(WireClient client, String... ids) {
    return client.ask(AcknowledgeNoticesResponse.class, acknowledge(ids));
  }

  @Test
  void aQuestionIsToldOnceHoweverOftenItsRequestIsSent() {
    WireClient carol = agent("carol");
    String id = carol.leaseId(acquire("asked", "/a"));
    AskLeaseRequest.Builder ask =
        AskLeaseRequest.newBuilder().setLeaseId(id).setNote("please").setRequestId("q");

    assertThat(bob.lease(ask).getHolder()).isEqualTo("carol");
    assertThat(bob.leaseId(ask)).isEqualTo(id);

    assertThat(carol.lease(get(id)).getNoticesList())
        .extracting(Notice::getKind)
        .containsExactly(Notice.Kind.QUESTION);
    assertThat(bob.refusedField(ask.clone().setNote("now"))).isEqualTo("requestId");
    bob.refused(429, "QUOTA_EXCEEDED", ask.clone().clearRequestId());
  }

  @Test
  void everyReplyToAHolderCarriesThemUntilTheyAreAcknowledged() {
    String lost = alice.leaseId(acquire("told", "/a"));
    String other = alice.leaseId(acquire("told", "/b"));
    admin.lease(revoke(lost, "needed elsewhere"));

    Notice notice = alice.lease(get(other)).getNotices(0);
    assertThat(notice.getKind()).isEqualTo(Notice.Kind.REVOKED);
    assertThat(notice.getLeaseId()).isEqualTo(lost);
    assertThat(notice.getReason()).isEqualTo("needed elsewhere");
    assertThat(notice.hasAt()).isTrue();
    assertThat(notice.getText()).contains(lost).contains("stop using it");

    assertThat(alice.lease(renew(other).setTtl(seconds(7_200))).getNoticesList())
        .containsExactly(notice);
    assertThat(list(alice).getNoticesList()).containsExactly(notice);
    assertThat(list(alice).getLeases(0).getNoticesList()).isEmpty();
    CheckPathRequest.Builder check = CheckPathRequest.newBuilder().setSpace("told").addPath("/x");
    assertThat(alice.ask(CheckPathResponse.class, check).getNoticesList()).containsExactly(notice);
    Message.Builder policies = ListPoliciesRequest.newBuilder();
    assertThat(alice.ask(ListPoliciesResponse.class, policies).getNoticesList())
        .containsExactly(notice);
    assertThat(alice.refused(409, "LEASE_REVOKED", renew(lost)).getNoticesList())
        .containsExactly(notice);

    assertThat(list(bob).getNoticesList()).as("another's").isEmpty();
    assertThat(acknowledged(bob, notice.getId()).getIdsList()).isEmpty();
    WireClient auditor = client(node.tokenFor("alice", "auditor"));
    assertThat(list(auditor).getNoticesList()).as("auditors hold none").isEmpty();

    AcknowledgeNoticesResponse known = acknowledged(alice, notice.getId(), "99999");
    assertThat(known.getIdsList()).containsExactly(notice.getId());
    assertThat(alice.lease(get(other)).getNoticesList()).isEmpty();
  }

  @Test
  void aNoticeToEndAndATransferAreTold() {
    WireClient zoe = agent("zoe");
    String id = zoe.leaseId(acquire("ending", "/a"));
    admin.lease(revoke(id, "maintenance").setNotice(seconds(300)));
    Lease ending = zoe.lease(get(id));
    assertThat(ending.getPlannedEnd().getState()).isEqualTo(Lease.State.REVOKED);
    assertThat(ending.getNotices(0).getKind()).isEqualTo(Notice.Kind.ENDING);
    assertThat(ending.getNotices(0).getText()).contains("in 5 minutes").contains("maintenance");

    zoe.lease(TransferLeaseRequest.newBuilder().setLeaseId(id).setToHolder("yan").setNote("yours"));
    Notice received = list(agent("yan")).getNotices(0);
    assertThat(received.getKind()).isEqualTo(Notice.Kind.RECEIVED);
    assertThat(received.getReason()).isEqualTo("yours");
  }

  @Test
  void anIdOfANoticeIsANumber() {
    assertThat(alice.refusedField(acknowledge("x"))).isEqualTo("ids");
  }
}
