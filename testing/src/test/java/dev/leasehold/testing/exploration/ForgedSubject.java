package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.testing.simulation.audit.Step;
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
      List<Fact> forged = new ArrayList<>();
      for (Fact fact : outcome.facts()) {
        Event other = forgery.apply(fact.event());
        if (other != null) {
          forged.add(new Fact(other, fact.before(), fact.after()));
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
  public Step.Figures figures() {
    return real.figures();
  }

  @Override
  public List<Notice> notices(String holder) {
    return real.notices(holder);
  }

  @Override
  public final Subject restored(byte[] snapshot) {
    return around(real.restored(snapshot));
  }
}
