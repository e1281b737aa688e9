package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Stamp;

/** Grants everything: each lease is in a space of its own, and the events do not say so. */
final class LaxSubject extends ForgedSubject {

  LaxSubject() {}

  private LaxSubject(Subject real) {
    super(real);
  }

  @Override
  ForgedSubject around(Subject restored) {
    return new LaxSubject(restored);
  }

  @Override
  public Outcome execute(Stamp stamp, Command command) {
    Command moved =
        command instanceof Command.Acquire c ? inSpace(c, "space-of-" + c.holder()) : command;
    return events(event -> moved(event, Letters.SPACE)).apply(super.execute(stamp, moved));
  }

  @Override
  public void replay(Event event) {
    super.replay(
        event instanceof Event.Granted e ? moved(e, "space-of-" + e.claim().holder()) : event);
  }

  static Command.Acquire inSpace(Command.Acquire c, String space) {
    return new Command.Acquire(
        c.leaseId(),
        c.callersId(),
        c.policy(),
        space,
        c.scope(),
        c.mode(),
        c.holder(),
        c.session(),
        c.ttlNanos(),
        c.maxRenewals(),
        c.labels(),
        "",
        c.options());
  }

  private static Event moved(Event event, String space) {
    if (!(event instanceof Event.Granted e)) {
      return event;
    }
    Event.Claim c = e.claim();
    Event.Claim claim =
        new Event.Claim(
            c.leaseId(),
            c.callersId(),
            c.policy(),
            c.policyVersion(),
            space,
            c.scope(),
            c.mode(),
            c.holder(),
            c.session(),
            c.ttlNanos(),
            c.maxRenewals(),
            c.labels(),
            c.request(),
            c.wish());
    return new Event.Granted(
        e.position(), e.tick(), e.wallNanos(), claim, e.epoch(), e.deadlineTick(), e.budget());
  }
}
