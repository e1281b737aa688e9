package dev.leasehold.node.http.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.linecorp.armeria.common.HttpData;
import org.junit.jupiter.api.Test;

/** Room for what is being received is bounded, in all and for each caller, and is given back. */
class IntakeTest {

  private static final int HEADER_BYTES = 100;
  private static final int KEPT = Intake.REQUEST_BYTES + HEADER_BYTES;

  private final Intake intake = new Intake(10_000 + 3 * KEPT, 4_000 + KEPT);

  @Test
  void oneCallerHasItsShareAndNoMore() {
    Intake.Receipt first = begin("a", 3_000);
    assertThatThrownBy(() -> begin("a", 1_000)).hasMessageContaining("this caller");
    begin("b", 3_000);
    first.close();
    first.close();
    begin("a", 3_000);
  }

  @Test
  void allTogetherHaveABound() {
    begin("a", 3_000);
    begin("b", 3_000);
    begin("c", 3_000);
    assertThatThrownBy(() -> begin("d", 1_000)).hasMessageContaining("the server");
  }

  @Test
  void whatWasNotAnnouncedIsCountedAsItComes() {
    Intake.Receipt receipt = begin("a", 0);
    receipt.arrived(3_900);
    assertThatThrownBy(() -> receipt.arrived(101)).isInstanceOf(NotReceived.class);
    receipt.close();
    assertThat(intake.taken()).isZero();
  }

  @Test
  void manySmallPiecesCostWhatTheyTake() {
    Intake.Receipt receipt = begin("a", 0);
    receipt.arrived(1);
    receipt.arrived(1);
    assertThat(intake.taken()).isEqualTo(KEPT + 2L * Intake.PIECE_BYTES);
  }

  @Test
  void whatComesAfterTheEndTakesNothing() {
    Intake.Receipt receipt = begin("a", 0);
    receipt.close();
    receipt.arrived(3_000);
    assertThat(intake.taken()).isZero();
  }

  @Test
  void headersAreCountedUntilTheRequestIsAnswered() {
    Intake.Receipt receipt = begin("a", 0);
    assertThat(intake.taken()).isEqualTo(KEPT);
    receipt.arrived(1_000);
    receipt.unfinished(0);
    assertThat(intake.taken()).isEqualTo(KEPT);
    receipt.close();
    assertThat(intake.taken()).isZero();
  }

  @Test
  void repliesAreCountedUntilTheyHaveLeft() {
    Intake.Receipt receipt = begin("a", 3_000);
    receipt.replying(3_500);
    assertThat(intake.taken()).isEqualTo(KEPT + 3_500L);
    assertThatThrownBy(() -> begin("a", 0)).hasMessageContaining("unread replies");
    receipt.close();
    assertThat(intake.taken()).isZero();
  }

  @Test
  void aReplyThatThereIsNoRoomForIsDroppedAndTakesNothing() {
    Intake.Receipt receipt = begin("a", 0);
    assertThatThrownBy(() -> receipt.replying(4_001)).hasMessageContaining("dropped");
    assertThat(intake.taken()).isEqualTo(KEPT);
    begin("b", 3_000);
    begin("c", 3_000);
    assertThatThrownBy(() -> receipt.replying(3_600)).hasMessageContaining("the server");
    receipt.close();
    receipt.replying(3_600);
    assertThat(intake.taken()).isEqualTo(2L * (KEPT + 3_000 + Intake.PIECE_BYTES));
  }

  @Test
  void requestsThatSendNothingMoreHaveABound() {
    assertThatThrownBy(
            () -> {
              for (int i = 0; i <= (4_000 + KEPT) / KEPT; i++) {
                begin("a", 0);
              }
            })
        .hasMessageContaining("this caller");
  }

  @Test
  void messagesOfAStreamCountUntilTheyAreDecided() {
    Intake.Receipt stream = begin("a", 0);
    stream.arrived(2_000);
    assertThat(stream.isUnfinished()).isTrue();
    stream.unfinished(0);
    assertThat(stream.isUnfinished()).isFalse();
    stream.undecided(2_000);
    stream.arrived(1_500);
    assertThatThrownBy(() -> stream.undecided(2_600)).hasMessageContaining("this caller");
    assertThat(intake.taken()).isEqualTo(KEPT + 3_500);
    stream.undecided(0);
    stream.arrived(2_000);
    stream.close();
    assertThat(intake.taken()).isZero();
  }

  private Intake.Receipt begin(String caller, long announced) {
    return intake.begin(caller, HEADER_BYTES, announced);
  }

  @Test
  void theMessagesOfAStreamAreFollowedWhereverTheyAreCut() {
    byte[] stream = {0, 0, 0, 0, 2, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 9};
    for (int cut = 0; cut <= stream.length; cut++) {
      MessageFrames frames = new MessageFrames();
      frames.endMessage(HttpData.copyOf(stream, 0, cut));
      int whole = cut < 7 ? 0 : cut < 12 ? 7 : 12;
      assertThat(frames.unfinished()).as("cut at %d", cut).isEqualTo(cut - whole);
      frames.endMessage(HttpData.copyOf(stream, cut, stream.length - cut));
      // The last has announced 256 bytes, of which one has come.
      assertThat(frames.unfinished()).isEqualTo(6);
    }
  }
}
