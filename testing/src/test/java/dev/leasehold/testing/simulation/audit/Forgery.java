package dev.leasehold.testing.simulation.audit;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.view.Lease;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Records with one thing changed. */
final class Forgery {

  /** The record of position and times that all events have. */
  private static final Set<String> IN_AT = Set.of("position", "tick", "wallNanos");

  private Forgery() {}

  /** A copy of the record with another value in one component. */
  @SuppressWarnings("unchecked")
  static <R> R with(R record, String component, Object value) {
    if (record instanceof Event event && IN_AT.contains(component)) {
      return with(record, "at", with(event.at(), component, value));
    }
    try {
      RecordComponent[] components = record.getClass().getRecordComponents();
      if (Arrays.stream(components).noneMatch(one -> one.getName().equals(component))) {
        throw new IllegalArgumentException("there is no " + component + " in " + record);
      }
      Object[] values = new Object[components.length];
      for (int i = 0; i < components.length; i++) {
        values[i] =
            components[i].getName().equals(component)
                ? value
                : components[i].getAccessor().invoke(record);
      }
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new);
      return (R) record.getClass().getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot forge " + record, e);
    }
  }

  /** Changes a component of the last event. */
  static UnaryOperator<Step> event(String component, Object value) {
    return step -> {
      List<Event> events = new ArrayList<>(step.outcome().events());
      events.add(with(events.remove(events.size() - 1), component, value));
      return events(step, events);
    };
  }

  /** Changes a component of the claim in the last event, and of the command. */
  static UnaryOperator<Step> claim(String component, Object value) {
    return step -> {
      Event last = step.outcome().events().getLast();
      Claim claim =
          last instanceof LeaseEvent.Granted e ? e.claim() : ((LeaseEvent.Queued) last).claim();
      return event("claim", with(claim, component, value)).apply(step);
    };
  }

  static UnaryOperator<Step> command(Object command) {
    return step -> with(step, "command", command);
  }

  /** Both, one after the other. */
  static UnaryOperator<Step> both(UnaryOperator<Step> one, UnaryOperator<Step> other) {
    return step -> other.apply(one.apply(step));
  }

  /** Keeps the last event to itself. */
  static Step withoutLast(Step step) {
    List<Event> events = new ArrayList<>(step.outcome().events());
    events.remove(events.size() - 1);
    return events(step, events);
  }

  /** Tells of this event alone. */
  static UnaryOperator<Step> only(Event event) {
    return step -> events(step, List.of(event));
  }

  static Step events(Step step, List<Event> events) {
    List<Fact> facts = events.stream().map(event -> new Fact(event, null, null)).toList();
    return with(step, "outcome", with(step.outcome(), "facts", facts));
  }

  static UnaryOperator<Step> reply(Reply reply) {
    return step -> with(step, "outcome", with(step.outcome(), "reply", reply));
  }

  /** Changes a component of the lease in the reply. */
  static UnaryOperator<Step> lease(String component, Object value) {
    return step -> {
      Lease lease = ((Reply.OfLease) step.outcome().reply()).lease();
      return reply(new Reply.OfLease(with(lease, component, value))).apply(step);
    };
  }
}
