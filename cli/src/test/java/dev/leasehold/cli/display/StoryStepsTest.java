package dev.leasehold.cli.display;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.remote.Fields;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoryStepsTest {

  private static final Instant AT = Instant.parse("2026-05-01T12:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "acquired|alice||alice took it for 5 min, token 7, epoch 0",
        "acquired|admin||admin gave it to alice for 5 min, token 7, epoch 0",
        "renewed|alice||alice renewed it for 5 min, renewal 2",
        "expired||TIME|it expired: its time was over",
        "expired||HEARTBEAT|it expired: alice gave no sign of life",
        "expired||EXHAUSTED|it expired: all of it was spent",
        "released|alice|COMPLETED|alice let go of it: completed",
        "revoked|admin|Down for repair|admin took it away from alice: Down for repair",
        "closed|alice||alice closed it",
        "closed|admin|Gone|admin closed it: Gone",
        "closed||GRACE_OVER|it was closed: its grace was over",
        "closed|alice|REPLACED|alice took a new one in its place",
        "closed||PARENT_ENDED|it ended with the lease that it was part of",
        "evicted|admin|Flood|admin evicted alice: Flood",
        "evicted||PARENT_ENDED|it ended with the lease that it was part of",
        "revoked||PARENT_ENDED|it ended with the lease that it was part of",
        "revoked||RESTORED|it ended when a backup was restored",
        "revoked||OTHER|it was taken away from alice: other",
        "failed|alice|TIMEOUT|alice waited in vain: timeout",
        "something_new|alice||alice: something_new"
      })
  void eachStepIsASentence(String type, String actor, String reason, String sentence)
      throws IOException {
    assertThat(StorySteps.of(event(type, actor, reason, ""), AT)).isEqualTo(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "acquired|alice||alice took it for 5 min, token 7, epoch 0, with 30 tokens",
        "spent|alice|a call|alice spent 30 tokens: a call",
        "overdrawn|||alice was refused 30 tokens, more than there was left",
        "threshold||80%|80% of a unit is spent, 30 tokens",
        "overrun|alice|r1|alice reported 30 tokens too late to be counted, reservation: r1",
        "reserved|alice||alice reserved 30 tokens",
        "adjusted|alice||alice changed a reservation to 30 tokens",
        "settled||CANCELLED|a reservation ended, 30 tokens of it spent: cancelled",
        "refreshed|alice||alice refreshed it for 5 min, with 30 tokens more",
        "more_requested|alice|tests|alice asked for 30 tokens more: tests",
        "more_approved|root|fine|root added the 30 tokens that were asked for: fine",
        "more_declined|root|no|root declined a request for more: no"
      })
  void eachStepWithMoneyTellsHowMuch(String type, String actor, String reason, String sentence)
      throws IOException {
    Fields event = event(type, actor, reason, ",\"amounts\":{\"tokens\":\"30\"}");
    assertThat(StorySteps.of(event, AT)).isEqualTo(sentence);
  }

  @Test
  void theEndOfABudgetTellsGrantedSpentAndReturned() throws IOException {
    String amounts = ",\"granted\":{\"tokens\":\"9\"},\"returned\":{\"tokens\":\"9\"}";
    assertThat(StorySteps.of(event("closed", "alice", null, amounts), AT))
        .isEqualTo("alice closed it (granted 9 tokens; spent nothing; returned 9 tokens)");
  }

  private static Fields event(
      String type, @Nullable String actor, @Nullable String reason, String more)
      throws IOException {
    return Fields.parse(
        "{\"type\":\"%s\",\"actor\":\"%s\",\"reason\":\"%s\",\"holder\":\"alice\","
                .formatted(type, actor == null ? "" : actor, reason == null ? "" : reason)
            + "\"expiresAt\":\"2026-05-01T12:05:00Z\",\"fencingToken\":\"7\",\"epoch\":\"0\","
            + "\"renewalCount\":2"
            + more
            + "}");
  }
}
