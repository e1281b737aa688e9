package dev.leasehold.node.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.node.sequence.OverloadedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Questions to the file of messages are answered, whatever becomes of them. */
@Timeout(60)
class DeliveryQuestionsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final DeliveryQuestions questions = new DeliveryQuestions();

  @AfterEach
  void close() {
    questions.close();
  }

  @Test
  void anErrorIsToldToTheOneWhoAskedAndTheNextIsAnswered() {
    CompletableFuture<String> failed =
        questions.ask(
            () -> {
              throw new StackOverflowError("planted");
            });

    assertThat(failed)
        .failsWithin(PATIENCE)
        .withThrowableThat()
        .withRootCauseInstanceOf(StackOverflowError.class);
    assertThat(questions.ask(() -> "answer")).succeedsWithin(PATIENCE).isEqualTo("answer");
  }

  @Test
  void oneTooManyIsRefusedAtOnceAndTheOthersAreAnswered() {
    CountDownLatch file = new CountDownLatch(1);
    List<CompletableFuture<Boolean>> asked = new ArrayList<>();
    asked.add(
        questions.ask(
            () -> {
              file.await();
              return true;
            }));
    for (int i = 0; i < DeliveryQuestions.MAX_WAITING; i++) {
      asked.add(questions.ask(() -> true));
    }

    assertThat(questions.ask(() -> true))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withRootCauseInstanceOf(OverloadedException.class);
    file.countDown();
    assertThat(asked).allSatisfy(each -> assertThat(each).succeedsWithin(PATIENCE));
  }
}
