package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.event.EventNotice;
import dev.leasehold.kernel.event.LeaseEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Check-ins whose leases ended between push and completion: the commit is recorded, once. */
class LateCommitTest {

  private static final String EVICTED =
      """
         admin issue t1 actor=root role=admin                          | token=t1
         alice acquire a policy=checkout space=proj scope=/docs/**     | ACTIVE
      1h admin=eve revoke a reason=flood                               | EVICTED
      """;

  @Test
  void theCommitIsRecordedOnTheEndedLeaseAndTheCallerLearnsOfTheEnd() {
    Script.run(EVICTED)
        .then(
            """
            2h alice complete a commit=c0ffee | LEASE_EVICTED commit=c0ffee
               alice get a                    | EVICTED commit=c0ffee ended=1h by=eve reason=flood
            """)
        .restart()
        .then("alice get a | EVICTED commit=c0ffee ended=1h")
        .recover()
        .then("alice get a | EVICTED commit=c0ffee ended=1h");
  }

  @Test
  void anExpiredLeaseGetsItsCommitToo() {
    Script.run("alice acquire a policy=checkout ttl=1h | ACTIVE")
        .then(
            """
            1h alice complete a commit=c0ffee | LEASE_EXPIRED commit=c0ffee
               alice get a                    | EXPIRED cause=TIME ended=1h commit=c0ffee
            """);
  }

  @Test
  void allWhomItConcernsAreTold() {
    Script script =
        Script.run(EVICTED)
            .then(
                """
                2h bob   acquire b policy=checkout space=proj scope=/docs/api.md | ACTIVE
                   carol acquire c policy=checkout space=proj scope=/src         | ACTIVE
                   alice complete a commit=c0ffee                                | LEASE_EVICTED
                """);

    for (String told : new String[] {"alice", "eve", "root", "bob"}) {
      assertThat(Told.to(script, told)).as(told).contains("LATE_COMMIT a c0ffee");
    }
    assertThat(Told.to(script, "carol")).isEmpty();
    assertThat(Told.notices(script, "bob").getFirst().textAt(0))
        .isEqualTo(
            "alice checked in c0ffee under lease a on /docs in proj, which had ended by then; see"
                + " whether it fits what came after");
    assertThat(script.refusal().detail())
        .endsWith("by eve: flood; commit c0ffee came later and is recorded on it");
  }

  @Test
  void itIsRecordedOnce() {
    Script script =
        Script.run(EVICTED)
            .then(
                """
                alice complete a commit=c0ffee1 | LEASE_EVICTED commit=c0ffee1
                alice complete a commit=c0ffee2 | LEASE_EVICTED commit=c0ffee1
                alice complete a commit=c0ffee1 | LEASE_EVICTED commit=c0ffee1
                """);
    assertThat(script.journal()).filteredOn(LeaseEvent.CommitRecorded.class::isInstance).hasSize(1);
  }

  @Test
  void itIsRecordedOnceAlsoIfTheLeaseIsForgottenMeanwhile() {
    Script script =
        Script.run(EVICTED)
            .then(
                """
                2h alice complete a commit=c0ffee1                 | LEASE_EVICTED commit=c0ffee1
                   node  prune before=2h                       | swept=1 done
                   alice complete a commit=c0ffee1                 | LEASE_NOT_FOUND
                   alice record-commit a commit=c0ffee2            | LEASE_EVICTED commit=none
                """)
            .restart()
            .then("alice record-commit a commit=c0ffee2            | LEASE_EVICTED commit=none");
    assertThat(script.journal()).filteredOn(LeaseEvent.CommitRecorded.class::isInstance).hasSize(1);
  }

  @Test
  void theCommitOfAForgottenLeaseIsRecordedAndTold() {
    Script script =
        Script.run("bob acquire b policy=checkout scope=/a | ACTIVE")
            .then("alice record-commit gone commit=c0ffee | LEASE_EVICTED commit=c0ffee")
            .recover()
            .restart();
    assertThat(Told.to(script, "alice")).containsExactly("LATE_COMMIT gone c0ffee");
    assertThat(Told.to(script, "root")).containsExactly("LATE_COMMIT gone c0ffee");
    assertThat(Told.to(script, "bob")).containsExactly("LATE_COMMIT gone c0ffee");
    LeaseEvent.CommitRecorded recorded =
        (LeaseEvent.CommitRecorded)
            script.journal().stream()
                .filter(LeaseEvent.CommitRecorded.class::isInstance)
                .findFirst()
                .orElseThrow();
    EventNotice outside = EventNotice.of(recorded, "", "", "");
    assertThat(outside.holders()).as("told outside").containsExactlyElementsOf(recorded.told());
    assertThat(outside.notice().path()).isEqualTo(recorded.path()).isNotEmpty();
    assertThat(outside.notice().space()).isEqualTo(recorded.space()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bob complete a commit=c0ffee  | LEASE_EVICTED commit=none",
        "admin complete a commit=c0ffee| LEASE_EVICTED commit=none",
        "alice complete a           | LEASE_EVICTED commit=none",
        "alice complete a commit=~257        | LEASE_EVICTED commit=none",
        "alice complete a commit=two\u00a0words | LEASE_EVICTED commit=none",
        "alice complete a commit=c0ffee\u001b[2J | LEASE_EVICTED commit=none",
        "alice validate a           | LEASE_EVICTED commit=none",
        "alice release a            | LEASE_EVICTED commit=none"
      })
  void nothingElseLeavesACommit(String row) {
    Script script = Script.run(EVICTED).then(row);
    assertThat(script.journal()).noneMatch(LeaseEvent.CommitRecorded.class::isInstance);
  }

  @Test
  void aLeaseThatWasNeverGrantedHasNothingToCheckIn() {
    Script script =
        Script.run(
            """
            alice acquire a policy=checkout          | ACTIVE
            bob   acquire b policy=checkout wait=1s  | PENDING
            2s bob complete b commit=c0ffee             | LEASE_ALREADY_TERMINAL commit=none
            """);
    assertThat(script.journal()).noneMatch(LeaseEvent.CommitRecorded.class::isInstance);
  }

  @Test
  void theLatestAreRemembered() {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      rows.append("alice record-commit l")
          .append(i)
          .append(" commit=cafe | LEASE_EVICTED commit=cafe\n");
    }
    byte[] snapshot = Script.run(rows.toString()).kernel().snapshot();
    assertThat(Kernel.restore(snapshot).snapshot()).isEqualTo(snapshot);
  }
}
