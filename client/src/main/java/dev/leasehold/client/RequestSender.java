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
        send(StreamRequest.newBuilder().setAcquire(numbered), numbered.getRequestId(), waitNanos);
    return acquire.whenGivenUp(() -> abandonment.of(acquire));
  }

  PendingRequest get(GetLeaseRequest request) {
    return send(StreamRequest.newBuilder().setGet(request), "", NO_WAIT);
  }

  PendingRequest renew(RenewLeaseRequest request) {
    String id = idOr(request.getRequestId());
    return send(
        StreamRequest.newBuilder().setRenew(request.toBuilder().setRequestId(id)), id, NO_WAIT);
  }

  PendingRequest heartbeat(HeartbeatLeaseRequest request) {
    return send(StreamRequest.newBuilder().setHeartbeat(request), "", NO_WAIT);
  }

  PendingRequest validate(ValidateLeaseRequest request) {
    return send(StreamRequest.newBuilder().setValidate(request), "", NO_WAIT);
  }

  PendingRequest advance(AdvanceLeaseRequest request) {
    String id = idOr(request.getRequestId());
    return send(
        StreamRequest.newBuilder().setAdvance(request.toBuilder().setRequestId(id)), id, NO_WAIT);
  }

  PendingRequest requestExtension(RequestExtensionRequest request) {
    String id = idOr(request.getRequestId());
    return send(
        StreamRequest.newBuilder().setRequestExtension(request.toBuilder().setRequestId(id)),
        id,
        NO_WAIT);
  }

  PendingRequest transfer(TransferLeaseRequest request) {
    String id = idOr(request.getRequestId());
    return send(
        StreamRequest.newBuilder().setTransfer(request.toBuilder().setRequestId(id)), id, NO_WAIT);
  }

  PendingRequest convert(ConvertLeaseRequest request) {
    String id = idOr(request.getRequestId());
    return send(
        StreamRequest.newBuilder().setConvert(request.toBuilder().setRequestId(id)),
        id,
        request.hasWait() ? Durations.nanos(request.getWait()) : NO_WAIT);
  }

  PendingRequest derive(DeriveLeaseRequest request) {
    String id = idOr(request.getRequestId());
    return send(
        StreamRequest.newBuilder().setDerive(request.toBuilder().setRequestId(id)), id, NO_WAIT);
  }

  PendingRequest release(ReleaseLeaseRequest request) {
    String id = idOr(request.getRequestId());
    return send(
        StreamRequest.newBuilder().setRelease(request.toBuilder().setRequestId(id)), id, NO_WAIT);
  }

  PendingRequest complete(CompleteLeaseRequest request) {
    String id = idOr(request.getRequestId());
    return send(
        StreamRequest.newBuilder().setComplete(request.toBuilder().setRequestId(id)), id, NO_WAIT);
  }

  PendingRequest close(CloseLeaseRequest request) {
    String id = idOr(request.getRequestId());
    return send(
        StreamRequest.newBuilder().setClose(request.toBuilder().setRequestId(id)), id, NO_WAIT);
  }

  PendingRequest revoke(RevokeLeaseRequest request) {
    String id = idOr(request.getRequestId());
    return send(
        StreamRequest.newBuilder().setRevoke(request.toBuilder().setRequestId(id)), id, NO_WAIT);
  }

  PendingRequest check(CheckPathRequest request) {
    return send(StreamRequest.newBuilder().setCheck(request), "", NO_WAIT);
  }

  PendingRequest acknowledge(AcknowledgeNoticesRequest request) {
    return send(StreamRequest.newBuilder().setAcknowledge(request), "", NO_WAIT);
  }

  PendingRequest handshake(HandshakeRequest request) {
    String id = idOr(request.getRequestId());
    return send(
        StreamRequest.newBuilder().setHandshake(request.toBuilder().setRequestId(id)),
        id,
        request.hasWait() ? Durations.nanos(request.getWait()) : NO_WAIT);
  }

  PendingRequest spend(SpendRequest request) {
    String id = idOr(request.getRequestId());
    return send(
        StreamRequest.newBuilder().setSpend(request.toBuilder().setRequestId(id)), id, NO_WAIT);
  }

  PendingRequest reserve(ReserveRequest request) {
    String id = idOr(request.getRequestId());
    return send(
        StreamRequest.newBuilder().setReserve(request.toBuilder().setRequestId(id)), id, NO_WAIT);
  }

  PendingRequest settle(SettleRequest request) {
    return send(StreamRequest.newBuilder().setSettle(request), "", NO_WAIT);
  }

  PendingRequest cancel(CancelReservationRequest request) {
    return send(StreamRequest.newBuilder().setCancel(request), "", NO_WAIT);
  }

  PendingRequest adjust(AdjustReservationRequest request) {
    String id = idOr(request.getRequestId());
    return send(
        StreamRequest.newBuilder().setAdjust(request.toBuilder().setRequestId(id)), id, NO_WAIT);
  }

  PendingRequest refresh(RefreshLeaseRequest request) {
    String id = idOr(request.getRequestId());
    return send(
        StreamRequest.newBuilder().setRefresh(request.toBuilder().setRequestId(id)), id, NO_WAIT);
  }

  PendingRequest getPool(GetPoolRequest request) {
    return send(StreamRequest.newBuilder().setGetPool(request), "", NO_WAIT);
  }

  private String idOr(String given) {
    return given.isEmpty() ? ids.next() : given;
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
