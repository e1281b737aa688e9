package dev.leasehold.testing.fuzz;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.codec.BytesIn;
import dev.leasehold.kernel.codec.BytesOut;
import dev.leasehold.kernel.codec.EventCodec;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.view.ReleaseReason;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Checks what the kernel's own encodings promise, whatever the bytes. */
final class KernelReading {

  private KernelReading() {}

  /**
   * Events are read or are an IllegalArgumentException. The bytes of an event need not have been
   * canonical: a number may be written with more bytes than it takes, and lists that are sets in
   * any order; a journal is kept by its bytes and their hash, so that nothing rests on there being
   * one form. But what is written is canonical: it reads as the same event, and is written the same
   * again.
   */
  static void readEvents(byte[] input) {
    List<Event> events = new ArrayList<>();
    try {
      BytesIn in = new BytesIn(input);
      while (in.hasRemaining()) {
        events.add(EventCodec.read(in));
      }
    } catch (IllegalArgumentException refused) {
      // The events before the fault are checked all the same.
    }
    for (Event event : events) {
      byte[] written = written(event);
      BytesIn in = new BytesIn(written);
      Event again = EventCodec.read(in);
      Broken.unless(!in.hasRemaining() && again.equals(event), "%s reads back as %s", event, again);
      Broken.unless(Arrays.equals(written(again), written), "%s is written in two ways", event);
    }
  }

  private static byte[] written(Event event) {
    BytesOut out = new BytesOut();
    EventCodec.write(event, out);
    return out.toByteArray();
  }

  /** A snapshot is read or is an IllegalArgumentException; what was read is written the same. */
  static void readSnapshot(byte[] input) {
    Kernel kernel;
    try {
      kernel = Kernel.restore(input);
    } catch (IllegalArgumentException refused) {
      return;
    }
    byte[] written = kernel.snapshot();
    Broken.unless(
        Arrays.equals(Kernel.restore(written).snapshot(), written),
        "a snapshot that is written in two ways");
  }

  /** Reads primitives to the end of the input; the next byte says which kind to read. */
  static void readPrimitives(byte[] input) {
    BytesIn in = new BytesIn(input);
    try {
      while (in.hasRemaining()) {
        int before = in.position();
        switch (input[before] & 3) {
          case 0 -> in.readVarint();
          case 1 -> in.readLong();
          case 2 -> checkText(in.readString());
          default -> in.readBytes(input[before] >> 2);
        }
        Broken.unless(
            in.position() >= before && in.position() <= input.length,
            "read from %d to %d of %d",
            before,
            in.position(),
            input.length);
        if (in.position() == before) {
          return;
        }
      }
    } catch (IllegalArgumentException refused) {
      Broken.unless(in.position() <= input.length, "read beyond the end");
    }
  }

  private static void checkText(String text) {
    String again = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    Broken.unless(again.equals(text), "a text that is not Unicode");
  }

  /** Words of the wire are read whatever their case, and only those. */
  static void readWords(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    checkWord(text, LeaseState.parse(text));
    checkWord(text, ReleaseReason.parse(text));
    checkWord(text, Role.parse(text));
  }

  private static void checkWord(String text, Optional<? extends Enum<?>> read) {
    read.ifPresent(
        word ->
            Broken.unless(
                text.chars().allMatch(c -> c < 128) && text.equalsIgnoreCase(word.name()),
                "%s is read as %s",
                text,
                word));
  }
}
