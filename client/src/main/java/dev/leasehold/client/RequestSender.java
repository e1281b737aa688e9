package dev.leasehold.client;

import dev.leasehold.api.v1.AcknowledgeNoticesRequest;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.AdjustReservationRequest;
import dev.leasehold.api.v1.AdvanceLeaseRequest;
import dev.leasehold.api.v1.CancelReservationRequest;
import dev.leasehold.api.v1.CheckPathRequest;
import dev.leasehold.api.v1.CloseLeaseRequest;
import dev.leasehold.api.v1.CompleteLeaseRequest;
import dev.leasehold.api.v1.ConvertLeaseRequest;
import dev.leasehold.api.v1.DeriveLeaseRequest;
import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.api.v1.GetPoolRequest;
import dev.leasehold.api.v1.HandshakeRequest;
import dev.leasehold.api.v1.HeartbeatLeaseRequest;
import dev.leasehold.api.v1.RefreshLeaseRequest;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import dev.leasehold.api.v1.RenewLeaseRequest;
import dev.leasehold.api.v1.RequestExtensionRequest;
import dev.leasehold.api.v1.ReserveRequest;
import dev.leasehold.api.v1.RevokeLeaseRequest;
import dev.leasehold.api.v1.SettleRequest;
import dev.leasehold.api.v1.SpendRequest;
import dev.leasehold.api.v1.StreamRequest;
import dev.leasehold.api.v1.TransferLeaseRequest;
import dev.leasehold.api.v1.ValidateLeaseRequest;
import java.util.concurrent.atomic.AtomicLong;

/** Puts requests on the stream, with a session and an id where they can have one. */
final class RequestSender {

  private static final String NO_ID = "";

  private static final long NO_WAIT = 0;

  private final StreamLink link;
  private final Timing timing;
  private final Abandonment abandonment;
  private final long timeoutNanos;
  private final String session;
  private final RequestIds ids = new RequestIds();
  private final AtomicLong numbers = new AtomicLong();

  RequestSender(StreamLink link, Timing timing, ClientOptions options, Calls calls) {
    this.link = link;
    this.timing = timing;
    this.timeoutNanos = Durations.nanos(options.requestTimeout);
    this.session = options.session;
    this.abandonment = new Abandonment(link, timing, this, calls, timeoutNanos);
  }

  Abandonment abandonment() {
    return abandonment;
  }

  PendingRequest acquire(AcquireRequest request) {
    AcquireRequest.Builder numbered = request.toBuilder();
    if (request.getRequestId().isEmpty()) {
      numbered.setRequestId(ids.next());
    }
    if (request.getSession().isEmpty()) {
      numbered.setSession(session);
    }
    long waitNanos = request.hasWait() ? Durations.nanos(request.getWait()) : NO_WAIT;
    PendingRequest acquire =
        send(message().setAcquire(numbered), numbered.getRequestId(), waitNanos);
    return acquire.whenGivenUp(() -> abandonment.of(acquire));
  }

  PendingRequest get(GetLeaseRequest request) {
    return send(message().setGet(request), NO_ID);
  }

  PendingRequest renew(RenewLeaseRequest request) {
    String id = idOr(request.getRequestId());
    return send(message().setRenew(request.toBuilder().setRequestId(id)), id);
  }

  PendingRequest heartbeat(HeartbeatLeaseRequest request) {
    return send(message().setHeartbeat(request), NO_ID);
  }

  PendingRequest validate(ValidateLeaseRequest request) {
    return send(message().setValidate(request), NO_ID);
  }

  PendingRequest advance(AdvanceLeaseRequest request) {
    String id = idOr(request.getRequestId());
    return send(message().setAdvance(request.toBuilder().setRequestId(id)), id);
  }

  PendingRequest requestExtension(RequestExtensionRequest request) {
    String id = idOr(request.getRequestId());
    return send(message().setRequestExtension(request.toBuilder().setRequestId(id)), id);
  }

