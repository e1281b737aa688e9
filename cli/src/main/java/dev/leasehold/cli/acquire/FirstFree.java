package dev.leasehold.cli.acquire;

import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Problem;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Takes the first free of several work items. There is no queue for one of many, so whoever waits
 * for several asks for all of them again after a pause: a refusal leaves no trace in the journal, a
 * place in a queue would.
 */
public final class FirstFree {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** The shortest wait that can be asked for. */
  private static final Duration ONE_MILLISECOND = Duration.ofMillis(1);

  /** An item that was taken, and what the server said. */
  public record Taken(String item, Reply reply) {}

  /** Makes the request for an item. */
  public interface Question {
    Body body(String item) throws IOException;
  }

  /** The leases that were in the way when all items were asked for last, by their ids. */
  private final Map<String, Fields> inTheWay = new LinkedHashMap<>();

  private @Nullable CallFailedException refused;
  private final List<String> items;
  private final Question question;
  private final Api api;
  private final Surroundings surroundings;

  public FirstFree(List<String> items, Question question, Api api, Surroundings surroundings) {
    this.items = items;
    this.question = question;
    this.api = api;
    this.surroundings = surroundings;
  }

  /**
   * Takes the first item that is free, now or within the time.
   *
   * @throws CallFailedException if all were held on every try; it names who was in the way
   */
  public Taken take(Duration patience) throws IOException {
    long begin = System.nanoTime();
    Taken taken = patience.isZero() ? now() : within(patience, begin);
    if (taken != null) {
      return taken;
    }
    throw patience.isZero() ? refusal() : timeout(Duration.ofNanos(System.nanoTime() - begin));
  }

  private @Nullable Taken now() throws IOException {
    refused = null;
    inTheWay.clear();
    for (String item : items) {
      try {
        return new Taken(item, ask(question.body(item)));
      } catch (CallFailedException e) {
        if (e.exit() != Exit.HELD) {
          throw e;
        }
        remember(e);
      }
    }
    return null;
  }

  private void remember(CallFailedException e) {
    refused = e;
    Problem problem = e.problem();
    if (problem != null) {
      problem.conflicts().forEach(conflict -> inTheWay.put(conflict.text("leaseId"), conflict));
    }
  }

  private CallFailedException refusal() {
    CallFailedException last = Objects.requireNonNull(refused);
    Problem problem = last.problem();
    return items.size() == 1 || problem == null || inTheWay.isEmpty()
        ? last
        : Conflicts.refusal(problem.withAll(conflicts(), allHeld()), allHeld());
  }

  private CallFailedException timeout(Duration waited) {
    CallFailedException last = refused;
    if (last == null) {
      return Acquisition.ranOut();
    }
    Problem problem = last.problem();
    return problem == null || inTheWay.isEmpty()
        ? last
        : Conflicts.timeout(problem.timedOut(conflicts(), waited, allHeld()), allHeld());
  }

  private List<Fields> conflicts() {
    return List.copyOf(inTheWay.values());
  }

  private String allHeld() {
    return items.size() == 1 ? "the item is held" : "all " + items.size() + " items are held";
  }

  /** Takes the first item that becomes free within the time; null if all were held on every try. */
  private @Nullable Taken within(Duration wait, long begin) throws IOException {
    Duration pause = FIRST_PAUSE;
    while (true) {
      long roundBegin = System.nanoTime();
      Taken taken = nowUnlessRunOut();
      long nanosLeft = wait.toNanos() - (System.nanoTime() - begin);
      if (taken != null || nanosLeft <= 0) {
        return taken;
      }
      Duration left = Duration.ofNanos(nanosLeft);
      // A long list is asked for half of the time at most.
      pause = longer(pause, Duration.ofNanos(System.nanoTime() - roundBegin));
      if (items.size() == 1) {
        Body body = question.body(items.get(0)).with("wait", longer(left, ONE_MILLISECOND));
        return new Taken(items.get(0), ask(body));
      }
      LockSupport.parkNanos(shorter(pause, left).toNanos());
      pause = shorter(pause.multipliedBy(2), longer(pause, LONGEST_PAUSE));
    }
  }

  /** An item that was granted and ran out before that was known here is asked for again. */
  private @Nullable Taken nowUnlessRunOut() throws IOException {
    try {
      return now();
    } catch (CallFailedException e) {
      if (!Acquisition.isRunOut(e)) {
        throw e;
      }
      return null;
    }
  }

  private Reply ask(Body body) throws IOException {
    return Acquisition.of(body, api, surroundings).sendUnlessEnded();
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? b : a;
  }
}
