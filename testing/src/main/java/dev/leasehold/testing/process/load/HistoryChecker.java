package dev.leasehold.testing.process.load;

import dev.leasehold.testing.process.load.Request.Acquire;
import dev.leasehold.testing.process.load.Request.Release;
import dev.leasehold.testing.process.load.Request.Renew;
import dev.leasehold.testing.process.server.LeaseView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Holds a server to what it has told its clients: what was acknowledged is there, what is unknown
 * happened wholly or not at all, and nothing else happened. It rests on clients' clocks and the
 * order of answers alone and never says that something is wrong when it could be right.
 */
public final class HistoryChecker {

  private static final Set<String> CONFLICTS = Set.of("SCOPE_OVERLAP", "ALREADY_LEASED");

  private final Collection<SentRequest> deeds;
  private final Map<String, LeaseStory> stories;
  private final Map<String, LeaseView> observed = new HashMap<>();
  private final long observedNanos;
  private final List<String> violations = new ArrayList<>();

  private HistoryChecker(List<Attempt> history, List<LeaseView> leases, long observedNanos) {
    this.deeds = SentRequest.of(history);
    this.stories = LeaseStory.of(deeds);
    this.observedNanos = observedNanos;
    leases.forEach(lease -> observed.put(lease.leaseId(), lease));
  }

  /**
   * @param leases all that the server knows, read when no request was under way
   * @param observedNanos when the last of them had been read
   * @return a sentence for everything that cannot be right
   */
  public static List<String> check(
      List<Attempt> history, List<LeaseView> leases, long observedNanos) {
    HistoryChecker checker = new HistoryChecker(history, leases, observedNanos);
    checker.deeds.forEach(checker::checkAnswers);
    checker.stories.values().forEach(checker::checkKept);
    checker.checkOrigins(leases);
    checker.violations.addAll(ExclusionChecker.check(checker.deeds, checker.stories, leases));
    return checker.violations;
  }

  private void checkAnswers(SentRequest deed) {
    Set<String> told = new HashSet<>();
    Set<String> ids = new HashSet<>();
    for (Attempt attempt : deed.attempts()) {
      switch (attempt.outcome()) {
        case Outcome.Done done -> {
          checkSubject(deed.request(), done.lease());
          told.add(done.lease().leaseId() + " with token " + done.lease().fencingToken());
          ids.add(done.lease().leaseId());
        }
        case Outcome.Refused refused -> {
          checkRefusal(attempt, refused);
          if (refused.isRunOut() && deed.request() instanceof Acquire) {
            ids.add(refused.leaseId());
          }
        }
        case Outcome.Unknown unknown -> {}
      }
    }
    if (told.size() > 1 || ids.size() > 1) {
      violation("retries of %s got different leases: %s %s".formatted(deed.request(), told, ids));
    }
  }

  private void checkSubject(Request request, LeaseView lease) {
    boolean fits =
        switch (request) {
          case Acquire acquire -> isWhatWasAsked(acquire, lease);
          case Renew renew -> lease.leaseId().equals(renew.leaseId());
          case Release release ->
              lease.leaseId().equals(release.leaseId()) && lease.state().equals("RELEASED");
        };
    if (!fits) {
      violation("%s was answered with %s".formatted(request, lease));
    }
  }

  private static boolean isWhatWasAsked(Acquire acquire, LeaseView lease) {
    return lease.scope().equals(acquire.scope())
        && lease.mode().equals(acquire.mode())
        && lease.holder().equals(acquire.caller())
        && lease.requestId().equals(acquire.requestId());
  }

  private void checkRefusal(Attempt attempt, Outcome.Refused refused) {
    switch (attempt.request()) {
      case Acquire acquire when CONFLICTS.contains(refused.code()) ->
          refused.conflictIds().forEach(id -> checkBlocker(attempt, id));
      case Acquire acquire when refused.isRunOut() -> checkRunOut(attempt, acquire, refused);
      case Renew renew when refused.isRunOut() -> checkTold(attempt, renew.leaseId());
      case Release release when refused.isRunOut() -> checkTold(attempt, release.leaseId());
      default -> violation("%s was refused with %s".formatted(attempt.request(), refused.code()));
    }
  }