  PendingRequest transfer(TransferLeaseRequest request) {
    String id = idOr(request.getRequestId());
    return send(message().setTransfer(request.toBuilder().setRequestId(id)), id);
  }

  PendingRequest convert(ConvertLeaseRequest request) {
    String id = idOr(request.getRequestId());
    long waitNanos = request.hasWait() ? Durations.nanos(request.getWait()) : NO_WAIT;
    return send(message().setConvert(request.toBuilder().setRequestId(id)), id, waitNanos);
  }

  PendingRequest derive(DeriveLeaseRequest request) {
    String id = idOr(request.getRequestId());
    return send(message().setDerive(request.toBuilder().setRequestId(id)), id);
  }

  PendingRequest release(ReleaseLeaseRequest request) {
    String id = idOr(request.getRequestId());
    return send(message().setRelease(request.toBuilder().setRequestId(id)), id);
  }

  PendingRequest complete(CompleteLeaseRequest request) {
    String id = idOr(request.getRequestId());
    return send(message().setComplete(request.toBuilder().setRequestId(id)), id);
  }

  PendingRequest close(CloseLeaseRequest request) {
    String id = idOr(request.getRequestId());
    return send(message().setClose(request.toBuilder().setRequestId(id)), id);
  }

  PendingRequest revoke(RevokeLeaseRequest request) {
    String id = idOr(request.getRequestId());
    return send(message().setRevoke(request.toBuilder().setRequestId(id)), id);
  }

  PendingRequest check(CheckPathRequest request) {
    return send(message().setCheck(request), NO_ID);
  }

  PendingRequest acknowledge(AcknowledgeNoticesRequest request) {
    return send(message().setAcknowledge(request), NO_ID);
  }

  PendingRequest handshake(HandshakeRequest request) {
    String id = idOr(request.getRequestId());
    long waitNanos = request.hasWait() ? Durations.nanos(request.getWait()) : NO_WAIT;
    return send(message().setHandshake(request.toBuilder().setRequestId(id)), id, waitNanos);
  }

  PendingRequest spend(SpendRequest request) {
    String id = idOr(request.getRequestId());
    return send(message().setSpend(request.toBuilder().setRequestId(id)), id);
  }

  PendingRequest reserve(ReserveRequest request) {
    String id = idOr(request.getRequestId());
    return send(message().setReserve(request.toBuilder().setRequestId(id)), id);
  }

  PendingRequest settle(SettleRequest request) {
    return send(message().setSettle(request), NO_ID);
  }

  PendingRequest cancel(CancelReservationRequest request) {
    return send(message().setCancel(request), NO_ID);
  }

  PendingRequest adjust(AdjustReservationRequest request) {
    String id = idOr(request.getRequestId());
    return send(message().setAdjust(request.toBuilder().setRequestId(id)), id);
  }

  PendingRequest refresh(RefreshLeaseRequest request) {
    String id = idOr(request.getRequestId());
    return send(message().setRefresh(request.toBuilder().setRequestId(id)), id);
  }

  PendingRequest getPool(GetPoolRequest request) {
    return send(message().setGetPool(request), NO_ID);
  }

  private String idOr(String given) {
    return given.isEmpty() ? ids.next() : given;
  }

  private static StreamRequest.Builder message() {
    return StreamRequest.newBuilder();
  }

  private PendingRequest send(StreamRequest.Builder message, String requestId) {
    return send(message, requestId, NO_WAIT);
  }

  private PendingRequest send(StreamRequest.Builder message, String requestId, long waitNanos) {
    long number = numbers.incrementAndGet();
    PendingRequest request =
        new PendingRequest(
            message.setCorrelation(number).build(),
            requestId,
            waitNanos > 0,
            timing.nanoTime() + timeoutNanos + waitNanos);
    link.send(request);
    return request;
  }
}
