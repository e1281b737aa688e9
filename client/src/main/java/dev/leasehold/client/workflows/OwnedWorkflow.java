package dev.leasehold.client.workflows;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseLostException;
import dev.leasehold.client.RefusedException;
import java.util.function.Consumer;

/**
 * A workflow, in the hands of its one owner. Safe for threads: an action is emitted wholly before
 * or wholly after a change of epoch or owner.
 */
public final class OwnedWorkflow implements AutoCloseable {

  private final String workflowId;
  private final HeldLease lease;
  private final Consumer<Action> sink;
  private boolean handedOff;

  OwnedWorkflow(String workflowId, HeldLease lease, Consumer<Action> sink) {
    this.workflowId = workflowId;
    this.lease = lease;
    this.sink = sink;
  }

  public String workflowId() {
    return workflowId;
  }

  /** The lease: what is left of it, {@code onLost}, and the server's newest word about it. */
  public HeldLease lease() {
    return lease;
  }

  /** How often the workflow has changed its state or its owner. */
  public long epoch() {
    return lease.epoch();
  }

  /**
   * Stamps an action with lease id, epoch and fence path, and lets it go. While the sink has it,
   * the workflow is neither advanced nor handed off.
   *
   * @return the action as it was emitted
   * @throws LeaseLostException if the workflow is not the caller's any more: nothing has left
   * @throws IllegalStateException if it was handed off, or may have been: nothing has left
   */
  public synchronized Action emit(Draft draft) {
    ensureOwned();
    Action action = draft.under(lease);
    sink.accept(action);
    return action;
  }

  /**
   * The workflow's state has changed: what was emitted before is stale from now on.
   *
   * @return the new epoch
   * @throws RefusedException with {@code STALE_EPOCH} or {@code FUTURE_EPOCH} if somebody else has
   *     advanced it; nothing was changed
   * @throws LeaseLostException if the workflow is not the caller's any more
   */
  public synchronized long advance() {
    ensureOwned();
    return lease.advance();
  }

  /**
   * Hands the workflow on, in one step: there is no moment without an owner and none with two. Not
   * the caller's any more when this returns. If the server's answer is missing the workflow may
   * have a new owner, so nothing can be emitted here from then on.
   *
   * @return the new owner's lease, with a larger token and epoch
   */
  public Lease handOff(String toHolder) {
    return handOff(toHolder, "");
  }

  /**
   * Hands the workflow on in one step, with a note for the new owner.
   *
   * @throws RefusedException if it could not be; the workflow is still the caller's
   */
  public synchronized Lease handOff(String toHolder, String note) {
    ensureOwned();
    handedOff = true;
    try {
      return lease.transfer(toHolder, note);
    } catch (RefusedException e) {
      handedOff = false;
      throw e;
    }
  }

  private void ensureOwned() {
    if (handedOff) {
      throw new IllegalStateException("workflow " + workflowId + " was handed off");
    }
    lease.ensureHeld();
  }

  /** Lets go, if the workflow is still the caller's. */
  @Override
  public void close() {
    lease.close();
  }

  @Override
  public String toString() {
    return "workflow " + workflowId + " at epoch " + epoch() + ", " + lease;
  }
}
