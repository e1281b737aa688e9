package dev.leasehold.testing.process.load;

import static dev.leasehold.testing.process.load.StagedHistory.acquire;
import static dev.leasehold.testing.process.load.StagedHistory.lease;
import static dev.leasehold.testing.process.load.StagedHistory.release;
import static dev.leasehold.testing.process.load.StagedHistory.renew;
import static dev.leasehold.testing.process.load.StagedHistory.renewed;
import static dev.leasehold.testing.process.load.StagedHistory.withId;

import dev.leasehold.testing.process.server.LeaseView;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The checker lets good histories pass and names what is wrong with bad ones. */
class HistoryCheckerTest {

  private final StagedHistory staged = new StagedHistory();

  @Test
  void aGoodHistoryPasses() {
    LeaseView first = staged.granted(0, "a", "/x/**", 1);
    staged.done(2, release(first), first, "RELEASED");
    LeaseView second = staged.granted(4, "b", "/x/y", 3);
    staged.done(6, renew(second), renewed(second), "ACTIVE");
    staged.found(first, "RELEASED");
    staged.found(renewed(second), "ACTIVE");
    staged.assertPasses(8);
  }

  @Test
  void anUnknownRequestMayHaveHappenedOrNot() {
    LeaseView lease = staged.granted(0, "a", "/x", 1);
    staged.unknown(2, renew(lease));
    staged.unknown(3, acquire("b", "/y"));
    staged.found(lease, "ACTIVE");
    staged.assertPasses(5);
    staged.lookAgain();
    staged.found(renewed(lease), "ACTIVE");
    staged.found(lease("b", "/y", 3), "ACTIVE");
    staged.assertPasses(5);
  }

  @Test
  void sharedLeasesMayOverlap() {
    staged.found(staged.granted(0, "a", "/x", "SHARED", 1), "ACTIVE");
    staged.found(staged.granted(1, "b", "/x/**", "SHARED", 2), "ACTIVE");
    staged.assertPasses(3);
  }

  @Test
  void timeMayEndALeaseAndHandItOn() {
    LeaseView first = staged.granted(0, "a", "/x", 1);
    staged.found(first, "EXPIRED");
    staged.found(staged.granted(11, "b", "/x", 3), "ACTIVE");
    staged.assertPasses(12);
  }

  @Test
  void aLostGrantIsNamed() {
    staged.granted(0, "a", "/x", 1);
    staged.assertNamed(2, "a grant is lost");
  }

  @Test
  void aChangedTokenIsNamed() {
    staged.granted(0, "a", "/x", 1);
    staged.found(lease("a", "/x", 2), "ACTIVE");
    staged.assertNamed(2, "a grant was changed");
  }

  @Test
  void aLostReleaseIsNamed() {
    LeaseView lease = staged.granted(0, "a", "/x", 1);
    staged.done(2, release(lease), lease, "RELEASED");
    staged.found(lease, "ACTIVE");
    staged.assertNamed(4, "a release is lost");
  }

  @Test
  void aReleaseThatNobodyAskedForIsNamed() {
    staged.found(staged.granted(0, "a", "/x", 1), "RELEASED");
    staged.assertNamed(2, "nobody asked for this release");
  }

  @Test
  void aStateThatNobodyAskedForIsNamed() {
    staged.found(staged.granted(0, "a", "/x", 1), "REVOKED");
    staged.assertNamed(2, "nobody asked for this state");
  }

  @Test
  void aLostRenewalIsNamed() {
    LeaseView lease = staged.granted(0, "a", "/x", 1);
    staged.done(2, renew(lease), renewed(lease), "ACTIVE");
    staged.found(lease, "ACTIVE");
    staged.assertNamed(4, "a renewal is lost");
    staged.assertNamed(4, "a deadline fell back");
  }

  @Test
  void aRetryThatHadASecondEffectIsNamed() {
    LeaseView lease = staged.granted(0, "a", "/x", 1);
    Request renew = renew(lease);
    staged.unknown(2, renew);
    staged.done(4, renew, renewed(renewed(lease)), "ACTIVE");
    staged.found(renewed(renewed(lease)), "ACTIVE");
    staged.assertNamed(6, "a renewal counts twice");
  }

  @Test
  void aRetryThatMadeASecondLeaseIsNamed() {
    Request acquire = acquire("a", "/x");
    staged.unknown(0, acquire);
    LeaseView one = lease("a", "/x", 1);
    LeaseView two = withId(one, "other", 2);
    staged.done(2, acquire, one, "ACTIVE");
    staged.done(4, acquire, two, "ACTIVE");
    staged.found(one, "ACTIVE");
    staged.found(two, "ACTIVE");
    staged.assertNamed(6, "retries of");
    staged.assertNamed(6, "one request made two leases");
  }

