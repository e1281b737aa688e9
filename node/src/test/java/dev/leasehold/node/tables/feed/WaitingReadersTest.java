package dev.leasehold.node.tables.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class WaitingReadersTest {

  private final WaitingReaders readers = new WaitingReaders();

  @Test
  void whoGaveUpIsToldOnceAndWaitsNoLonger() {
    CompletableFuture<Void> reader = readers.add(7);
    assertThat(readers.isEmpty() || readers.haveGivenUp()).isFalse();
    reader.completeExceptionally(new TimeoutException());
    assertThat(readers.isEmpty()).isTrue();
    assertThat(readers.haveGivenUp()).isTrue();
    assertThat(readers.haveGivenUp()).isFalse();
  }

  @Test
  void whoHasGotThereHasNotGivenUp() {
    readers.add(7);
    readers.add(8);
    readers.takeUpTo(7).forEach(reached -> reached.complete(null));
    assertThat(readers.isEmpty()).isFalse();
    assertThat(readers.haveGivenUp()).isFalse();
  }
}
