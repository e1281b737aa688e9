package dev.leasehold.testing.exploration;

import dev.leasehold.testing.simulation.audit.AuditFailure;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Goes every way through an alphabet, breadth first, so that what it finds it finds by a shortest
 * way. Ways that lead to the same state go on as one.
 */
public final class Explorer {

  private final Alphabet alphabet;
  private final Supplier<Subject> subjects;
  private final Set<String> seen = new HashSet<>();
  private final Deque<Node> open = new ArrayDeque<>();
  private final Set<String> idle = new LinkedHashSet<>();
  private long transitions;
  private int depth;

  /**
   * The extent of an exploration.
   *
   * @param complete whether there is nothing beyond, however deep one goes
   * @param idle actions that never changed anything, for a reader to wonder why
   */
  public record Visited(
      int states, long transitions, int depth, boolean complete, Set<String> idle) {}

  /** A state and the way to it. */
  private record Node(@Nullable Node from, @Nullable Action by, int depth, String key) {

    List<Action> way() {
      Deque<Action> way = new ArrayDeque<>();
      for (Node node = this; node != null && node.by != null; node = node.from) {
        way.addFirst(node.by);
      }
      return List.copyOf(way);
    }
  }

  public Explorer(Alphabet alphabet, Supplier<Subject> subjects) {
    this.alphabet = alphabet;
    this.subjects = subjects;
    alphabet.actions().forEach(action -> idle.add(action.name()));
  }

  /** Visits all states that so many actions reach, or as many as there is time for. */
  public Visited explore(int maxDepth, long maxNanos) {
    long begun = System.nanoTime();
    Node root = new Node(null, null, 0, "root");
    seen.add(root.key);
    open.add(root);
    while (!open.isEmpty()) {
      Node node = open.element();
      if (node.depth == maxDepth || System.nanoTime() - begun > maxNanos) {
        break;
      }
      open.remove();
      expand(node);
    }
    return new Visited(seen.size(), transitions, depth, open.isEmpty(), idle);
  }

  private void expand(Node node) {
    Walk walk = null;
    for (Action action : alphabet.actions()) {
      try {
        walk = walk == null ? walkTo(node) : walk;
        walk = take(node, walk, action) ? null : walk;
      } catch (Violation | AuditFailure found) {
        throw failure(node, action, found);
      } catch (RuntimeException thrown) {
        throw failure(
            node, action, new Violation(Rule.NOTHING_IS_THROWN, thrown.toString(), thrown));
      }
    }
  }

  private Walk walkTo(Node node) {
    Walk walk = new Walk(subjects.get());
    alphabet.beginning().forEach(walk::follow);
    node.way().forEach(walk::follow);
    return walk;
  }

  /** Takes an action; false if it changed nothing, so that the walk is still where it was. */
  private boolean take(Node node, Walk walk, Action action) {
    if (action instanceof Action.Send send) {
      transitions++;
      if (!new Transition(walk, send).take()) {
        return false;
      }
    } else if (walk.pass()) {
      transitions++;
    } else {
      return false;
    }
    idle.remove(action.name());
    arrive(node, walk, action);
    return true;
  }

  private void arrive(Node node, Walk walk, Action action) {
    VisibleState view = walk.isSettled() ? VisibleState.of(walk) : null;
    String key;
    if (view != null) {
      key = StateKey.of(view, walk.unshown, walk.made().keySet());
    } else if (action instanceof Action.Pass) {
      key = StateKey.hash(node.key + " and time has passed");
    } else {
      key = StateKey.hash(node.key + " and half of it is recorded by " + action.name());
    }
    if (seen.add(key)) {
      byte[] snapshot = walk.subject.snapshot();
      new Liveness(walk.subject.restored(snapshot), walk.now()).checkWaitedOut();
      new Liveness(walk.subject.restored(snapshot), walk.now()).checkTakenAway();
      open.add(new Node(node, action, node.depth + 1, key));
      depth = Math.max(depth, node.depth + 1);
    }
  }

  private IllegalStateException failure(Node node, Action action, RuntimeException found) {
    String way = node.way().stream().map(Action::name).collect(Collectors.joining("\n  "));
    return new IllegalStateException(
        "%s%nwith the alphabet %s, after%n  %s%nby%n  %s"
            .formatted(found.getMessage(), alphabet.name(), way, action.name()),
        found);
  }
}
