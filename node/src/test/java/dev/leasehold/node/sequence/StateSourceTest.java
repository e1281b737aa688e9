package dev.leasehold.node.sequence;

import static dev.leasehold.node.sequence.Rig.acquire;
import static dev.leasehold.node.sequence.Rig.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.codec.StateCopy;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.persist.Block;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The state is copied between runs, and the journal can go on from it. */
class StateSourceTest {

  private final Rig rig = new Rig();

  @AfterEach
  void close() {
    rig.close();
  }

  private static <T> T take(CompletableFuture<T> result) throws Exception {
    return result.get(60, TimeUnit.SECONDS);
  }

  private byte[] copyWhile(StateCopy copy, Command... commands) throws Exception {
    List<CompletableFuture<Outcome>> replies = new ArrayList<>();
    ByteArrayOutputStream pieces = new ByteArrayOutputStream();
    for (Command command : commands) {
      replies.add(rig.submit(command));
    }
    do {
      pieces.writeBytes(take(rig.sequencer.states().copyMore(copy)).orElseThrow());
    } while (!copy.hasAllLeases());
    pieces.writeBytes(copy.rest());
    for (CompletableFuture<Outcome> reply : replies) {
      get(reply);
    }
    return pieces.toByteArray();
  }

  private Kernel replayedTo(long position) throws Exception {
    Kernel kernel = new Kernel();
    for (Event event : rig.durableEvents()) {
      if (event.position() <= position) {
        kernel.replay(event);
      }
    }
    return kernel;
  }

  @Test
  void aCopyIsTheStateAfterABlockWhateverIsDecidedMeanwhile() throws Exception {
    for (int i = 0; i < 200; i++) {
      get(rig.submit(acquire("l" + i, 0)));
    }
    StateCopy copy = take(rig.sequencer.states().beginCopy());
    byte[] state =
        copyWhile(
            copy,
            new LeaseCommand.Release("l199", "", 0, ""),
            new LeaseCommand.Renew("l150", LeaseCommand.UNSET, ""),
            acquire("later", 0));
    assertThat(state).isEqualTo(replayedTo(copy.position()).snapshot());
    assertThat(copy.position()).isEqualTo(200);
  }

  @Test
  void aBlockEndsWhereACopyBeganThoughMoreIsDecidedBeforeItIsWritten() throws Exception {
    CompletableFuture<Outcome> heldUp = rig.acquireHeldUp("held-up");
    CompletableFuture<Outcome> before = rig.submit(acquire("before", 0));
    rig.awaitDecided(2);
    StateCopy copy = take(rig.sequencer.states().beginCopy());
    CompletableFuture<Outcome> after = rig.submit(acquire("after", 0));
    rig.awaitDecided(3);
    rig.journal.release();
    get(heldUp);
    get(before);
    get(after);
    assertThat(copy.position()).isEqualTo(2);
    assertThat(rig.journal.blocks()).extracting(Block::lastPosition).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aCopyThatAnotherFollowsComesToNothing() throws Exception {
    get(rig.submit(acquire("l", 0)));
    StateCopy first = take(rig.sequencer.states().beginCopy());
    StateCopy second = take(rig.sequencer.states().beginCopy());
    assertThat(take(rig.sequencer.states().copyMore(first))).isEmpty();
    assertThat(take(rig.sequencer.states().copyMore(second))).isPresent();
  }

  @Test
  void whoAsksAfterTheEndIsToldSo() throws Exception {
    StateCopy copy = take(rig.sequencer.states().beginCopy());
    rig.close();
    CompletableFuture<Optional<byte[]>> more = rig.sequencer.states().copyMore(copy);
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> take(more))
        .withCauseInstanceOf(StoppedException.class);
  }
}
