package dev.leasehold.node.serve;

import dev.leasehold.api.v1.Certificate;
import dev.leasehold.api.v1.GetCertificateRequest;
import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Limits;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.node.prove.Certificates;
import dev.leasehold.node.prove.Registrar;

/** Certificates of what was granted. Who may have one is for the kernel to decide, as of a read. */
final class Proofs {

  private Proofs() {}

  static Call certificate(Caller caller, GetCertificateRequest request) {
    long ttlNanos = request.hasTtl() ? WireTime.nanos(request.getTtl()) : 0;
    if (ttlNanos % Limits.SECOND != 0 || ttlNanos < 0 || ttlNanos > Limits.MAX_TTL_NANOS) {
      return new Call.Refuse(
          Problems.invalid("ttl", "ttl is whole seconds, from 1s to 366 days, or is left out"));
    }
    return new Call.Consult(
        office ->
            new Call.Submit(
                new Command.GetLease(request.getLeaseId()),
                outcome -> certify(outcome, ttlNanos / Limits.SECOND, office)));
  }

  private static Answer certify(Outcome outcome, long ttlSeconds, Office office) {
    if (!(outcome.reply() instanceof Reply.OfLease reply)) {
      return Replies.tell(outcome);
    }
    if (!Registrar.isGranted(reply.lease())) {
      return new Answer.Refused(
          Problems.of(
              ProblemCode.LEASE_VIOLATION,
              "nothing was granted yet: the lease waits, or waited in vain"));
    }
    long issuedSecond = Math.floorDiv(office.wallNanos().getAsLong(), Limits.SECOND);
    String certificate =
        Certificates.of(reply.lease(), office.registrar().key(), issuedSecond, ttlSeconds);
    return new Answer.Success(Certificate.newBuilder().setCertificate(certificate).build());
  }
}
