package dev.leasehold.node.serve;

import static dev.leasehold.node.serve.WireTime.nanosFromZero;
import static dev.leasehold.node.serve.WireValues.nanosOrUnset;

import dev.leasehold.api.v1.AcknowledgeNoticesRequest;
import dev.leasehold.api.v1.AdvanceLeaseRequest;
import dev.leasehold.api.v1.ConvertLeaseRequest;
import dev.leasehold.api.v1.DeriveLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.TransferLeaseRequest;
import dev.leasehold.api.v1.ValidateLeaseRequest;
import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.node.serve.codec.MalformedInput;
import org.jspecify.annotations.Nullable;

/** Requests to prove, change and hand on what is held, and to say what one knows of it. */
final class HandingOnRequests {

  private HandingOnRequests() {}

  static Call validate(Caller caller, ValidateLeaseRequest request) throws MalformedInput {
    checkEpochs(request);
    return Replies.submit(
        new Command.Validate(
            request.getLeaseId(),
            WireValues.epoch(request.hasEpoch(), request.getEpoch()),
            request.getCheck() == ValidateLeaseRequest.Check.LENIENT,
            WireValues.epoch(request.hasLastProcessedEpoch(), request.getLastProcessedEpoch()),
            request.getPath(),
            request.getTool(),
            request.getNamespace(),
            request.getWorkId()));
  }

  /** What is given and would be passed over makes somebody believe that it was checked. */
  private static void checkEpochs(ValidateLeaseRequest request) throws MalformedInput {
    boolean lenient = request.getCheck() == ValidateLeaseRequest.Check.LENIENT;
    if (lenient && !request.hasLastProcessedEpoch()) {
      throw MalformedInput.of(
          "lastProcessedEpoch", "it is missing; a lenient check compares with it");
    }
    if (!lenient && request.hasLastProcessedEpoch()) {
      throw MalformedInput.of(
          "lastProcessedEpoch", "only a lenient check compares with it; say \"check\":\"lenient\"");
    }
    boolean checked = request.getCheck() != ValidateLeaseRequest.Check.CHECK_UNSPECIFIED;
    if (checked && !request.hasEpoch()) {
      throw MalformedInput.of("epoch", "it is missing; there is nothing to check without it");
    }
  }

  static Call advance(Caller caller, AdvanceLeaseRequest request) throws MalformedInput {
    if (!request.hasExpectedEpoch()) {
      throw MalformedInput.of("expectedEpoch", "it is missing");
    }
    return Replies.submit(
        new Command.Advance(
            request.getLeaseId(), request.getExpectedEpoch(), request.getRequestId()));
  }

  static Call transfer(Caller caller, TransferLeaseRequest request) {
    return Replies.submit(
        new Command.Transfer(
            request.getLeaseId(),
            LeaseIds.nextLike(request.getLeaseId()),
            request.getToHolder(),
            request.getNote(),
            request.getRequestId()));
  }

  static Call convert(Caller caller, ConvertLeaseRequest request) throws MalformedInput {
    if (request.getMode() == Lease.Mode.MODE_UNSPECIFIED) {
      throw MalformedInput.of("mode", "it is missing; expected one of EXCLUSIVE, SHARED");
    }
    return Replies.submit(
        new Command.Convert(
            request.getLeaseId(),
            WireValues.mode(request.getMode()),
            nanosFromZero(request.getWait()),
            request.getRequestId()));
  }

  static Call derive(Caller caller, DeriveLeaseRequest request) throws MalformedInput {
    return Replies.submit(
        new Command.Derive(
            request.getLeaseId(),
            LeaseIds.nextLike(request.getLeaseId()),
            request.getHolder(),
            request.getSession(),
            scope(request),
            request.getMode() == Lease.Mode.MODE_UNSPECIFIED
                ? null
                : WireValues.mode(request.getMode()),
            request.hasAuthority() ? WireValues.authority(request.getAuthority()) : null,
            WireValues.amounts("budget", request.getBudgetMap()),
            nanosOrUnset(request.hasTtl(), request.getTtl()),
            request.getRequestId()));
  }

  private static @Nullable Scope scope(DeriveLeaseRequest request) throws MalformedInput {
    return request.getScopeCount() == 0 && request.getPathsCount() == 0
        ? null
        : WireValues.scope(request.getScopeList(), request.getPathsList());
  }

  static Call acknowledge(Caller caller, AcknowledgeNoticesRequest request) {
    return Replies.submit(new Command.AcknowledgeNotices(request.getIdsList()));
  }
}
