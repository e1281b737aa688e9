package dev.leasehold.testing.process.load;

import dev.leasehold.testing.process.load.Request.Acquire;
import dev.leasehold.testing.process.server.LeaseView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks leases against each other: tokens rise and are never given twice, and conflicting leases
 * exclude each other.
 */
final class ExclusionChecker {

  private final List<String> violations = new ArrayList<>();

  private ExclusionChecker() {}

  static List<String> check(
      Collection<SentRequest> deeds, Map<String, LeaseStory> stories, List<LeaseView> leases) {
    ExclusionChecker checker = new ExclusionChecker();
    checker.checkUnique(stories.values(), leases);
    checker.checkRise(deeds);
    checker.checkHeldOnce(stories.values());
    checker.checkActive(leases);
    return checker.violations;
  }

  private void checkUnique(Collection<LeaseStory> stories, List<LeaseView> leases) {
    Map<Long, String> owners = new HashMap<>();
    stories.forEach(story -> claim(owners, story.granted()));
    leases.forEach(lease -> claim(owners, lease));
  }

  private void claim(Map<Long, String> owners, LeaseView lease) {
    String owner = owners.putIfAbsent(lease.fencingToken(), lease.leaseId());
    if (owner != null && !owner.equals(lease.leaseId())) {
      violation(
          "token %d was given twice: %s, %s"
              .formatted(lease.fencingToken(), owner, lease.leaseId()));
    }
  }

  /** A grant that was known before another was asked for has the smaller token. */
  private void checkRise(Collection<SentRequest> deeds) {
    List<SentRequest> grants =
        deeds.stream().filter(deed -> deed.request() instanceof Acquire && deed.isDone()).toList();
    List<SentRequest> byAnswer =
        grants.stream().sorted(Comparator.comparingLong(ExclusionChecker::answered)).toList();
    List<SentRequest> bySending =
        grants.stream().sorted(Comparator.comparingLong(SentRequest::earliestNanos)).toList();
    long largest = 0;
    int known = 0;
    for (SentRequest grant : bySending) {
      while (answered(byAnswer.get(known)) < grant.earliestNanos()) {
        largest = Math.max(largest, token(byAnswer.get(known)));
        known++;
      }
      if (token(grant) <= largest) {
        violation("token %d was given after token %d".formatted(token(grant), largest));
      }
    }
  }

  private static long answered(SentRequest grant) {
    Attempt done = grant.firstDone();
    return done == null ? Long.MAX_VALUE : done.answeredNanos();
  }

  private static long token(SentRequest grant) {
    return grant.leases().get(0).fencingToken();
  }

  /** Checks that every conflicting lease before a grant can have ended when the grant was known. */
  private void checkHeldOnce(Collection<LeaseStory> stories) {
    Map<String, List<LeaseStory>> byArea = new HashMap<>();
    for (LeaseStory story : stories) {
      byArea.computeIfAbsent(area(story), name -> new ArrayList<>()).add(story);
    }
    for (List<LeaseStory> area : byArea.values()) {
      area.sort(Comparator.comparingLong(story -> story.granted().fencingToken()));
      for (int later = 1; later < area.size(); later++) {
        for (LeaseStory earlier : area.subList(0, later)) {
          checkHandedOn(earlier, area.get(later));
        }
      }
    }
  }

  /** Scopes of the load conflict only if they begin with the same name. */
  private static String area(LeaseStory story) {
    return story.granted().scope().split("/", 3)[1];
  }

  private void checkHandedOn(LeaseStory earlier, LeaseStory later) {
    if (earlier.earliestEndNanos() > later.grantedNanos()
        && earlier.granted().conflictsWith(later.granted())) {
      violation("%s was granted during %s".formatted(later.granted(), earlier.granted()));
    }
  }

  private void checkActive(List<LeaseView> leases) {
    List<LeaseView> active = leases.stream().filter(LeaseView::isActive).toList();
    for (int i = 0; i < active.size(); i++) {
      for (LeaseView other : active.subList(0, i)) {
        if (active.get(i).conflictsWith(other)) {
          violation("two conflicting leases are active: %s and %s".formatted(other, active.get(i)));
        }
      }
    }
  }

  private void violation(String sentence) {
    violations.add(sentence);
  }
}
