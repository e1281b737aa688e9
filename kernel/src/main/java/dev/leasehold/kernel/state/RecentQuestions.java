package dev.leasehold.kernel.state;

import dev.leasehold.kernel.policy.Limits;
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
 * The requests of the last minute or so in which callers asked holders for their leases, kept to
 * refuse those who ask too often. Older ones are dropped when the next one comes, so there are
 * never more than {@link Limits#MAX_QUESTIONS_A_MINUTE}.
 */
public final class RecentQuestions {

  /**
   * A caller's request to a holder for its lease, made at the tick.
   *
   * @param requestId by which a retry is known for as long as the question counts; null for none
   */
  public record Question(String asker, String leaseId, long tick, @Nullable RequestId requestId) {
    long againTick() {
      return tick + Limits.ASK_EVERY_NANOS;
    }

    private @Nullable RequestKey key() {
      return requestId == null ? null : new RequestKey(asker, requestId.id, requestId.space);
    }
  }

  /** The id of the request that asked. It lives with the question, not with another's lease. */
  public record RequestId(String space, String id, long fingerprint) {}

  private final ArrayDeque<Question> inOrder = new ArrayDeque<>();
  private final Map<String, Map<String, Question>> byAsker = new HashMap<>();
  private final Map<RequestKey, Question> byRequest = new HashMap<>();

  /** The fingerprint of the request that asked under this id; empty if no question counts. */
  public OptionalLong fingerprint(RequestKey key, long tick) {
    Question question = byRequest.get(key);
    return question == null || question.requestId == null || question.againTick() <= tick
        ? OptionalLong.empty()
        : OptionalLong.of(question.requestId.fingerprint);
  }

  /** When the asker may ask for this lease again; empty if it may already. */
  public OptionalLong nextFor(String asker, String leaseId, long tick) {
    Question last = of(asker).get(leaseId);
    return last == null ? OptionalLong.empty() : later(List.of(last), 1, tick);
  }

  /** When the asker may ask for any other lease again; empty if it may already. */
  public OptionalLong nextOf(String asker, long tick) {
    return later(of(asker).values(), Limits.MAX_QUESTIONS_OF_ONE_A_MINUTE, tick);
  }

  /** The tick at which the next question of anybody is taken; empty if one is taken now. */
  public OptionalLong next(long tick) {
    Question oldest = inOrder.peekFirst();
    return oldest == null || inOrder.size() < Limits.MAX_QUESTIONS_A_MINUTE
        ? OptionalLong.empty()
        : later(List.of(oldest), 1, tick);
  }

  /** The tick at which the oldest question leaves the limit; empty if the limit is not reached. */
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
    RequestKey key = question.key();
    if (key != null) {
      byRequest.put(key, question);
    }
  }

  private void forget(Question question) {
    RequestKey key = question.key();
    if (key != null) {
      byRequest.remove(key, question);
    }
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
  public List<Question> all() {
    return List.copyOf(inOrder);
  }
}