  private void checkBlocker(Attempt attempt, String blockerId) {
    LeaseStory blocker = stories.get(blockerId);
    Long released = blocker == null ? null : blocker.releasedNanos();
    if (released != null && released < attempt.sentNanos()) {
      violation("%s was kept out by %s, released before".formatted(attempt.request(), blockerId));
    }
  }

  /** Checks a lease that ran out before the answer: it lasted its ttl, and is remembered. */
  private void checkRunOut(Attempt attempt, Acquire acquire, Outcome.Refused refused) {
    LeaseView now = observed.get(refused.leaseId());
    if (now == null || !now.state().equals("EXPIRED") || !isWhatWasAsked(acquire, now)) {
      violation("%s is said to have expired, and it is %s".formatted(acquire, now));
    }
    SentRequest deed =
        deeds.stream().filter(d -> d.attempts().contains(attempt)).findFirst().orElseThrow();
    if (attempt.answeredNanos() < deed.earliestNanos() + acquire.ttlMillis() * 1_000_000L) {
      violation("%s was called expired before its time".formatted(acquire));
    }
  }

  private void checkTold(Attempt attempt, String leaseId) {
    LeaseStory story = stories.get(leaseId);
    if (story != null && attempt.answeredNanos() < story.earliestExpiryNanos()) {
      violation("%s was called expired before its time".formatted(story.granted()));
    }
  }

  private void checkKept(LeaseStory story) {
    LeaseView granted = story.granted();
    LeaseView now = observed.get(granted.leaseId());
    if (now == null) {
      violation("a grant is lost: %s".formatted(granted));
      return;
    }
    if (!isSameGrant(granted, now)) {
      violation("a grant was changed: %s is now %s".formatted(granted, now));
    }
    if (now.renewalCount() < story.renewalsDone()) {
      violation("a renewal is lost: %d were done, now %s".formatted(story.renewalsDone(), now));
    }
    if (now.renewalCount() > story.renewalsPossible()) {
      violation(
          "a renewal counts twice: %d were sent, now %s".formatted(story.renewalsPossible(), now));
    }
    if (now.expiresAtTick() < story.latestDeadlineTick()) {
      violation("a deadline fell back from %d: now %s".formatted(story.latestDeadlineTick(), now));
    }
    checkState(story, now);
  }

  private void checkState(LeaseStory story, LeaseView now) {
    switch (now.state()) {
      case "RELEASED" -> {
        if (!story.isReleasePossible()) {
          violation("nobody asked for this release: %s".formatted(now));
        }
      }
      case "ACTIVE", "EXPIRED" -> {
        if (story.isReleaseDone()) {
          violation("a release is lost: %s".formatted(now));
        }
        if (!now.isActive() && observedNanos < story.earliestExpiryNanos()) {
          violation("ended before its time: %s".formatted(now));
        }
      }
      default -> violation("nobody asked for this state: %s".formatted(now));
    }
  }

  private static boolean isSameGrant(LeaseView granted, LeaseView now) {
    return granted.fencingToken() == now.fencingToken()
        && granted.holder().equals(now.holder())
        && granted.scope().equals(now.scope())
        && granted.mode().equals(now.mode())
        && granted.issuedAtTick() == now.issuedAtTick()
        && granted.requestId().equals(now.requestId());
  }

  /** Every lease goes back to one request, and every request to one lease at most. */
  private void checkOrigins(List<LeaseView> leases) {
    Map<String, SentRequest> possible = new HashMap<>();
    for (SentRequest deed : deeds) {
      if (deed.request() instanceof Acquire && deed.isPossible()) {
        possible.put(deed.request().requestId(), deed);
      }
    }
    Map<String, LeaseView> origins = new HashMap<>();
    for (LeaseView lease : leases) {
      if (!possible.containsKey(lease.requestId())) {
        violation("a lease from nowhere: %s".formatted(lease));
      }
      LeaseView other = origins.put(lease.requestId(), lease);
      if (other != null) {
        violation("one request made two leases: %s and %s".formatted(other, lease));
      }
    }
  }

  private void violation(String sentence) {
    violations.add(sentence);
  }
}
