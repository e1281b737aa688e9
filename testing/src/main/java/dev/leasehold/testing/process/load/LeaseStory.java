package dev.leasehold.testing.process.load;

import dev.leasehold.testing.process.load.Request.Acquire;
import dev.leasehold.testing.process.load.Request.Release;
import dev.leasehold.testing.process.load.Request.Renew;
import dev.leasehold.testing.process.server.LeaseView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The story of one lease that was granted to a client, as far as clients know it. */
final class LeaseStory {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final LeaseView granted;
  private final long grantedNanos;
  private final List<SentRequest> renewals = new ArrayList<>();
  private final List<SentRequest> releases = new ArrayList<>();
  private long earliestExpiryNanos;
  private long earliestReleaseNanos = Long.MAX_VALUE;
  private long latestDeadlineTick;

  private LeaseStory(SentRequest grant, Acquire acquire, Attempt first, LeaseView granted) {
    this.granted = granted;
    this.grantedNanos = first.answeredNanos();
    this.earliestExpiryNanos = grant.earliestNanos() + acquire.ttlMillis() * NANOS_PER_MILLI;
    this.latestDeadlineTick = granted.expiresAtTick();
  }

  /** By lease id, in the order of the grants' requests. */
  static Map<String, LeaseStory> of(Collection<SentRequest> deeds) {
    Map<String, LeaseStory> stories = new LinkedHashMap<>();
    for (SentRequest deed : deeds) {
      Attempt first = deed.firstDone();
      if (deed.request() instanceof Acquire acquire
          && first != null
          && first.outcome() instanceof Outcome.Done done) {
        stories.put(done.lease().leaseId(), new LeaseStory(deed, acquire, first, done.lease()));
      }
    }
    for (SentRequest deed : deeds) {
      switch (deed.request()) {
        case Acquire acquire -> {}
        case Renew renew -> told(stories, renew.leaseId()).renewed(deed, renew);
        case Release release -> told(stories, release.leaseId()).released(deed);
      }
    }
    return stories;
  }

  private static LeaseStory told(Map<String, LeaseStory> stories, String leaseId) {
    LeaseStory story = stories.get(leaseId);
    if (story == null) {
      throw new IllegalArgumentException(
          "a request about a lease that was not granted: " + leaseId);
    }
    return story;
  }

  private void renewed(SentRequest deed, Renew renew) {
    renewals.add(deed);
    if (deed.isDone()) {
      long end = deed.earliestNanos() + renew.ttlMillis() * NANOS_PER_MILLI;
      earliestExpiryNanos = Math.max(earliestExpiryNanos, end);
    }
    for (LeaseView lease : deed.leases()) {
      latestDeadlineTick = Math.max(latestDeadlineTick, lease.expiresAtTick());
    }
  }

  private void released(SentRequest deed) {
    releases.add(deed);
    if (deed.isPossible()) {
      earliestReleaseNanos = Math.min(earliestReleaseNanos, deed.earliestNanos());
    }
  }

  LeaseView granted() {
    return granted;
  }

  /** When the client learnt of the grant, so it was held at the latest from then. */
  long grantedNanos() {
    return grantedNanos;
  }

  long renewalsDone() {
    return renewals.stream().filter(SentRequest::isDone).count();
  }

  long renewalsPossible() {
    return renewals.stream().filter(SentRequest::isPossible).count();
  }

  boolean isReleaseDone() {
    return releases.stream().anyMatch(SentRequest::isDone);
  }

  boolean isReleasePossible() {
    return earliestReleaseNanos != Long.MAX_VALUE;
  }

  /** When its end by release was known; null if it never was. */
  @Nullable Long releasedNanos() {
    for (SentRequest release : releases) {
      Attempt done = release.firstDone();
      if (done != null) {
        return done.answeredNanos();
      }
    }
    return null;
  }

  /** The earliest moment at which time can have ended the lease. */
  long earliestExpiryNanos() {
    return earliestExpiryNanos;
  }

  /** The earliest moment at which anything can have ended the lease. */
  long earliestEndNanos() {
    return Math.min(earliestExpiryNanos, earliestReleaseNanos);
  }

  long latestDeadlineTick() {
    return latestDeadlineTick;
  }
}
