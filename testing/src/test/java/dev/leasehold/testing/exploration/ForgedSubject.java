package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Stamp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The kernel, but for what a test makes it do wrong. */
class ForgedSubject implements Subject {

  final Subject real;

  ForgedSubject() {
    this(new KernelSubject());
  }

  ForgedSubject(Subject real) {
    this.real = real;
  }

  /** Another of the same kind. */
  ForgedSubject around(Subject restored) {
    return new ForgedSubject(restored);
  }

  /** One whose outcomes are not what they were. */
  static ForgedSubject telling(UnaryOperator<Outcome> forgery) {
    return tellingAround(new KernelSubject(), forgery);
  }

  static ForgedSubject tellingAround(Subject real, UnaryOperator<Outcome> forgery) {
    return new ForgedSubject(real) {
      @Override
      public Outcome execute(Stamp stamp, Command command) {
        return forgery.apply(super.execute(stamp, command));
      }

      @Override
      ForgedSubject around(Subject restored) {
        return tellingAround(restored, forgery);
      }
    };
  }

  /** An outcome with some events changed, or left out where the forgery gives null. */
  static UnaryOperator<Outcome> events(UnaryOperator<Event> forgery) {
    return outcome -> {
      List<Event> forged = new ArrayList<>();
      for (Event event : outcome.events()) {
        Event other = forgery.apply(event);
        if (other != null) {
          forged.add(other);
        }
      }
      return new Outcome(outcome.stamp(), forged, outcome.reply());
    };
  }

  @Override
  public Outcome execute(Stamp stamp, Command command) {
    return real.execute(stamp, command);
  }

  @Override
  public void replay(Event event) {
    real.replay(event);
  }

  @Override
  public byte[] snapshot() {
    return real.snapshot();
  }

  @Override
  public long nextDueTick() {
    return real.nextDueTick();
  }

  @Override
  public int livingCount() {
    return real.livingCount();
  }

  @Override
  public final Subject restored(byte[] snapshot) {
    return around(real.restored(snapshot));
  }
}
