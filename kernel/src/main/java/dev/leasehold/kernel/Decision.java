package dev.leasehold.kernel;

/** What a command should lead to, before anything has changed. */
sealed interface Decision {

  /** The event happens, and the reply is the lease after it. */
  record ChangeLease(Event event, String leaseId) implements Decision {}

  /** The event happens, and the reply is known already. */
  record Change(Event event, Reply reply) implements Decision {}

  record Answer(Reply reply) implements Decision {}

  static Decision refuse(Refusal refusal) {
    return new Answer(new Reply.Refused(refusal));
  }
}
