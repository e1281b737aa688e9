package dev.leasehold.testing.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/** A lease as the auditor keeps it: plain fields, changed in place. */
final class Entry {

  final String id;
  final boolean callersId;
  final String policy;
  final String space;
  final Set<String> paths;
  final boolean exclusive;
  final String holder;
  final long token;
  final int maxRenewals;
  final long epoch;

  String state = "ACTIVE";
  long ttlNanos;
  long deadline;
  int renewals;
  long endedTick;

  /** Until when it keeps others out after its deadline; 0 if it does not. */
  long graceEnd;

  /** The time that must really have passed before it may expire. */
  long promisedTrueNanos;

  /** Keys of the requests that are remembered with it, and of those that may be. */
  final List<String> grantKeys = new ArrayList<>();

  final Deque<String> changeKeys = new ArrayDeque<>();
  final List<String> fadedKeys = new ArrayList<>();

  Entry(
      String id,
      boolean callersId,
      String policy,
      String space,
      Set<String> paths,
      boolean exclusive,
      String holder,
      long token,
      int maxRenewals,
      long epoch) {
    this.id = id;
    this.callersId = callersId;
    this.policy = policy;
    this.space = space;
    this.paths = paths;
    this.exclusive = exclusive;
    this.holder = holder;
    this.token = token;
    this.maxRenewals = maxRenewals;
    this.epoch = epoch;
  }

  boolean isActive() {
    return state.equals("ACTIVE");
  }

  boolean isInGrace() {
    return state.equals("EXPIRED") && graceEnd != 0;
  }

  boolean blocks() {
    return isActive() || isInGrace();
  }

  long dueTick() {
    return isActive() ? deadline : graceEnd;
  }

  boolean conflictsWith(String otherSpace, Set<String> otherPaths, boolean otherExclusive) {
    return space.equals(otherSpace)
        && (exclusive || otherExclusive)
        && !Collections.disjoint(paths, otherPaths);
  }

  PolicyFacts facts() {
    return PolicyFacts.of(policy);
  }

  @Override
  public String toString() {
    return id + " (" + policy + ", " + holder + ", " + state + ", until " + deadline + ")";
  }
}
