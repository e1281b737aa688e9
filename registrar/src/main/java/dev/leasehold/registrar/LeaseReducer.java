package dev.leasehold.registrar;

import dev.leasehold.kernel.view.ReleaseReason;
import org.jspecify.annotations.Nullable;

/**
 * Follows a ledger of lease events. Deterministic: the same events give the same state. A rejected
 * event is a value and changes nothing; an exception is a bug. For one thread.
 *
 * <p>A lease's registrar is the actor that issued it. The registrar alone renews it and declares it
 * expired, its holder alone releases it. Signatures must be there and are not verified: that is for
 * whoever writes to the ledger.
 */
public final class LeaseReducer {

  private static final Application APPLIED = new Application.Applied();

  private LeaseReducerState state = new LeaseReducerState(new Register());
  private long lastSequence;

  public LeaseReducer() {}

  /** Goes on where a {@link #checkpoint} was taken; other bytes are an IllegalArgumentException. */
  public static LeaseReducer restore(Bytes checkpoint) {
    LeaseReducer reducer = new LeaseReducer();
    Checkpoint read = Checkpoint.read(checkpoint);
    reducer.state = new LeaseReducerState(read.register());
    reducer.lastSequence = read.lastSequence();
    return reducer;
  }

  public String name() {
    return "lease-registrar";
  }

  /** Queries, and pruning; what it shows follows the events until {@link #reset}. */
  public LeaseReducerState state() {
    return state;
  }

  /** How far along the ledger the state is; 0 before the first event. */
  public long lastSequence() {
    return lastSequence;
  }

  /** All it knows, in canonical form: equal states give equal bytes. */
  public Bytes checkpoint() {
    return new Checkpoint(lastSequence, state.register).write();
  }

  /** Forgets everything, used ids as well: for replaying the ledger from its beginning. */
  public void reset() {
    state = new LeaseReducerState(new Register());
    lastSequence = 0;
  }

  /**
   * Events of other types than the registrar's own are applied by ignoring them.
   *
   * @param sequence the event's place in the ledger
   */
  public Application apply(EventRecord event, long sequence) {
    lastSequence = Math.max(lastSequence, sequence);
    Bytes payload = event.payload();
    LeaseError error =
        switch (event.eventType()) {
          case Payload.Issued.TYPE ->
              check(PayloadReader.issued(payload), issued -> issue(issued, event));
          case Payload.Renewed.TYPE ->
              check(PayloadReader.renewed(payload), renewed -> renew(renewed, event));
          case Payload.Released.TYPE ->
              check(PayloadReader.released(payload), released -> release(released, event));
          case Payload.Expired.TYPE ->
              check(PayloadReader.expired(payload), expired -> expire(expired, event));
          case Payload.Conflict.TYPE -> check(PayloadReader.conflict(payload), conflict -> null);
          case Payload.IssueDenied.TYPE ->
              check(PayloadReader.issueDenied(payload), denied -> null);
          default -> null;
        };
    return error == null ? APPLIED : new Application.Rejected(error);
  }

  /** Says what is wrong with an event, or carries it out. */
  private interface Handler<T> {
    @Nullable LeaseError handle(T payload);
  }

  private static <T> @Nullable LeaseError check(Parsed<T> payload, Handler<T> handler) {
    return switch (payload) {
      case Parsed.Invalid<T> invalid -> invalid.error();
      case Parsed.Valid<T> valid -> handler.handle(valid.value());
    };
  }

  private @Nullable LeaseError issue(Payload.Issued issued, EventRecord event) {
    Bytes signature = issued.registrarSignature();
    LeaseError error = Inputs.checkId("lease_id", issued.leaseId());
    error = error != null ? error : Inputs.checkId("work_id", issued.workId());
    error = error != null ? error : Inputs.checkId("actor_id", issued.actorId());
    error = error != null ? error : Inputs.checkLength(signature);
    error = error != null ? error : Inputs.checkId("event.actor_id", event.actorId());
    error = error != null ? error : checkVacant(issued);
    error = error != null ? error : Inputs.checkPresent(issued.leaseId(), signature);
    error = error != null ? error : Inputs.checkTimes(issued);
    error = error != null ? error : Inputs.checkTicks(issued);
    if (error == null) {
      state.register.issue(issued, event.actorId());
    }
    return error;
  }

  private @Nullable LeaseError checkVacant(Payload.Issued issued) {
    if (state.register.isUsed(issued.leaseId())) {
      return new LeaseError.LeaseAlreadyExists(issued.leaseId());
    }
    RegisteredLease active = state.register.activeFor(issued.workId());
    return active == null
        ? null
        : new LeaseError.WorkAlreadyLeased(issued.workId(), active.leaseId());
  }

  private @Nullable LeaseError renew(Payload.Renewed renewed, EventRecord event) {
    return withActive(
        renewed.leaseId(),
        lease -> {
          LeaseError error = checkActor(lease, lease.registrarId(), event);
          error = error != null ? error : Renewals.check(lease, renewed);
          if (error == null) {
            state.register.renew(lease, renewed, event.timestampNanos());
          }
          return error;
        });
  }

  private @Nullable LeaseError release(Payload.Released released, EventRecord event) {
    return withActive(
        released.leaseId(),
        lease -> {
          LeaseError error = checkActor(lease, lease.actorId(), event);
          return error != null
              ? error
              : check(released.reason(), reason -> release(lease, reason, event));
        });
  }

  private @Nullable LeaseError release(
      RegisteredLease lease, ReleaseReason reason, EventRecord event) {
    state.register.release(lease, reason, event.timestampNanos());
    return null;
  }

  private @Nullable LeaseError expire(Payload.Expired expired, EventRecord event) {
    return withActive(
        expired.leaseId(),
        lease -> {
          LeaseError error = checkActor(lease, lease.registrarId(), event);
          if (error == null && expired.expiredAt() < lease.expiresAt()) {
            error =
                new LeaseError.InvalidExpiration(
                    lease.leaseId(), expired.expiredAt(), lease.expiresAt());
          }
          if (error == null) {
            state.register.expire(lease);
          }
          return error;
        });
  }

  private @Nullable LeaseError withActive(String leaseId, Handler<RegisteredLease> handler) {
    LeaseError malformed = Inputs.checkId("lease_id", leaseId);
    if (malformed != null) {
      return malformed;
    }
    RegisteredLease lease = state.register.find(leaseId);
    if (lease == null) {
      return new LeaseError.LeaseNotFound(leaseId);
    }
    return lease.isActive()
        ? handler.handle(lease)
        : new LeaseError.LeaseAlreadyTerminal(leaseId, lease.state());
  }

  private static @Nullable LeaseError checkActor(
      RegisteredLease lease, String entitled, EventRecord event) {
    return event.actorId().equals(entitled)
        ? null
        : new LeaseError.Unauthorized(lease.leaseId(), event.actorId());
  }
}
