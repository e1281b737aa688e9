package dev.leasehold.kernel;

import org.jspecify.annotations.Nullable;

/** Decides transfers: in one step, another holder has what the old one had. */
final class Transferring {

  private final State state;
  private final Acquiring acquiring;

  Transferring(State state, Acquiring acquiring) {
    this.state = state;
    this.acquiring = acquiring;
  }

  Reply decide(Step step, Command.Transfer transfer) {
    Refusal malformed = Names.check("newLeaseId", transfer.newLeaseId());
    malformed = malformed != null ? malformed : Names.check("toHolder", transfer.toHolder());
    malformed = malformed != null ? malformed : Terms.checkSentence("note", transfer.note());
    return Change.of(
            step,
            "transfer",
            transfer.leaseId(),
            transfer.requestId(),
            malformed,
            transfer.toHolder(),
            transfer.note())
        .against(holding -> notTransferable(step.caller(), holding))
        .against(holding -> Acquiring.alreadyUsed(state, transfer.newLeaseId(), false))
        .against(holding -> acquiring.overQuota(transfer.toHolder(), null))
        .against(
            holding ->
                new Deadlocks(state, step.tick())
                    .ofGrant(
                        new Party(transfer.toHolder(), ""),
                        Ask.granted(step, holding, holding.scope, holding.mode())))
        .carryOut(
            (holding, request) -> {
              step.record(transferred(step, holding, transfer, request));
              return transfer.newLeaseId();
            });
  }

  private static @Nullable Refusal notTransferable(Caller caller, Holding holding) {
    Refusal refusal = Ownership.checkLiving(caller, holding);
    if (refusal != null) {
      return refusal;
    }
    if (holding.isPending() || holding.waiting() != null) {
      return new Refusal.NotTransferable(
          holding.id,
          "lease " + holding.id + " is waiting; what is not granted cannot be handed on");
    }
    if (holding.account() != null) {
      return new Refusal.NotTransferable(
          holding.id, "lease " + holding.id + " has a budget; close it, or derive from it");
    }
    return Ownership.checkActive(caller, holding);
  }

  private Event transferred(
      Step step, Holding holding, Command.Transfer transfer, Event.Request request) {
    boolean exclusive = holding.mode() == Mode.EXCLUSIVE;
    return new Event.Transferred(
        step.next(),
        step.tick(),
        step.wall(),
        holding.id,
        transfer.newLeaseId(),
        transfer.toHolder(),
        transfer.note(),
        exclusive ? Converting.epochWhenExclusive(state, holding) : holding.epoch(),
        request);
  }
}
