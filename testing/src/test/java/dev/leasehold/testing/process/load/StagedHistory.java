package dev.leasehold.testing.process.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.testing.process.load.Request.Acquire;
import dev.leasehold.testing.process.load.Request.Release;
import dev.leasehold.testing.process.load.Request.Renew;
import dev.leasehold.testing.process.server.LeaseView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A history that was made up, to see what the checker says to it. Times are seconds. */
final class StagedHistory {

  private static final long SECOND = 1_000_000_000L;
  private static final long TTL = 10 * SECOND;

  private final List<Attempt> history = new ArrayList<>();
  private final List<LeaseView> leases = new ArrayList<>();

  /** Forgets which leases were found. */
  void lookAgain() {
    leases.clear();
  }

  void assertPasses(long seconds) {
    assertThat(HistoryChecker.check(history, leases, seconds * SECOND)).isEmpty();
  }

  void assertNamed(long seconds, String what) {
    assertThat(HistoryChecker.check(history, leases, seconds * SECOND))
        .anySatisfy(sentence -> assertThat(sentence).contains(what));
  }

  LeaseView granted(long seconds, String caller, String scope, long token) {
    return granted(seconds, caller, scope, "EXCLUSIVE", token);
  }

  LeaseView granted(long seconds, String caller, String scope, String mode, long token) {
    LeaseView lease = lease(caller, scope, mode, token);
    Request acquire = new Acquire(caller, lease.requestId(), scope, mode, TTL / 1_000_000);
    done(seconds, acquire, lease, "ACTIVE");
    return lease;
  }

  void done(long seconds, Request request, LeaseView lease, String state) {
    answered(seconds, request, new Outcome.Done(in(lease, state)));
  }

  void refused(long seconds, Request request, String code) {
    answered(seconds, request, new Outcome.Refused(code, List.of(), ""));
  }

  void unknown(long seconds, Request request) {
    answered(seconds, request, new Outcome.Unknown());
  }

  /** Every request takes a tenth of a second. */
  void answered(long seconds, Request request, Outcome outcome) {
    long sent = seconds * SECOND;
    history.add(new Attempt(request, sent, sent + SECOND / 10, outcome));
  }

  void found(LeaseView lease, String state) {
    leases.add(in(lease, state));
  }

  static Request acquire(String caller, String scope) {
    return new Acquire(
        caller, "request-" + caller + "-" + scope, scope, "EXCLUSIVE", TTL / 1_000_000);
  }

  static Request renew(LeaseView lease) {
    return new Renew(lease.holder(), "renew-" + lease.leaseId(), lease.leaseId(), TTL / 1_000_000);
  }

  static Request release(LeaseView lease) {
    return new Release(lease.holder(), "release-" + lease.leaseId(), lease.leaseId());
  }

  static LeaseView lease(String holder, String scope, long token) {
    return lease(holder, scope, "EXCLUSIVE", token);
  }

  static LeaseView lease(String holder, String scope, String mode, long token) {
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

  static LeaseView withId(LeaseView lease, String id, long token) {
    return copy(lease, id, lease.state(), token, lease.renewalCount());
  }

  static LeaseView renewed(LeaseView lease) {
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
