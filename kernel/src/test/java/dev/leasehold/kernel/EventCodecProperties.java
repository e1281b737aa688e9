package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.leasehold.kernel.budget.BudgetEnd;
import dev.leasehold.kernel.codec.BytesIn;
import dev.leasehold.kernel.codec.EventCodec;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.LeaseState;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Journals are read for ever: what was written is read back, and nothing else is read. */
class EventCodecProperties {

  @Provide
  Arbitrary<Event> events() {
    return RandomEvents.events();
  }

  @Property(tries = 2_000, edgeCases = EdgeCasesMode.NONE)
  void everyEventIsReadBackAsItWasWritten(@ForAll("events") Event event) {
    byte[] bytes = EventBytes.encode(List.of(event));

    assertThat(EventBytes.decode(bytes)).containsExactly(event);
    assertThat(EventBytes.encode(EventBytes.decode(bytes))).isEqualTo(bytes);
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void eventsFollowEachOtherWithoutASeparator(
      @ForAll @Size(max = 20) List<@From("events") Event> events) {
    assertThat(EventBytes.decode(EventBytes.encode(events))).isEqualTo(events);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void everyCutOfAnEventIsRefused(@ForAll("events") Event event) {
    byte[] bytes = EventBytes.encode(List.of(event));

    for (int length = 0; length < bytes.length; length++) {
      BytesIn cut = new BytesIn(Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> EventCodec.read(cut)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Property(tries = 2_000, edgeCases = EdgeCasesMode.NONE)
  void aFlippedByteIsReadAsAnotherEventOrRefused(
      @ForAll("events") Event event,
      @ForAll @IntRange(max = 10_000) int place,
      @ForAll @IntRange(min = 1, max = 255) int flip) {
    byte[] bytes = EventBytes.encode(List.of(event));
    bytes[place % bytes.length] ^= (byte) flip;

    assertReadOrRefused(bytes);
  }

  @Property(tries = 5_000)
  void randomBytesAreRefusedAndNothingWorse(
      @ForAll @IntRange(min = 0, max = 10) int tag, @ForAll @Size(max = 60) byte[] noise) {
    byte[] bytes = new byte[noise.length + 1];
    bytes[0] = (byte) tag;
    System.arraycopy(noise, 0, bytes, 1, noise.length);

    assertReadOrRefused(bytes);
  }

  private static void assertReadOrRefused(byte[] bytes) {
    try {
      EventBytes.decode(bytes);
    } catch (IllegalArgumentException expected) {
      // malformed: that is what it is for
    } catch (RuntimeException | Error worse) {
      fail("malformed bytes gave " + worse + " for " + Arrays.toString(bytes), worse);
    }
  }

  @Example
  void textThatIsNotUtf8IsRefusedAndNotRepaired() {
    byte[] bytes =
        EventBytes.encode(List.of(new AdminEvent.TokenRevoked(new Event.At(1, 1, 1), "token", "")));
    bytes[bytes.length - 1] = (byte) 0xC3;

    assertThatThrownBy(() -> EventBytes.decode(bytes)).isInstanceOf(IllegalArgumentException.class);
  }

  /** A tag never changes its meaning: these bytes were written once and must be read for ever. */
  @Example
  void theFormatOfTheFirstReleaseStays() {
    Event event =
        new LeaseEvent.Ended(
            new Event.At(300, 5, 7),
            "l1",
            LeaseState.RELEASED,
            "VOLUNTARY",
            "alice",
            5,
            new Event.Request("alice", "r1", 0x0102030405060708L),
            BudgetEnd.NONE);

    assertThat(HexFormat.of().formatHex(EventBytes.encode(List.of(event))))
        .isEqualTo(
            "07ac020507026c3103" // tag, position, tick, wall time, lease id, state
                + "09564f4c554e54415259" // reason
                + "05616c69636505" // who ended it, when
                + "05616c696365027231" // caller, request id
                + "0102030405060708"); // fingerprint
  }
}
