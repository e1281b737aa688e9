package dev.leasehold.client.examples;

import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.guard.Guard;
import dev.leasehold.client.guard.Resource;
import dev.leasehold.client.workflows.Action;
import dev.leasehold.client.workflows.OwnedWorkflow;
import dev.leasehold.client.workflows.Workflows;
import java.util.Map;

/** A replaced orchestrator can do no harm. */
final class WorkflowsExample {

  private WorkflowsExample() {}

  /** The owner. */
  static Action own(LeaseholdClient client, Map<String, Object> payload) {
    Workflows workflows = Workflows.in(client, "orders");

    try (OwnedWorkflow order = workflows.own("order-4711")) {
      Action charge = order.emit(Action.of(Action.Type.EFFECT, "payments", payload));
      order.advance(); // the state has changed
      order.handOff("orchestrator-2");
      return charge;
    }
  }

  /** The service that carries it out. */
  static void carryOut(Guard guard, Action charge, Runnable effect) {
    Resource order = new Resource("orders", "/order-4711");
    guard.require(order, charge.act()); // throws if it must not be done
    effect.run();
  }
}
