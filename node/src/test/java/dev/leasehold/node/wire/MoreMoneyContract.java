package dev.leasehold.node.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.ApproveBudgetRequestRequest;
import dev.leasehold.api.v1.BudgetReport;
import dev.leasehold.api.v1.BudgetReportRow;
import dev.leasehold.api.v1.BudgetRequest;
import dev.leasehold.api.v1.CreatePoolRequest;
import dev.leasehold.api.v1.CreateTokenRequest;
import dev.leasehold.api.v1.CreateTokenResponse;
import dev.leasehold.api.v1.DeclineBudgetRequestRequest;
import dev.leasehold.api.v1.GetBudgetReportRequest;
import dev.leasehold.api.v1.GetPoolRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListBudgetRequestsRequest;
import dev.leasehold.api.v1.ListBudgetRequestsResponse;
import dev.leasehold.api.v1.Notice;
import dev.leasehold.api.v1.Pool;
import dev.leasehold.api.v1.Recurrence;
import dev.leasehold.api.v1.RequestMoreRequest;
import dev.leasehold.api.v1.ReserveRequest;
import dev.leasehold.api.v1.SetRecurrenceRequest;
import dev.leasehold.api.v1.SettleRequest;
import dev.leasehold.api.v1.SpendRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Labels and reports, requests for more, and pools that are topped up. */
abstract class MoreMoneyContract extends WireContract {

  MoreMoneyContract(Surface surface) {
    super(surface);
  }

  private Pool pool(String id) {
    return admin.ask(Pool.class, GetPoolRequest.newBuilder().setId(id));
  }

  /** An agent that draws on a new pool of its own name. */
  private WireClient drawer(String name) {
    admin.ask(Pool.class, CreatePoolRequest.newBuilder().setId(name).putAmounts("tokens", 1_000));
    CreateTokenRequest.Builder token =
        CreateTokenRequest.newBuilder().setActor(name).setRole("agent").setPool(name);
    return client(admin.ask(CreateTokenResponse.class, token).getToken());
  }

  /** A token that an admin of a space may issue, who has no say in anybody's budget. */
  private String token(String agent, String space) {
    return admin
        .ask(
            CreateTokenResponse.class,
            CreateTokenRequest.newBuilder().setActor(agent).setRole("agent").addSpaces(space))
        .getToken();
  }

  private static String budget(WireClient drawer, String space, long tokens) {
    return drawer.leaseId(acquire(space, "/a").setPolicy("budget").putBudget("tokens", tokens));
  }

  private static GetBudgetReportRequest.Builder report(String... by) {
    return GetBudgetReportRequest.newBuilder().addAllBy(List.of(by));
  }

  private static List<String> rows(BudgetReport report) {
    return report.getRowsList().stream().map(MoreMoneyContract::text).toList();
  }

  private static String text(BudgetReportRow row) {
    return String.join(
        "|",
        row.getPool(),
        row.getAgent(),
        row.getModel(),
        row.getProvider(),
        row.getUnit(),
        "" + row.getAmount(),
        "" + row.getCount());
  }

