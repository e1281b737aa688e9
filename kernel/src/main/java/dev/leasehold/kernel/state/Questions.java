package dev.leasehold.kernel.state;

import dev.leasehold.kernel.Limits;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The questions of the last minute or so, to tell who asks too often. Those that are older go when
 * the next one comes, so there are never more than {@link Limits#MAX_QUESTIONS_A_MINUTE}.
 */
public final class Questions {

  /** Somebody asked for a lease at the tick. */
  public record Question(String asker, String leaseId, long tick) {
    long againTick() {
      return tick + Limits.ASK_EVERY_NANOS;
    }
  }

  private final ArrayDeque<Question> inOrder = new ArrayDeque<>();
  private final Map<String, Map<String, Question>> byAsker = new HashMap<>();

  /** When the asker may ask for this lease again; empty if it may already. */
  public OptionalLong nextFor(String asker, String leaseId, long tick) {
    Question last = of(asker).get(leaseId);
    return last == null ? OptionalLong.empty() : later(List.of(last), 1, tick);
  }

  /** When the asker may ask for any other lease again; empty if it may already. */
  public OptionalLong nextOf(String asker, long tick) {
    return later(of(asker).values(), Limits.MAX_QUESTIONS_OF_ONE_A_MINUTE, tick);
  }

  /** When anybody may ask again; empty if that is already. */
  public OptionalLong next(long tick) {
    Question oldest = inOrder.peekFirst();
    return oldest == null || inOrder.size() < Limits.MAX_QUESTIONS_A_MINUTE
        ? OptionalLong.empty()
        : later(List.of(oldest), 1, tick);
  }

  /** When the first of so many questions counts no more; empty if fewer count at the tick. */
  private static OptionalLong later(Collection<Question> asked, int limit, long tick) {
    long[] counting =
        asked.stream().mapToLong(Question::againTick).filter(again -> again > tick).toArray();
    return counting.length < limit ? OptionalLong.empty() : Arrays.stream(counting).min();
  }

  private Map<String, Question> of(String asker) {
    return byAsker.getOrDefault(asker, Collections.emptyMap());
  }

  public void add(Question question) {
    for (Question oldest = inOrder.peekFirst();
        oldest != null && oldest.againTick() <= question.tick;
        oldest = inOrder.peekFirst()) {
      forget(inOrder.removeFirst());
    }
    inOrder.addLast(question);
    byAsker
        .computeIfAbsent(question.asker, asker -> new HashMap<>())
        .put(question.leaseId, question);
  }

  private void forget(Question question) {
    byAsker.computeIfPresent(
        question.asker,
        (asker, asked) -> {
          asked.remove(question.leaseId, question);
          return asked.isEmpty() ? null : asked;
        });
  }

  public @Nullable Question newest() {
    return inOrder.peekLast();
  }

  public int size() {
    return inOrder.size();
  }

  /** The oldest first. */
  public Iterable<Question> all() {
    return inOrder;
  }
}
