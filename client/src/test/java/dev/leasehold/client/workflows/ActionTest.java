package dev.leasehold.client.workflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.ToNumberPolicy;
import com.google.gson.reflect.TypeToken;
import dev.leasehold.client.guard.Act;
import dev.leasehold.client.guard.FencePath;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ActionTest {

  private static final Draft DRAFT = Action.of(Action.Type.EFFECT, "payments", Map.of("cents", 5));

  private static Action action() {
    return new Action(
        UUID.randomUUID(),
        Action.Type.EFFECT,
        "payments",
        Map.of("cents", 5L, "lines", List.of("a", "b")),
        List.of(UUID.randomUUID()),
        5,
        Duration.ofSeconds(30),
        "lease-1",
        3,
        List.of(7L, 9L),
        2);
  }

  @Test
  void aDraftHasPriorityFiveThirtySecondsAndNoRetries() {
    assertThat(DRAFT.priority()).isEqualTo(5);
    assertThat(DRAFT.timeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(DRAFT.retries()).isZero();
    assertThat(DRAFT.dependencies()).isEmpty();
    assertThat(DRAFT.actionId()).isNotEqualTo(Action.of(DRAFT.type(), "x", Map.of()).actionId());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void prioritiesWithinBoundsPass(int priority) {
    assertThat(DRAFT.withPriority(priority).priority()).isEqualTo(priority);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 11})
  void otherPrioritiesDoNot(int priority) {
    assertThatIllegalArgumentException().isThrownBy(() -> DRAFT.withPriority(priority));
  }

  @ParameterizedTest
  @ValueSource(longs = {100, 300_000})
  void timeoutsWithinBoundsPass(long millis) {
    assertThat(DRAFT.withTimeout(Duration.ofMillis(millis)).timeout().toMillis()).isEqualTo(millis);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 99, 300_001})
  void otherTimeoutsDoNot(long millis) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DRAFT.withTimeout(Duration.ofMillis(millis)));
  }

  @Test
  void aTimeoutIsInWholeMilliseconds() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DRAFT.withTimeout(Duration.ofNanos(200_000_001)));
  }

  @ParameterizedTest
  @CsvSource({"0,true", "10,true", "-1,false", "11,false"})
  void retriesAreZeroToTen(int retries, boolean passes) {
    if (passes) {
      assertThat(DRAFT.withRetries(retries).retries()).isEqualTo(retries);
    } else {
      assertThatIllegalArgumentException().isThrownBy(() -> DRAFT.withRetries(retries));
    }
  }

  @Test
  void aTargetHasOneToAHundredCharacters() {
    assertThat(Action.of(Action.Type.CUSTOM, "x".repeat(100), Map.of()).target()).hasSize(100);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Action.of(Action.Type.CUSTOM, "", Map.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Action.of(Action.Type.CUSTOM, "x".repeat(101), Map.of()));
  }

  @Test
  void anActionDoesNotWaitForItself() {
    Action first = action();
    assertThat(DRAFT.after(first).dependencies()).containsExactly(first.actionId());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DRAFT.withActionId(first.actionId()).after(first));
  }

  @Test
  void nobodyCanChangeAPayloadAfterwards() {
    List<Object> lines = new ArrayList<>(List.of("a"));
    Map<String, Object> payload = new HashMap<>(Map.of("lines", lines));
    Draft draft = Action.of(Action.Type.COMPUTE, "x", payload);

    lines.add("b");
    payload.put("more", 1);

    assertThat(draft.payload()).isEqualTo(Map.of("lines", List.of("a")));
    assertThatThrownBy(() -> draft.payload().put("more", 1))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aPayloadHasOnlyWhatJsonHas() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Action.of(Action.Type.COMPUTE, "x", Map.of("thread", new Object())));
    Map<String, Object> circle = new HashMap<>();
    circle.put("self", circle);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Action.of(Action.Type.COMPUTE, "x", circle));
  }

  @Test
  void whatAGuardLooksAtIsInIt() {
    assertThat(action().act()).isEqualTo(Act.of("lease-1", 3, FencePath.of(7L, 9L)));
  }

  @Test
  void itIsReadAsItWasWritten() {
    Action action = action();
    assertThat(Action.fromMap(action.toMap())).isEqualTo(action);
  }

  @Test
  void itPassesThroughAJsonLibrary() {
    Gson json = new GsonBuilder().setObjectToNumberStrategy(ToNumberPolicy.LONG_OR_DOUBLE).create();
    Action action = action();

    Map<String, Object> read =
        json.fromJson(
            json.toJson(action.toMap()), new TypeToken<Map<String, Object>>() {}.getType());

    assertThat(Action.fromMap(read)).isEqualTo(action);
  }

  @Test
  void numbersOfAPayloadAreFixedAndFinite() {
    AtomicInteger counter = new AtomicInteger(5);
    Draft draft = Action.of(Action.Type.COMPUTE, "x", Map.of("count", counter));
    counter.set(6);

    assertThat(draft.payload()).isEqualTo(Map.of("count", BigDecimal.valueOf(5)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Action.of(Action.Type.COMPUTE, "x", Map.of("rate", Double.NaN)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "action_id",
        "type",
        "target",
        "payload",
        "dependencies",
        "priority",
        "timeout_ms",
        "lease_id",
        "epoch",
        "fence_path",
        "retries"
      })
  void noFieldMayBeMissingOrOfAnotherKind(String field) {
    Map<String, Object> without = new HashMap<>(action().toMap());
    without.remove(field);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Action.fromMap(without))
        .withMessageContaining(field);

    Map<String, Object> odd = new HashMap<>(action().toMap());
    odd.put(field, true);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Action.fromMap(odd))
        .withMessageContaining(field);
  }

  @Test
  void aFieldThatIsNotKnownIsRefusedByName() {
    Map<String, Object> more = new HashMap<>(action().toMap());
    more.put("urgency", 3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Action.fromMap(more))
        .withMessageContaining("urgency");
  }

  @Test
  void numbersAreWhole() {
    Map<String, Object> broken = new HashMap<>(action().toMap());
    broken.put("priority", 2.5);
    assertThatIllegalArgumentException().isThrownBy(() -> Action.fromMap(broken));
    broken.put("priority", 5_000_000_000L);
    assertThatIllegalArgumentException().isThrownBy(() -> Action.fromMap(broken));
    broken.put("priority", 4.0);
    assertThat(Action.fromMap(broken).priority()).isEqualTo(4);
  }
}
