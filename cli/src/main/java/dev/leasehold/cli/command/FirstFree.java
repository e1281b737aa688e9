package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Problem;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Takes the first free of several work items. There is no queue for one of many, so whoever waits
 * for several asks for all of them again after a pause: a refusal leaves no trace in the journal, a
 * place in a queue would.
 */
final class FirstFree {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** Enough to see whom to ask. */
  private static final int MOST_NAMED = 3;

  /** An item that was taken, and what the server said. */
  record Taken(String item, Reply reply) {}

  /** Makes the request for an item. */
  interface Question {
    Body body(String item) throws IOException;
  }

  private final Set<String> holders = new LinkedHashSet<>();
  private final List<String> items;
  private final Question question;
  private final Api api;
  private final Surroundings surroundings;

  FirstFree(List<String> items, Question question, Api api, Surroundings surroundings) {
    this.items = items;
    this.question = question;
    this.api = api;
    this.surroundings = surroundings;
  }

  /** Takes the first item that is free now; null if all are held. */
  @Nullable Taken now() throws IOException {
    for (String item : items) {
      try {
        return new Taken(item, ask(question.body(item)));
      } catch (CallFailedException e) {
        if (e.exit() != Exit.HELD) {
          throw e;
        }
        remember(e.problem());
      }
    }
    return null;
  }

  private void remember(@Nullable Problem problem) {
    if (problem != null) {
      problem.conflicts().forEach(conflict -> holders.add(conflict.text("holder")));
    }
  }

  /** Names the holders that were in the way, as the end of a sentence. */
  String byWhom() {
    if (holders.isEmpty()) {
      return "";
    }
    String named = holders.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    int others = holders.size() - MOST_NAMED;
    return " by " + named + (others > 0 ? " and " + others + " more" : "");
  }

  /** Takes the first item that becomes free within the time; null if all were held on every try. */
  @Nullable Taken within(Duration wait) throws IOException {
    long begin = System.nanoTime();
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
        return inQueue(items.get(0), left);
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

  private @Nullable Taken inQueue(String item, Duration wait) throws IOException {
    Body body = question.body(item).with("wait", longer(wait, Duration.ofMillis(1)));
    try {
      return new Taken(item, ask(body));
    } catch (CallFailedException e) {
      if (e.exit() != Exit.TIMED_OUT) {
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
