package dev.leasehold.node.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.StreamRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The unanswered requests of a stream are bounded by number and by size. */
class UnansweredTest {

  private final Unanswered unanswered = new Unanswered();

  private StreamedRequest add(int bytes, boolean mayWait) {
    StreamRequest request =
        StreamRequest.newBuilder()
            .setAcquire(AcquireRequest.newBuilder().setSpace("x".repeat(bytes)))
            .build();
    StreamedRequest open = new StreamedRequest(request, mayWait, unanswered, Runnable::run, null);
    unanswered.add(open);
    return open;
  }

  @Test
  void manySmallOnesFillItByTheirNumber() {
    List<StreamedRequest> all = new ArrayList<>();
    for (int i = 0; i < Unanswered.MAX; i++) {
      assertThat(unanswered.hasRoom()).isTrue();
      all.add(add(1, false));
    }
    assertThat(unanswered.hasRoom()).isFalse();
    unanswered.answered(all.get(0));
    assertThat(unanswered.hasRoom()).isTrue();
  }

  @Test
  void fewLargeOnesFillItByTheirSize() {
    StreamedRequest large = add((int) Unanswered.MAX_BYTES, false);
    assertThat(unanswered.hasRoom()).isFalse();
    unanswered.answered(large);
    assertThat(unanswered.hasRoom()).isTrue();
    assertThat(unanswered.bytes()).isZero();
    assertThat(unanswered.isEmpty()).isTrue();
  }

  @Test
  void aLargeOneThatWaitsTakesRoomUntilItWaits() {
    StreamedRequest waiting = add((int) Unanswered.MAX_BYTES, true);
    assertThat(unanswered.hasRoom()).isFalse();
    waiting.stay();
    assertThat(unanswered.hasRoom()).isTrue();
    assertThat(unanswered.isEmpty()).isFalse();
    unanswered.answered(waiting);
    unanswered.delivered(waiting);
    assertThat(unanswered.bytes()).isZero();
    assertThat(unanswered.isEmpty()).isTrue();
  }
}
