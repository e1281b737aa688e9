package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.testing.process.Request.Acquire;
import dev.leasehold.testing.process.Request.Release;
import dev.leasehold.testing.process.Request.Renew;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The checker lets good histories pass and names what is wrong with bad ones. */
class HistoryCheckerTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long TTL = 10 * SECOND;

  private final List<Attempt> history = new ArrayList<>();
  private final List<LeaseView> leases = new ArrayList<>();

  @Test
  void aGoodHistoryPasses() {
    LeaseView first = granted(0, "a", "/x/**", 1);
    done(2, release(first), first, "RELEASED");
    LeaseView second = granted(4, "b", "/x/y", 3);
    done(6, renew(second), renewed(second), "ACTIVE");
    found(first, "RELEASED");
    found(renewed(second), "ACTIVE");
    assertPasses(8);
  }

  @Test
  void anUnknownRequestMayHaveHappenedOrNot() {
    LeaseView lease = granted(0, "a", "/x", 1);
    unknown(2, renew(lease));
    unknown(3, acquire("b", "/y"));
    found(lease, "ACTIVE");
    assertPasses(5);
    leases.clear();
    found(renewed(lease), "ACTIVE");
    found(lease("b", "/y", 3), "ACTIVE");
    assertPasses(5);
  }

  @Test
  void sharedLeasesMayOverlap() {
    found(granted(0, "a", "/x", "SHARED", 1), "ACTIVE");
    found(granted(1, "b", "/x/**", "SHARED", 2), "ACTIVE");
    assertPasses(3);
  }

  @Test
  void timeMayEndALeaseAndHandItOn() {
    LeaseView first = granted(0, "a", "/x", 1);
    found(first, "EXPIRED");
    found(granted(11, "b", "/x", 3), "ACTIVE");
    assertPasses(12);
  }

  @Test
  void aLostGrantIsNamed() {
    granted(0, "a", "/x", 1);
    assertNamed(2, "a grant is lost");
  }

  @Test
  void aChangedTokenIsNamed() {
    granted(0, "a", "/x", 1);
    found(lease("a", "/x", 2), "ACTIVE");
    assertNamed(2, "a grant was changed");
  }

  @Test
  void aLostReleaseIsNamed() {
    LeaseView lease = granted(0, "a", "/x", 1);
    done(2, release(lease), lease, "RELEASED");
    found(lease, "ACTIVE");
    assertNamed(4, "a release is lost");
  }

  @Test
  void aReleaseThatNobodyAskedForIsNamed() {
    found(granted(0, "a", "/x", 1), "RELEASED");
    assertNamed(2, "nobody asked for this release");
  }

  @Test
  void aStateThatNobodyAskedForIsNamed() {
    found(granted(0, "a", "/x", 1), "REVOKED");
    assertNamed(2, "nobody asked for this state");
  }

  @Test
  void aLostRenewalIsNamed() {
    LeaseView lease = granted(0, "a", "/x", 1);
    done(2, renew(lease), renewed(lease), "ACTIVE");
    found(lease, "ACTIVE");
    assertNamed(4, "a renewal is lost");
    assertNamed(4, "a deadline fell back");
  }

  @Test
  void aRetryThatHadASecondEffectIsNamed() {
    LeaseView lease = granted(0, "a", "/x", 1);
    Request renew = renew(lease);
    unknown(2, renew);
    done(4, renew, renewed(renewed(lease)), "ACTIVE");
    found(renewed(renewed(lease)), "ACTIVE");
    assertNamed(6, "a renewal counts twice");
  }

  @Test
  void aRetryThatMadeASecondLeaseIsNamed() {
    Request acquire = acquire("a", "/x");
    unknown(0, acquire);
    LeaseView one = lease("a", "/x", 1);
    LeaseView two = withId(one, "other", 2);
    done(2, acquire, one, "ACTIVE");
    done(4, acquire, two, "ACTIVE");
    found(one, "ACTIVE");
    found(two, "ACTIVE");
    assertNamed(6, "retries of");
    assertNamed(6, "one request made two leases");
  }

  @Test
  void aLeaseThatNobodyAskedForIsNamed() {
    found(lease("a", "/x", 1), "ACTIVE");
    assertNamed(2, "a lease from nowhere");
  }

  @Test
  void aRefusedRequestThatHappenedIsNamed() {
    refused(0, acquire("a", "/x"), "SCOPE_OVERLAP");
    found(lease("a", "/x", 1), "ACTIVE");
    assertNamed(2, "a lease from nowhere");
  }

  @Test
  void anEarlyEndIsNamed() {
    found(granted(0, "a", "/x", 1), "EXPIRED");
    assertNamed(9, "ended before its time");
  }

  @Test
  void anEarlyEndThatWasToldIsNamed() {
    LeaseView lease = granted(0, "a", "/x", 1);
    refused(8, renew(lease), "LEASE_EXPIRED");
    found(lease, "EXPIRED");
    assertNamed(12, "was called expired before its time");
  }

  @Test
  void aTokenThatWasGivenTwiceIsNamed() {
    found(granted(0, "a", "/x", 1), "ACTIVE");
    found(granted(2, "b", "/y", 1), "ACTIVE");
    assertNamed(4, "was given twice");
  }

  @Test
  void aTokenThatFellIsNamed() {
    found(granted(0, "a", "/x", 7), "ACTIVE");
    found(granted(2, "b", "/y", 6), "ACTIVE");
    assertNamed(4, "token 6 was given after token 7");
  }

  @Test
  void twoConflictingActiveLeasesAreNamed() {
    found(granted(0, "a", "/x/**", 1), "ACTIVE");
    found(granted(2, "b", "/x/y", 2), "ACTIVE");
    assertNamed(4, "two conflicting leases are active");
  }

  @Test
  void aGrantDuringAnotherIsNamedEvenIfBothHaveEnded() {
    LeaseView first = granted(0, "a", "/x", 1);
    LeaseView second = granted(2, "b", "/x/**", 2);
    done(4, release(first), first, "RELEASED");
    done(6, release(second), second, "RELEASED");
    found(first, "RELEASED");
    found(second, "RELEASED");
    assertNamed(8, "was granted during");
  }

  @Test
  void aRefusalBecauseOfAReleasedLeaseIsNamed() {
    LeaseView lease = granted(0, "a", "/x", 1);
    done(2, release(lease), lease, "RELEASED");
    answered(4, acquire("b", "/x"), new Outcome.Refused("SCOPE_OVERLAP", List.of("id-a-/x")));
    found(lease, "RELEASED");
    assertNamed(6, "was kept out by id-a-/x");
  }

  @Test
  void anAnswerAboutAnotherLeaseIsNamed() {
    LeaseView lease = granted(0, "a", "/x", 1);
    LeaseView other = granted(1, "b", "/y", 2);
    done(2, release(lease), other, "RELEASED");
    assertNamed(6, "was answered with");
  }

  @Test
  void aRefusalThatMakesNoSenseIsNamed() {
    refused(0, acquire("a", "/x"), "INTERNAL");
    assertNamed(2, "was refused with INTERNAL");
  }

  private void assertPasses(long seconds) {
    assertThat(HistoryChecker.check(history, leases, seconds * SECOND)).isEmpty();
  }

  private void assertNamed(long seconds, String what) {
    assertThat(HistoryChecker.check(history, leases, seconds * SECOND))
        .anySatisfy(sentence -> assertThat(sentence).contains(what));
  }

  private LeaseView granted(long seconds, String caller, String scope, long token) {
    return granted(seconds, caller, scope, "EXCLUSIVE", token);
  }

  private LeaseView granted(long seconds, String caller, String scope, String mode, long token) {
    LeaseView lease = lease(caller, scope, mode, token);
    Request acquire = new Acquire(caller, lease.requestId(), scope, mode, TTL / 1_000_000);
    done(seconds, acquire, lease, "ACTIVE");
    return lease;
  }

  private void done(long seconds, Request request, LeaseView lease, String state) {
    answered(seconds, request, new Outcome.Done(in(lease, state)));
  }

  private void refused(long seconds, Request request, String code) {
    answered(seconds, request, new Outcome.Refused(code, List.of()));
  }

  private void unknown(long seconds, Request request) {
    answered(seconds, request, new Outcome.Unknown());
  }

  /** Every request takes a tenth of a second. */
  private void answered(long seconds, Request request, Outcome outcome) {
    long sent = seconds * SECOND;
    history.add(new Attempt(request, sent, sent + SECOND / 10, outcome));
  }

  private void found(LeaseView lease, String state) {
    leases.add(in(lease, state));
  }

  private static Request acquire(String caller, String scope) {
    return new Acquire(
        caller, "request-" + caller + "-" + scope, scope, "EXCLUSIVE", TTL / 1_000_000);
  }

  private static Request renew(LeaseView lease) {
    return new Renew(lease.holder(), "renew-" + lease.leaseId(), lease.leaseId(), TTL / 1_000_000);
  }

  private static Request release(LeaseView lease) {
    return new Release(lease.holder(), "release-" + lease.leaseId(), lease.leaseId());
  }

  private static LeaseView lease(String holder, String scope, long token) {
    return lease(holder, scope, "EXCLUSIVE", token);
  }

  private static LeaseView lease(String holder, String scope, String mode, long token) {
    String name = holder + "-" + scope;
    return new LeaseView(
        "id-" + name,
        holder,
        scope,
        mode,
        "ACTIVE",
        token,
        0,
        TTL,
        TTL,
        Instant.EPOCH,
        Instant.EPOCH,
        token,
        token + TTL,
        "request-" + name);
  }

  private static LeaseView in(LeaseView lease, String state) {
    return copy(lease, lease.leaseId(), state, lease.fencingToken(), lease.renewalCount());
  }

  private static LeaseView withId(LeaseView lease, String id, long token) {
    return copy(lease, id, lease.state(), token, lease.renewalCount());
  }

  private static LeaseView renewed(LeaseView lease) {
    int count = lease.renewalCount() + 1;
    return copy(lease, lease.leaseId(), lease.state(), lease.fencingToken(), count);
  }

  private static LeaseView copy(LeaseView v, String id, String state, long token, int renewals) {
    return new LeaseView(
        id,
        v.holder(),
        v.scope(),
        v.mode(),
        state,
        token,
        renewals,
        v.ttlNanos(),
        v.remainingNanos(),
        v.issuedAt(),
        v.expiresAt(),
        v.issuedAtTick(),
        v.issuedAtTick() + TTL + renewals,
        v.requestId());
  }
}
