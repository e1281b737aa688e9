package dev.leasehold.testing.fuzz;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.codec.BytesOut;
import dev.leasehold.kernel.codec.EventCodec;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.testing.exploration.Action;
import dev.leasehold.testing.exploration.Alphabet;
import dev.leasehold.testing.exploration.Alphabets;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Where bad inputs come from. Texts are kept beside this class; bytes are what the kernel writes
 * today, so that they never fall behind its format.
 */
final class Seeds {

  private Seeds() {}

  static List<byte[]> scopes() {
    return texts("scopes.txt", "\n");
  }

  static List<byte[]> scopePairs() {
    return texts("scope-pairs.txt", "\n--\n");
  }

  static List<byte[]> words() {
    return texts("words.txt", "\n");
  }

  static List<byte[]> json() {
    return texts("bodies.txt", "\n");
  }

  static List<byte[]> fields() {
    return texts("fields.txt", "\n");
  }

  /** The parts of a file. */
  private static List<byte[]> texts(String file, String between) {
    try (InputStream in = Seeds.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("no seeds: " + file);
      }
      String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return List.of(all.split(between)).stream()
          .map(part -> part.getBytes(StandardCharsets.UTF_8))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One event each, of every kind that the alphabets bring about. */
  static List<byte[]> events() {
    List<byte[]> seeds = new ArrayList<>();
    for (Alphabet alphabet : Alphabets.all()) {
      for (Event event : history(alphabet, new Kernel())) {
        BytesOut out = new BytesOut();
        EventCodec.write(event, out);
        seeds.add(out.toByteArray());
      }
    }
    return seeds;
  }

  /** One for each alphabet, taken when every action was done once, and once more later. */
  static List<byte[]> snapshots() {
    List<byte[]> seeds = new ArrayList<>();
    for (Alphabet alphabet : Alphabets.all()) {
      Kernel kernel = new Kernel();
      history(alphabet, kernel);
      seeds.add(kernel.snapshot());
    }
    seeds.add(new Kernel().snapshot());
    return seeds;
  }

  private static List<Event> history(Alphabet alphabet, Kernel kernel) {
    List<Event> events = new ArrayList<>();
    List<Action> actions = new ArrayList<>(alphabet.beginning());
    actions.addAll(alphabet.actions());
    actions.addAll(alphabet.actions());
    long now = 1;
    for (Action action : actions) {
      if (action instanceof Action.Send send) {
        Outcome outcome = kernel.execute(new Stamp(now, now, send.caller()), send.command());
        events.addAll(outcome.events());
      } else if (kernel.nextDueTick() != Long.MAX_VALUE) {
        now = Math.max(now, kernel.nextDueTick());
      }
    }
    return events;
  }
}
