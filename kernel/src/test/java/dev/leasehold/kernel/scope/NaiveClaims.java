package dev.leasehold.kernel.scope;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/** The index beside a list that is always looked through as a whole. */
final class NaiveClaims {

  record Claim(List<String> patterns, int owner) {
    Scope scope() {
      return Scopes.scope(patterns);
    }
  }

  final ClaimIndex<Integer> index = new ClaimIndex<>();
  private final List<Claim> claims = new ArrayList<>();
  private final BiPredicate<List<String>, List<String>> overlap;
  private int nextOwner;

  NaiveClaims(BiPredicate<List<String>, List<String>> overlap) {
    this.overlap = overlap;
  }

  int size() {
    return claims.size();
  }

  void add(List<String> patterns) {
    Claim claim = new Claim(patterns, nextOwner++);
    claims.add(claim);
    index.add(claim.scope(), claim.owner);
  }

  void remove(int number) {
    Claim claim = claims.remove(number);
    index.remove(claim.scope(), claim.owner);
  }

  Set<Integer> expected(List<String> query) {
    Set<Integer> owners = new TreeSet<>();
    for (Claim claim : claims) {
      if (overlap.test(claim.patterns, query)) {
        owners.add(claim.owner);
      }
    }
    return owners;
  }

  List<Integer> visits(List<String> query) {
    return visits(index, query);
  }

  /** The view of an index that was built from the present claims, in the same order. */
  List<Integer> visitsOfAFreshIndex(List<String> query) {
    ClaimIndex<Integer> fresh = new ClaimIndex<>();
    claims.forEach(claim -> fresh.add(claim.scope(), claim.owner));
    return visits(fresh, query);
  }

  private static List<Integer> visits(ClaimIndex<Integer> index, List<String> query) {
    List<Integer> visited = new ArrayList<>();
    StepLimit work = StepLimit.ofOneCommand();
    index.visitOverlapping(Scopes.scope(query), work, visited::add);
    if (work.isExhausted()) {
      throw new AssertionError("the work of one command was not enough");
    }
    return visited;
  }

  @Override
  public String toString() {
    return claims.toString();
  }
}
