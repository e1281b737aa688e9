package dev.leasehold.node.operation.translate;

import static dev.leasehold.node.operation.translate.WireTime.nanosFromZero;
import static dev.leasehold.node.operation.translate.WireValues.nanosOrUnset;

import dev.leasehold.api.v1.AcknowledgeNoticesRequest;
import dev.leasehold.api.v1.AdvanceLeaseRequest;
import dev.leasehold.api.v1.AskLeaseRequest;
import dev.leasehold.api.v1.ConvertLeaseRequest;
import dev.leasehold.api.v1.DeriveLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.TransferLeaseRequest;
import dev.leasehold.api.v1.ValidateLeaseRequest;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.NoticeCommand;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.node.operation.codec.MalformedInput;
import org.jspecify.annotations.Nullable;

/**
 * Requests about leases that are held: validate, advance, transfer, convert, derive, ask for one,
 * and acknowledge notices.
 */
public final class HeldLeaseRequests {

  private HeldLeaseRequests() {}

  public static Command validate(ValidateLeaseRequest request) throws MalformedInput {
    checkEpochs(request);
    return new LeaseQuery.Validate(
        request.getLeaseId(),
        WireValues.epoch(request.hasEpoch(), request.getEpoch()),
        request.getCheck() == ValidateLeaseRequest.Check.LENIENT,
        WireValues.epoch(request.hasLastProcessedEpoch(), request.getLastProcessedEpoch()),
        request.getPath(),
        request.getTool(),
        request.getNamespace(),
        request.getWorkId());
  }

  /**
   * Refuses figures that would be passed over: their sender would believe that they were checked.
   */
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

  public static Command advance(AdvanceLeaseRequest request) throws MalformedInput {
    if (!request.hasExpectedEpoch()) {
      throw MalformedInput.of("expectedEpoch", "it is missing");
    }
    return new LeaseCommand.Advance(
        request.getLeaseId(), request.getExpectedEpoch(), request.getRequestId());
  }

  public static Command transfer(TransferLeaseRequest request) {
    return new LeaseCommand.Transfer(
        request.getLeaseId(),
        LeaseIds.nextLike(request.getLeaseId()),
        request.getToHolder(),
        request.getNote(),
        request.getRequestId());
  }

  public static Command convert(ConvertLeaseRequest request) throws MalformedInput {
    if (request.getMode() == Lease.Mode.MODE_UNSPECIFIED) {
      throw MalformedInput.of("mode", "it is missing; expected one of EXCLUSIVE, SHARED");
    }
    return new LeaseCommand.Convert(
        request.getLeaseId(),
        WireValues.mode(request.getMode()),
        nanosFromZero(request.getWait()),
        request.getRequestId());
  }

  public static Command derive(DeriveLeaseRequest request) throws MalformedInput {
    return new LeaseCommand.Derive(
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
        request.getRequestId());
  }

  private static @Nullable Scope scope(DeriveLeaseRequest request) throws MalformedInput {
    return request.getScopeCount() == 0 && request.getPathsCount() == 0
        ? null
        : WireValues.scope(request.getScopeList(), request.getPathsList());
  }

  public static Command ask(AskLeaseRequest request) {
    return new LeaseCommand.Ask(request.getLeaseId(), request.getNote(), request.getRequestId());
  }

  public static Command acknowledge(AcknowledgeNoticesRequest request) {
    return new NoticeCommand.AcknowledgeNotices(request.getIdsList());
  }
}