  @Test
  void whatIsSpentIsSummedUpByItsLabels() {
    WireClient ann = drawer("sums");
    String id = budget(ann, "sums", 500);
    SpendRequest.Builder spend =
        SpendRequest.newBuilder()
            .setLeaseId(id)
            .setRequestId("s1")
            .putAmounts("tokens", 10)
            .putLabels("model", "m1")
            .putLabels("provider", "p1");
    ann.lease(spend);
    ann.lease(spend);
    ann.lease(
        ReserveRequest.newBuilder()
            .setLeaseId(id)
            .setRequestId("r1")
            .putAmounts("tokens", 50)
            .putLabels("model", "m2"));
    ann.lease(
        SettleRequest.newBuilder()
            .setLeaseId(id)
            .setReservationId("r1")
            .putAmounts("tokens", 30)
            .putLabels("provider", "p1"));
    ann.lease(SpendRequest.newBuilder().setLeaseId(id).setRequestId("s2").putAmounts("tokens", 1));

    GetBudgetReportRequest.Builder all = report("pool,agent", "model,provider").setPool("sums");
    assertThat(rows(admin.ask(BudgetReport.class, all)))
        .containsExactly(
            "sums|sums|||tokens|1|1", "sums|sums|m1|p1|tokens|10|1", "sums|sums|m2|p1|tokens|30|1");
    assertThat(rows(ann.ask(BudgetReport.class, report("provider"))))
        .as("an agent sees its own")
        .containsExactly("||||tokens|1|1", "|||p1|tokens|40|2");
    BudgetReport byDay = admin.ask(BudgetReport.class, report().setPool("sums").setUnit("tokens"));
    assertThat(byDay.getByList()).containsExactly("day");
    assertThat(byDay.getRows(0).getDay()).isEqualTo(byDay.getTo());
    assertThat(byDay.getRows(0).getAmount()).isEqualTo(41);
    assertThat(byDay.getSince()).isEqualTo(byDay.getTo());

    GetBudgetReportRequest.Builder page = all.clone().setPageSize(2);
    BudgetReport first = admin.ask(BudgetReport.class, page);
    assertThat(rows(first))
        .containsExactly("sums|sums|||tokens|1|1", "sums|sums|m1|p1|tokens|10|1");
    BudgetReport last =
        admin.ask(BudgetReport.class, page.clone().setPageToken(first.getNextPageToken()));
    assertThat(rows(last)).containsExactly("sums|sums|m2|p1|tokens|30|1");
    assertThat(last.getNextPageToken()).isEmpty();
    assertThat(admin.refusedField(page.clone().setPageSize(0))).isEqualTo("pageSize");
    assertThat(admin.refusedField(page.clone().setPageSize(10_001))).isEqualTo("pageSize");
    for (String wrong : List.of("x", "!", "YQ.YQ", first.getNextPageToken() + ".YQ")) {
      assertThat(admin.refusedField(page.clone().setPageToken(wrong))).isEqualTo("pageToken");
    }

    ann.refused(403, "FORBIDDEN", report().setAgent("bob"));
    WireClient ofSpace = client(token("sums", "sums"));
    ofSpace.refused(403, "FORBIDDEN", report());
    assertThat(admin.refusedField(report("weekday"))).isEqualTo("by");
    assertThat(admin.refusedField(report().setFrom("yesterday"))).isEqualTo("from");
    assertThat(admin.refusedField(report().setFrom("2023-11-02").setTo("2023-11-01")))
        .isEqualTo("from");
    assertThat(
            ann.refusedField(
                SpendRequest.newBuilder()
                    .setLeaseId(id)
                    .setRequestId("s3")
                    .putAmounts("tokens", 1)
                    .putLabels("model", "x".repeat(129))))
        .isEqualTo("labels");
  }

