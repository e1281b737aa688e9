package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.view.Lease;
import java.lang.reflect.RecordComponent;

/** Grants everything: each holder has a space of its own, and neither events nor replies say so. */
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
        command instanceof LeaseCommand.Acquire c
            ? inSpace(c, "space-of-" + c.holder(), c.requestId())
            : command;
    Outcome outcome =
        events(event -> moved(event, Letters.SPACE)).apply(super.execute(stamp, moved));
    return new Outcome(outcome.stamp(), outcome.facts(), shown(outcome.reply()));
  }

  private static Reply shown(Reply reply) {
    return switch (reply) {
      case Reply.OfLease(var lease, var asked) -> new Reply.OfLease(shown(lease), asked);
      case Reply.Leases(var leases, var next) ->
          new Reply.Leases(leases.stream().map(LaxSubject::shown).toList(), next);
      default -> reply;
    };
  }

  private static Lease shown(Lease lease) {
    try {
      RecordComponent[] components = Lease.class.getRecordComponents();
      Class<?>[] types = new Class<?>[components.length];
      Object[] values = new Object[components.length];
      for (int i = 0; i < components.length; i++) {
        types[i] = components[i].getType();
        values[i] =
            components[i].getName().equals("space")
                ? Letters.SPACE
                : components[i].getAccessor().invoke(lease);
      }
      return Lease.class.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void replay(Event event) {
    super.replay(
        event instanceof LeaseEvent.Granted e ? moved(e, "space-of-" + e.claim().holder()) : event);
  }

  static LeaseCommand.Acquire inSpace(LeaseCommand.Acquire c, String space, String requestId) {
    return new LeaseCommand.Acquire(
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
        requestId,
        c.rare());
  }

  private static Event moved(Event event, String space) {
    if (!(event instanceof LeaseEvent.Granted e)) {
      return event;
    }
    Claim c = e.claim();
    Claim claim =
        new Claim(
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
            c.rare());
    return new LeaseEvent.Granted(e.at(), claim, e.epoch(), e.deadlineTick(), e.budget());
  }
}
