package dev.leasehold.node.operation.translate;

import dev.leasehold.api.v1.Certificate;
import dev.leasehold.api.v1.GetCertificateRequest;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.problem.Problems;
import dev.leasehold.node.prove.Certificates;
import dev.leasehold.node.prove.GrantSigner;

/** Requests for certificates of what was granted. Those who see all of the lease get one. */
public final class CertificateRequests {

  private CertificateRequests() {}

  public static Plan certificate(
      GetCertificateRequest request, Caller caller, OperationContext context) {
    long ttlNanos = request.hasTtl() ? WireTime.nanos(request.getTtl()) : 0;
    if (ttlNanos % Limits.SECOND != 0 || ttlNanos < 0 || ttlNanos > Limits.MAX_TTL_NANOS) {
      return Plan.refuse(
          Problems.invalid("ttl", "ttl is whole seconds, from 1s to 366 days, or is left out"));
    }
    return new Plan.Submit(
        new LeaseQuery.GetLease(request.getLeaseId()),
        outcome -> certify(outcome, ttlNanos / Limits.SECOND, context));
  }

  private static Answer certify(Outcome outcome, long ttlSeconds, OperationContext context) {
    if (!(outcome.reply() instanceof Reply.OfLease reply)) {
      return Replies.toAnswer(outcome);
    }
    if (!outcome.stamp().caller().seesWholeLeasesOf(reply.lease().holder())) {
      return new Answer.Refused(
          RefusalProblems.of(new AccessRefusal.NotHolder(reply.lease().id())));
    }
    if (!GrantSigner.isGranted(reply.lease())) {
      return new Answer.Refused(
          Problems.of(
              ProblemCode.LEASE_VIOLATION,
              "nothing was granted yet: the lease waits, or waited in vain"));
    }
    long issuedSecond = Math.floorDiv(context.wallNanos().getAsLong(), Limits.SECOND);
    String certificate =
        Certificates.of(reply.lease(), context.registrarKey(), issuedSecond, ttlSeconds);
    return new Answer.Success(Certificate.newBuilder().setCertificate(certificate).build());
  }
}