  @Test
  void moreIsAskedForAndApproved() {
    WireClient ann = drawer("asks");
    String id = budget(ann, "asks", 990);
    RequestMoreRequest.Builder more =
        RequestMoreRequest.newBuilder()
            .setLeaseId(id)
            .putAmounts("tokens", 100)
            .setJustification("tests")
            .setRequestId("more");
    Lease asked = ann.lease(more);
    assertThat(asked.getLeaseId()).isEqualTo(id);
    String request = asked.getBudgetRequestId();
    assertThat(request).isNotEmpty();
    assertThat(ann.lease(more).getBudgetRequestId()).as("a repeat").isEqualTo(request);
    ListBudgetRequestsRequest.Builder list = ListBudgetRequestsRequest.newBuilder();
    List<BudgetRequest> own = ann.ask(ListBudgetRequestsResponse.class, list).getRequestsList();
    assertThat(own).hasSize(1);
    assertThat(own.get(0).getId()).isEqualTo(request);
    assertThat(own.get(0).getStatus()).isEqualTo(BudgetRequest.Status.OPEN);
    assertThat(bob.ask(ListBudgetRequestsResponse.class, list).getRequestsList()).isEmpty();
    assertThat(
            client(token("asks", "elsewhere"))
                .ask(ListBudgetRequestsResponse.class, list)
                .getRequestsList())
        .as("a token for other spaces")
        .isEmpty();

    String late =
        admin
            .ask(
                CreateTokenResponse.class,
                CreateTokenRequest.newBuilder().setActor("late-admin").setRole("admin"))
            .getToken();
    assertThat(client(late).ask(ListBudgetRequestsResponse.class, list).getRequestsList())
        .as("who became an admin later")
        .extracting(BudgetRequest::getId)
        .contains(request);

    ApproveBudgetRequestRequest.Builder approve =
        ApproveBudgetRequestRequest.newBuilder().setId(request).setReason("fine");
    ann.refused(403, "FORBIDDEN", approve);
    assertThat(admin.refusedField(approve.clone().setReason(""))).isEqualTo("reason");
    BudgetRequest approved = admin.ask(BudgetRequest.class, approve);
    assertThat(approved.getStatus()).isEqualTo(BudgetRequest.Status.APPROVED);
    assertThat(approved.getDecidedBy()).isEqualTo("admin");
    assertThat(admin.ask(BudgetRequest.class, approve).getStatus())
        .as("a repeat")
        .isEqualTo(BudgetRequest.Status.APPROVED);
    Lease lease = ann.lease(get(id));
    assertThat(lease.getBudget().getGrantedMap()).containsEntry("tokens", 1_090L);
    assertThat(lease.getNoticesList()).extracting(Notice::getKind).contains(Notice.Kind.APPROVED);
    assertThat(pool("asks").getTotalMap()).containsEntry("tokens", 1_090L);
    assertThat(pool("asks").getFreeMap()).containsEntry("tokens", 0L);
  }

  @Test
  void moreIsDeclinedOnce() {
    WireClient ann = drawer("declined");
    String id = budget(ann, "declined", 10);
    String request =
        ann.lease(
                RequestMoreRequest.newBuilder()
                    .setLeaseId(id)
                    .putAmounts("tokens", 1)
                    .setJustification("why not"))
            .getBudgetRequestId();
    DeclineBudgetRequestRequest.Builder decline =
        DeclineBudgetRequestRequest.newBuilder().setId(request).setReason("no");
    assertThat(admin.ask(BudgetRequest.class, decline).getStatus())
        .isEqualTo(BudgetRequest.Status.DECLINED);
    assertThat(
            admin.refusedField(
                ApproveBudgetRequestRequest.newBuilder().setId(request).setReason("yes")))
        .isEqualTo("id");
    admin.refused(404, "NOT_FOUND", decline.clone().setId("999999"));
  }

  @Test
  void aPoolIsToppedUp() {
    Pool made =
        admin.ask(
            Pool.class,
            CreatePoolRequest.newBuilder()
                .setId("monthly")
                .putAmounts("tokens", 70)
                .setRecurrence(Recurrence.newBuilder().setEvery("month").setZone("Europe/Berlin")));
    assertThat(made.getRecurrence().getAmountsMap()).containsEntry("tokens", 70L);
    assertThat(made.getRecurrence().hasNextAt()).isTrue();
    await().until(() -> !pool("monthly").getRecurrence().getPeriod().isEmpty());
    assertThat(pool("monthly").getFreeMap()).containsEntry("tokens", 70L);

    SetRecurrenceRequest.Builder day =
        SetRecurrenceRequest.newBuilder().setId("monthly").setEvery("day").putAmounts("tokens", 90);
    admin.ask(Pool.class, day);
    await().until(() -> pool("monthly").getFreeMap().get("tokens") == 90L);
    assertThat(pool("monthly").getRecurrence().getZone()).isEqualTo("UTC");
    assertThat(admin.refusedField(day.clone().setZone("Europe/Berln"))).isEqualTo("zone");
    assertThat(admin.refusedField(day.clone().setEvery("year"))).isEqualTo("every");
    assertThat(admin.refusedField(day.clone().setEvery(""))).isEqualTo("every");
    Pool ended = admin.ask(Pool.class, SetRecurrenceRequest.newBuilder().setId("monthly"));
    assertThat(ended.hasRecurrence()).isFalse();
  }
}
