package dev.leasehold.client.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.Loss;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeaderElectionTest extends RecipeTest {

  private LeaderElection anns;
  private LeaderElection annsElsewhere;
  private LeaderElection bobs;

  @BeforeEach
  void makeElections() {
    anns = LeaderElection.on(ann, SPACE, "/leader");
    annsElsewhere = LeaderElection.on(annElsewhere, SPACE, "/leader");
    bobs = LeaderElection.on(bob, SPACE, "/leader", Duration.ofMinutes(1));
  }

  private static final class Heard implements LeaderElection.Listener {

    final List<String> news = new CopyOnWriteArrayList<>();

    @Override
    public void elected(HeldLease office) {
      office.ensureHeld();
      news.add("elected");
    }

    @Override
    public void deposed(Loss why) {
      news.add("deposed: " + why.cause());
    }
  }

  @Test
  void thereIsOneLeaderAndEverybodyMayAskWho() throws Exception {
    assertThat(bobs.leader()).isEmpty();

    HeldLease office = anns.campaign();

    assertThat(bobs.leader().orElseThrow().getHolder()).isEqualTo("ann");
    assertThat(bobs.leader().orElseThrow().getLeaseId()).isEqualTo(office.leaseId());
    assertThat(annsElsewhere.tryCampaign()).isEmpty();
    office.close();
    assertThat(bobs.tryCampaign()).isPresent();
  }

  @Test
  void theNextCandidateLeadsWhenTheLeaderResigns() throws Exception {
    HeldLease office = anns.campaign();
    Future<HeldLease> next = elsewhere(annsElsewhere::campaign);
    await().until(() -> waiting() == 1);

    office.close();

    assertThat(got(next).fencingToken()).isGreaterThan(office.fencingToken());
  }

  @Test
  void aDeposedLeaderIsToldAndStandsAgain() {
    Heard heard = new Heard();
    try (Candidacy candidacy = anns.stand(heard)) {
      await().until(candidacy::isLeader);
      String office = candidacy.office().orElseThrow().leaseId();

      revoke(office);
      ann.get(office);

      await().until(() -> heard.news.size() == 3);
      assertThat(heard.news).containsExactly("elected", "deposed: REVOKED", "elected");
    }
  }

  @Test
  void aLeaderWhoseLeaseRunsOutIsFollowedByTheNext() {
    Heard dead = new Heard();
    Heard next = new Heard();
    try (Candidacy first = bobs.stand(dead)) {
      await().until(first::isLeader);
      try (Candidacy second = anns.stand(next)) {
        await().until(() -> waiting() == 1);
        String office = first.office().orElseThrow().leaseId();

        node.advance(Duration.ofMinutes(1));
        await().until(second::isLeader);
        bob.get(office);

        await().until(() -> dead.news.contains("deposed: EXPIRED"));
        assertThat(first.isLeader()).isFalse();
        assertThat(next.news).containsExactly("elected");
      }
    }
  }

  @Test
  void whoResignsGoesToTheEndOfTheLineAndIsNotToldAsIfDeposed() {
    Heard heard = new Heard();
    Heard others = new Heard();
    try (Candidacy first = anns.stand(heard)) {
      await().until(first::isLeader);
      try (Candidacy second = annsElsewhere.stand(others)) {
        await().until(() -> waiting() == 1);

        first.resign();

        await().until(second::isLeader);
        await().until(() -> waiting() == 1);
        assertThat(heard.news).containsExactly("elected");
      }
      await().until(first::isLeader);
    }
    assertThat(others.news).containsExactly("elected");
  }

  @Test
  void whoHasClosedItsCandidacyNeitherLeadsNorWaits() {
    Heard heard = new Heard();
    Candidacy leads = anns.stand(heard);
    await().until(leads::isLeader);
    Candidacy waits = bobs.stand(new Heard());
    await().until(() -> waiting() == 1);

    waits.close();
    await().until(() -> waiting() == 0);
    leads.close();

    assertThat(leads.isLeader()).isFalse();
    assertThat(leases(Lease.State.ACTIVE)).isEmpty();
    assertThat(heard.news).containsExactly("elected");
  }

  @Test
  void aListenerThatFailsDoesNotEndTheCandidacy() {
    Heard heard = new Heard();
    LeaderElection.Listener clumsy =
        new LeaderElection.Listener() {
          @Override
          public void elected(HeldLease office) {
            heard.elected(office);
            throw new IllegalStateException("clumsy");
          }

          @Override
          public void deposed(Loss why) {
            heard.deposed(why);
          }
        };
    try (Candidacy candidacy = anns.stand(clumsy)) {
      await().until(candidacy::isLeader);
      String office = candidacy.office().orElseThrow().leaseId();
      revoke(office);
      ann.get(office);
      await().until(() -> heard.news.size() == 3);
    }
  }
}
