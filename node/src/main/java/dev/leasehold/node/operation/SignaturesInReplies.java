package dev.leasehold.node.operation;

import com.google.protobuf.Message;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.api.v1.HandshakeResponse;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesResponse;
import dev.leasehold.api.v1.RenewLeaseRequest;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.node.operation.translate.Answer;
import dev.leasehold.node.operation.translate.Plan;
import dev.leasehold.node.prove.GrantSigner;
import java.util.Base64;
import java.util.List;

/**
 * Puts the registrar's signature on leases that leave: where the policy wants it, and where the
 * request did. Off the thread that writes the journal.
 */
record SignaturesInReplies(Command command, Outcome outcome, boolean wanted, GrantSigner signer) {

  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  /** A plan for the same command whose answer has signatures, at once or after a wait. */
  static Plan.Submit of(Plan.Submit submit, Message request, GrantSigner signer) {
    return new Plan.Submit(
        submit.command(),
        outcome ->
            new SignaturesInReplies(submit.command(), outcome, isWanted(request), signer)
                .complete(submit.answer().apply(outcome)));
  }

  private Answer complete(Answer answer) {
    if (!(answer instanceof Answer.Success success)) {
      return answer;
    }
    if (outcome.reply() instanceof Reply.OfLease reply && success.message() instanceof Lease wire) {
      return isSigned(reply.lease()) ? new Answer.Success(signed(wire, reply.lease())) : answer;
    }
    if (outcome.reply() instanceof Reply.OfLease reply
        && success.message() instanceof HandshakeResponse wire
        && isSigned(reply.lease())) {
      Lease signed = signed(wire.getLease(), reply.lease());
      return new Answer.Success(wire.toBuilder().setLease(signed).build());
    }
    if (outcome.reply() instanceof Reply.Leases reply
        && success.message() instanceof ListLeasesResponse wire
        && reply.leases().stream().anyMatch(this::isSigned)) {
      return new Answer.Success(signed(wire, reply.leases()));
    }
    return answer;
  }

  private static boolean isWanted(Message request) {
    return switch (request) {
      case AcquireRequest acquire -> acquire.getSigned();
      case RenewLeaseRequest renew -> renew.getSigned();
      case GetLeaseRequest get -> get.getSigned();
      default -> false;
    };
  }

  private boolean isSigned(dev.leasehold.kernel.view.Lease lease) {
    return isProven(lease) && (wanted ? GrantSigner.isGranted(lease) : GrantSigner.mustSign(lease));
  }

  /** A caller that only looks at the lease of another gets no proof of its grant. */
  private boolean isProven(dev.leasehold.kernel.view.Lease lease) {
    boolean looks = command instanceof Command.Query || command instanceof LeaseCommand.Ask;
    return !looks || outcome.stamp().caller().seesWholeLeasesOf(lease.holder());
  }

  private Lease signed(Lease wire, dev.leasehold.kernel.view.Lease lease) {
    return wire.toBuilder()
        .setRegistrarSignature(BASE64.encodeToString(signer.sign(lease)))
        .build();
  }

  /** The leases of the message are those of the reply, in the same order. */
  private ListLeasesResponse signed(
      ListLeasesResponse wire, List<dev.leasehold.kernel.view.Lease> leases) {
    ListLeasesResponse.Builder complete = wire.toBuilder();
    for (int i = 0; i < leases.size(); i++) {
      if (isSigned(leases.get(i))) {
        complete.setLeases(i, signed(wire.getLeases(i), leases.get(i)));
      }
    }
    return complete.build();
  }
}