  @Test
  void aLeaseThatNobodyAskedForIsNamed() {
    staged.found(lease("a", "/x", 1), "ACTIVE");
    staged.assertNamed(2, "a lease from nowhere");
  }

  @Test
  void aRefusedRequestThatHappenedIsNamed() {
    staged.refused(0, acquire("a", "/x"), "SCOPE_OVERLAP");
    staged.found(lease("a", "/x", 1), "ACTIVE");
    staged.assertNamed(2, "a lease from nowhere");
  }

  @Test
  void anEarlyEndIsNamed() {
    staged.found(staged.granted(0, "a", "/x", 1), "EXPIRED");
    staged.assertNamed(9, "ended before its time");
  }

  @Test
  void anEarlyEndThatWasToldIsNamed() {
    LeaseView lease = staged.granted(0, "a", "/x", 1);
    staged.refused(8, renew(lease), "LEASE_EXPIRED");
    staged.found(lease, "EXPIRED");
    staged.assertNamed(12, "was called expired before its time");
  }

  @Test
  void aTokenThatWasGivenTwiceIsNamed() {
    staged.found(staged.granted(0, "a", "/x", 1), "ACTIVE");
    staged.found(staged.granted(2, "b", "/y", 1), "ACTIVE");
    staged.assertNamed(4, "was given twice");
  }

  @Test
  void aTokenThatFellIsNamed() {
    staged.found(staged.granted(0, "a", "/x", 7), "ACTIVE");
    staged.found(staged.granted(2, "b", "/y", 6), "ACTIVE");
    staged.assertNamed(4, "token 6 was given after token 7");
  }

  @Test
  void twoConflictingActiveLeasesAreNamed() {
    staged.found(staged.granted(0, "a", "/x/**", 1), "ACTIVE");
    staged.found(staged.granted(2, "b", "/x/y", 2), "ACTIVE");
    staged.assertNamed(4, "two conflicting leases are active");
  }

  @Test
  void aGrantDuringAnotherIsNamedEvenIfBothHaveEnded() {
    LeaseView first = staged.granted(0, "a", "/x", 1);
    LeaseView second = staged.granted(2, "b", "/x/**", 2);
    staged.done(4, release(first), first, "RELEASED");
    staged.done(6, release(second), second, "RELEASED");
    staged.found(first, "RELEASED");
    staged.found(second, "RELEASED");
    staged.assertNamed(8, "was granted during");
  }

  @Test
  void aRefusalBecauseOfAReleasedLeaseIsNamed() {
    LeaseView lease = staged.granted(0, "a", "/x", 1);
    staged.done(2, release(lease), lease, "RELEASED");
    staged.answered(
        4, acquire("b", "/x"), new Outcome.Refused("SCOPE_OVERLAP", List.of("id-a-/x"), ""));
    staged.found(lease, "RELEASED");
    staged.assertNamed(6, "was kept out by id-a-/x");
  }

  @Test
  void anAcquireWhoseLeaseRanOutOnTheWayIsFineIfItDid() {
    LeaseView lease = staged.granted(20, "other", "/y", 1);
    staged.found(lease, "ACTIVE");
    Request asked = acquire("b", "/x");
    LeaseView made = StagedHistory.lease("b", "/x", 2);
    Outcome ranOut = new Outcome.Refused("LEASE_EXPIRED", List.of(), made.leaseId());
    staged.unknown(0, asked);
    staged.answered(15, asked, ranOut);
    staged.found(made, "EXPIRED");
    staged.assertPasses(21);
  }

  @Test
  void anAcquireThatIsCalledExpiredBeforeItsTimeIsNamed() {
    LeaseView made = StagedHistory.lease("b", "/x", 2);
    staged.answered(
        0, acquire("b", "/x"), new Outcome.Refused("LEASE_EXPIRED", List.of(), made.leaseId()));
    staged.found(made, "EXPIRED");
    staged.assertNamed(20, "was called expired before its time");
  }

  @Test
  void anAnswerAboutAnotherLeaseIsNamed() {
    LeaseView lease = staged.granted(0, "a", "/x", 1);
    LeaseView other = staged.granted(1, "b", "/y", 2);
    staged.done(2, release(lease), other, "RELEASED");
    staged.assertNamed(6, "was answered with");
  }

  @Test
  void aRefusalThatMakesNoSenseIsNamed() {
    staged.refused(0, acquire("a", "/x"), "INTERNAL");
    staged.assertNamed(2, "was refused with INTERNAL");
  }
}
